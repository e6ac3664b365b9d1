import type { Json, JsonObject } from '../../model/document.js';
import type { Purl } from '../../model/purl.js';
import type { CatalogRecord } from '../loading/records.js';

/** Something about which a live source may be asked: a package, or a repository as `host/owner/name`. */
export type LiveSubject =
  | { readonly kind: 'package'; readonly key: string; readonly purl: Purl }
  | { readonly kind: 'repository'; readonly key: string; readonly path: string };

/** Asks the source's own host; null where it knows no such thing (404). @throws {LiveUnavailable} */
export type LiveRequester = (path: string, body?: JsonObject) => Promise<Json | null>;

export interface LiveAnswer {
  /** What the catalogue gains. */
  readonly records: readonly CatalogRecord[];
  /** What the source says beyond that, for the scores; small. */
  readonly facts?: JsonObject;
}

/** An outside service that is asked about single things, as its documentation describes it. */
export interface LiveSource {
  /** As `LIVE_SOURCES` and the rows of the catalogue name it. */
  readonly name: string;
  /** The only host that is asked. */
  readonly host: string;
  readonly requestsPerSecond: number;
  /** What the catalogue must lack for the source to be asked. */
  readonly answers: 'packages' | 'advisories' | 'repositories';
  /** Null: it knows nothing of the thing. @throws where the answer has another shape than documented */
  lookUp(ask: LiveRequester, subject: LiveSubject): Promise<LiveAnswer | null>;
}

/** An answer that is not as documented. */
export class UnexpectedAnswer extends Error {}
