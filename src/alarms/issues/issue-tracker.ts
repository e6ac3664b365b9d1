import type { IncomingHttpHeaders } from 'node:http';
import { CallerError } from '../../model/errors.js';
import { isObject } from '../../model/json.js';
import type { Json, JsonObject } from '../../model/document.js';
import type { EgressClient } from '../../platform/egress/egress-client.js';
import type { EgressMethod } from '../../platform/egress/egress-request.js';
import { waitSecondsOf } from '../../platform/http/retry-after.js';
import { EgressUnavailableError } from '../../platform/egress/egress-timer.js';
import type { ChannelTarget } from '../channels.repository.js';

/** An issue as the tracker names it. */
export interface RemoteIssue {
  readonly id: string;
  /** Where people read it. */
  readonly url: string;
}

export interface IssueContent {
  readonly title: string;
  /** Each is one line of plain text. */
  readonly lines: readonly string[];
}

/** What Stocktake does in an issue tracker. Each method @throws TrackerError */
export interface IssueTracker {
  /** Whether the project is there and the token may use it. */
  check(): Promise<void>;
  /** The issue with the label; null: there is none. */
  find(label: string): Promise<RemoteIssue | null>;
  create(content: IssueContent, label: string): Promise<RemoteIssue>;
  update(id: string, content: IssueContent): Promise<void>;
  reopen(id: string): Promise<void>;
  close(id: string): Promise<void>;
}

/** The tracker did not do it. */
export class TrackerError extends Error {
  constructor(
    message: string,
    /** Null: there was no answer. */
    readonly status: number | null,
    /** How long the tracker asks to wait. */
    readonly waitSeconds = 0,
  ) {
    super(message);
  }

  /** The issue is not there any more. */
  get isGone(): boolean {
    return this.status === 404 || this.status === 410;
  }
}

/** How to reach a tracker: its address, and a login where it takes one with the token. */
export interface TrackerAccess {
  readonly target: ChannelTarget;
  readonly token: string;
  readonly signal: AbortSignal;
}

const limits = { maxBytes: 1024 * 1024, seconds: 30, silenceSeconds: 15 };

/** Sends JSON to the API of a tracker. */
export class TrackerApi {
  constructor(
    private readonly outside: EgressClient,
    private readonly base: string,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly signal: AbortSignal,
  ) {}

  /** @returns the answer; null where it has no content */
  async ask(method: EgressMethod, path: string, body?: JsonObject): Promise<Json> {
    try {
      const answer = await this.outside.send(`${this.base}${path}`, {
        method,
        headers: { ...this.headers, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: Buffer.from(JSON.stringify(body)) }),
        noRedirects: true,
        limits,
        signal: this.signal,
      });
      const chunks: Buffer[] = [];
      for await (const chunk of answer.body) chunks.push(chunk as Buffer);
      const { status, headers } = answer;
      if (status < 200 || status >= 300)
        throw new TrackerError(
          `The tracker answered ${status} to ${method} ${path.split('?')[0]!}${adviceOn(status, headers)}`,
          status,
          waitSecondsOf(headers),
        );
      return parsed(Buffer.concat(chunks).toString('utf8'), status);
    } catch (error) {
      if (error instanceof CallerError || error instanceof EgressUnavailableError)
        throw new TrackerError(error.message, null);
      throw error;
    }
  }
}

/** What people can do about a refusal; empty where it ends by itself. */
function adviceOn(status: number, headers: IncomingHttpHeaders): string {
  // GitHub answers 403, too, where there were too many requests.
  const isLimited = headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0';
  if (status === 429 || (status === 403 && isLimited)) return ': it takes no more requests for now';
  if (status === 401 || status === 403) return ': check the token, and what its user may do in the project';
  return status === 404
    ? ': check the address and the project of the channel, and that its token may see the project'
    : '';
}

function parsed(text: string, status: number): Json {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new TrackerError(
      'The tracker answered with something else than JSON; check that the address is that of its API',
      status,
    );
  }
}

/** The first of a list in an answer; null: it is empty. Something else does not say that there is no such issue. */
export function firstOf(list: Json | undefined): Json {
  if (!Array.isArray(list))
    throw new TrackerError('The answer of the tracker has no list of issues; check that the address is that of its API', null); // prettier-ignore
  return list[0] ?? null;
}

/** A member of an answer as text; numbers are ids, too. */
export function memberOf(answer: Json, name: string): string {
  const value = isObject(answer) ? answer[name] : undefined;
  if (typeof value === 'string' && value !== '') return value.slice(0, 500);
  if (typeof value === 'number') return String(value);
  throw new TrackerError(`The answer of the tracker has no ${name}; check that the address is that of its API`, null);
}
