import type { Json, JsonObject } from '../../model/document.js';
import type { Purl } from '../../model/purl.js';
import type { CatalogRecord } from '../loading/records.js';

/** A subject of lookups: a package, or a repository as `host/owner/name`. */
export type LiveSubject =
  | { readonly kind: 'package'; readonly key: string; readonly purl: Purl }
  | { readonly kind: 'repository'; readonly key: string; readonly path: string };

/** Asks the source's own host; null where it knows no such thing (404). @throws {LiveUnavailable} */
export type LiveRequester = (path: string, body?: JsonObject) => Promise<Json | null>;

export interface LiveAnswer {
  /** For the catalogue. */
  readonly records: readonly CatalogRecord[];
  /** For the scores; small. */
  readonly facts?: JsonObject;
}

/** An external service for single lookups. */
export interface LiveSource {
  /** The name in `LIVE_SOURCES` and in the catalogue. */
  readonly name: string;
  /** The only host that receives requests. */
  readonly host: string;
  readonly requestsPerSecond: number;
  /** The source is asked where the catalogue lacks this. */
  readonly answers: 'packages' | 'advisories' | 'repositories';
  /** Null where the source does not know the subject. @throws {UnexpectedAnswer} */
  lookUp(ask: LiveRequester, subject: LiveSubject): Promise<LiveAnswer | null>;
}

/** An answer that differs from the source's documentation. */
export class UnexpectedAnswer extends Error {}
