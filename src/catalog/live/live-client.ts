import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json, JsonObject } from '../../model/document.js';
import type { OutsideClient } from '../../platform/outside/outside-client.js';
import type { OutsideAnswer } from '../../platform/outside/outside-request.js';
import { retryAfterSeconds } from '../outside/retry-after.js';
import { StrangeAnswer, type LiveAnswer, type LiveSource, type Subject } from './live-source.js';

const maxBytes = 16 * 1024 * 1024;
/** Failures in a row after which the source is left alone for a while, each time twice as long. */
const failuresBeforeRest = 4;
const shortestRestMs = 60_000;
const longestRestMs = 3_600_000;
/** A server that wants longer pauses than this is left alone for as long. */
const longestPauseMs = 5_000;

/** The source gives no answer now. */
export class LiveUnavailable extends Error {}

/**
 * Asks one live source, at the pace that it allows: one request at a time, its `Retry-After` obeyed, and no requests at
 * all for a while after some failures in a row (a circuit breaker).
 */
export class LiveClient {
  private nextAt = 0;
  private restsUntil = 0;
  private failures = 0;
  private rests = 0;

  /** @param seconds for one whole answer; silence of half of it is too long */
  constructor(
    private readonly outside: OutsideClient,
    private readonly source: LiveSource,
    private readonly seconds: number,
  ) {}

  /** True while nothing is asked. */
  get resting(): boolean {
    return Date.now() < this.restsUntil;
  }

  /**
   * Null: the source knows nothing of the thing. @throws {LiveUnavailable}
   * @throws {StrangeAnswer} which counts as a failure like any other: who answers something else is asked no further
   */
  async lookUp(subject: Subject, signal?: AbortSignal): Promise<LiveAnswer | null> {
    if (this.resting) throw new LiveUnavailable(`${this.source.name} is left alone for a while`);
    try {
      const answer = await this.source.lookUp((path, body) => this.ask(path, body, signal), subject);
      [this.failures, this.rests] = [0, 0];
      return answer;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof LiveUnavailable || error instanceof StrangeAnswer) this.failed();
      throw error;
    }
  }

  private async ask(path: string, body?: JsonObject, signal?: AbortSignal): Promise<Json | null> {
    await this.turn(signal);
    try {
      return await this.send(path, body, signal);
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof StrangeAnswer ? error : new LiveUnavailable((error as Error).message, { cause: error });
    }
  }

  private async turn(signal?: AbortSignal): Promise<void> {
    const at = Math.max(Date.now(), this.nextAt);
    this.nextAt = at + 1000 / this.source.requestsPerSecond;
    await sleep(at - Date.now(), undefined, { signal });
  }

  private async send(path: string, body: JsonObject | undefined, signal?: AbortSignal): Promise<Json | null> {
    const answer = await this.outside.open(`https://${this.source.host}${path}`, {
      ...(body ? { method: 'POST', body: Buffer.from(JSON.stringify(body)) } : {}),
      headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
      limits: { maxBytes, seconds: this.seconds, silenceSeconds: this.seconds / 2 },
      ...{ signal, sameOrigin: true },
    });
    try {
      return await this.read(answer);
    } finally {
      answer.body.destroy();
    }
  }

  private async read({ status, headers, body }: OutsideAnswer): Promise<Json | null> {
    if (status === 404) return null;
    const pause = retryAfterSeconds(headers['retry-after']);
    if (pause !== null) this.pause(pause * 1000);
    if (status !== 200) throw new LiveUnavailable(`${this.source.name} answered ${status}`);
    try {
      return JSON.parse(await readText(body)) as Json;
    } catch (error) {
      throw error instanceof SyntaxError || (error as Error).name === 'SyntaxError'
        ? new StrangeAnswer('The answer is no JSON')
        : error;
    }
  }

  private pause(ms: number): void {
    if (ms > longestPauseMs) this.restsUntil = Math.max(this.restsUntil, Date.now() + Math.min(ms, longestRestMs));
    else this.nextAt = Math.max(this.nextAt, Date.now() + ms);
  }

  private failed(): void {
    this.failures += 1;
    if (this.failures < failuresBeforeRest) return;
    const rest = Math.min(longestRestMs, shortestRestMs * 2 ** this.rests);
    [this.failures, this.rests] = [0, this.rests + 1];
    this.restsUntil = Math.max(this.restsUntil, Date.now() + rest);
  }
}
