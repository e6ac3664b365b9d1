import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json, JsonObject } from '../../model/document.js';
import type { Purl } from '../../model/purl.js';
import type { PublishedVersions } from '../../model/requirements/published-versions.js';
import type { EgressClient } from '../../platform/egress/egress-client.js';
import type { EgressResponse } from '../../platform/egress/egress-request.js';
import { retryAfterSeconds } from '../../platform/http/retry-after.js';
import type { LiveAddress } from './live-addresses.js';
import { UnexpectedAnswer, type LiveAnswer, type LiveSource, type LiveSubject } from './live-source.js';
import type { Listing } from './registries/listings.js';

const maxBytes = 16 * 1024 * 1024;
/** After so many consecutive failures the client backs off, each time twice as long. */
const maxFailures = 4;
const minBackoffMs = 60_000;
const maxBackoffMs = 3_600_000;
/** A longer `Retry-After` makes the client back off. */
const maxPauseMs = 5_000;

const json = 'application/json';

interface LiveRequest {
  readonly path: string;
  readonly body?: JsonObject | undefined;
  readonly accept?: string | undefined;
}

/** The source does not answer at present. */
export class LiveSourceUnavailable extends Error {}

export interface LiveClientOptions {
  /** Timeout of one request; half of it without data is a timeout too. */
  readonly seconds: number;
  /** A mirror of the source. */
  readonly address?: LiveAddress | undefined;
}

/** Requests to one live source, within its rate limit and `Retry-After`, with a circuit breaker. */
export class LiveClient {
  private nextAt = 0;
  private backoffUntil = 0;
  private failures = 0;
  private backoffs = 0;

  constructor(
    private readonly egress: EgressClient,
    private readonly source: LiveSource,
    private readonly options: LiveClientOptions,
  ) {}

  /** Without credentials. */
  get baseUrl(): string {
    return this.options.address?.baseUrl ?? this.source.baseUrl;
  }

  get isBackingOff(): boolean {
    return Date.now() < this.backoffUntil;
  }

  /** Null where the source does not know the subject. @throws {LiveSourceUnavailable} @throws {UnexpectedAnswer} */
  lookUp(subject: LiveSubject, signal?: AbortSignal): Promise<LiveAnswer | null> {
    return this.guarded(signal, () =>
      this.source.lookUp((path, body, accept) => this.request({ path, body, accept }, signal), subject),
    );
  }

  /** All versions of a package; null where the registry does not know it. @throws like `lookUp` */
  list(listing: Listing, purl: Purl, signal?: AbortSignal): Promise<PublishedVersions | null> {
    return this.guarded(signal, async () => {
      const path = listing.path(purl);
      const answer = path === null ? null : await this.request({ path, accept: listing.accept }, signal);
      return answer === null ? null : listing.read(answer, purl);
    });
  }

  private async guarded<Answer>(signal: AbortSignal | undefined, ask: () => Promise<Answer>): Promise<Answer> {
    if (this.isBackingOff)
      throw new LiveSourceUnavailable(`${this.source.name} failed repeatedly; requests are paused`);
    try {
      const answer = await ask();
      [this.failures, this.backoffs] = [0, 0];
      return answer;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof LiveSourceUnavailable || error instanceof UnexpectedAnswer) this.recordFailure();
      throw error;
    }
  }

  private async request(asked: LiveRequest, signal?: AbortSignal): Promise<Json | null> {
    await this.waitForTurn(signal);
    try {
      return await this.send(asked, signal);
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof UnexpectedAnswer
        ? error
        : new LiveSourceUnavailable((error as Error).message, { cause: error });
    }
  }

  private async waitForTurn(signal?: AbortSignal): Promise<void> {
    const at = Math.max(Date.now(), this.nextAt);
    this.nextAt = at + 1000 / this.source.requestsPerSecond;
    await sleep(at - Date.now(), undefined, { signal });
  }

  private async send({ path, body, accept = json }: LiveRequest, signal?: AbortSignal): Promise<Json | null> {
    const { seconds, address } = this.options;
    const answer = await this.egress.send(`${this.baseUrl}${path}`, {
      ...(body ? { method: 'POST', body: Buffer.from(JSON.stringify(body)) } : {}),
      ...(address?.credentials && { credentials: address.credentials }),
      headers: { accept, ...(body ? { 'content-type': json } : {}) },
      limits: { maxBytes, seconds, silenceSeconds: seconds / 2 },
      signal,
      sameOrigin: true,
    });
    try {
      return await this.read(answer, accept);
    } finally {
      answer.body.destroy();
    }
  }

  private async read({ status, headers, body }: EgressResponse, accept: string): Promise<Json | null> {
    if (status === 404 || status === 410) return null;
    const pause = retryAfterSeconds(headers['retry-after']);
    if (pause !== null) this.pause(pause * 1000);
    if (status !== 200) throw new LiveSourceUnavailable(`${this.source.name} answered ${status}`);
    const text = await readText(body);
    if (!accept.includes('json')) return text;
    try {
      return JSON.parse(text) as Json;
    } catch {
      throw new UnexpectedAnswer('The answer is not JSON');
    }
  }

  private pause(ms: number): void {
    if (ms > maxPauseMs) this.backoffUntil = Math.max(this.backoffUntil, Date.now() + Math.min(ms, maxBackoffMs));
    else this.nextAt = Math.max(this.nextAt, Date.now() + ms);
  }

  private recordFailure(): void {
    this.failures += 1;
    if (this.failures < maxFailures) return;
    const backoff = Math.min(maxBackoffMs, minBackoffMs * 2 ** this.backoffs);
    [this.failures, this.backoffs] = [0, this.backoffs + 1];
    this.backoffUntil = Math.max(this.backoffUntil, Date.now() + backoff);
  }
}
