import type { Json, JsonObject } from '../../model/document.js';
import type { Purl } from '../../model/purl.js';
import type { CatalogRecord } from '../loading/records.js';

/** A subject of lookups: a package, or a repository as `host/owner/name`. */
export interface PackageSubject {
  readonly kind: 'package';
  readonly key: string;
  readonly purl: Purl;
  /** The versions that components have. */
  readonly versions?: readonly string[];
  /** Nobody declared or selected the package: it is a candidate for a name. */
  readonly isCandidate?: boolean;
}

export type LiveSubject = PackageSubject | { readonly kind: 'repository'; readonly key: string; readonly path: string };

/**
 * Asks the source itself; null where it knows no such thing (404, 410). The answer is text where `accept` is another media
 * type than JSON. @throws {LiveSourceUnavailable}
 */
export type LiveRequester = (path: string, body?: JsonObject, accept?: string) => Promise<Json | null>;

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
  /** Where it is; `LIVE_URLS` may name a mirror. No other host receives requests. */
  readonly baseUrl: string;
  readonly requestsPerSecond: number;
  /** The source is asked where the catalogue lacks this. */
  readonly answers: 'packages' | 'advisories' | 'repositories';
  /** purl types that it knows; all where left out. */
  readonly types?: readonly string[];
  /** The packages that it is asked for on behalf of a component, of those that it can be asked for; itself where left out. */
  subjectsOf?(purl: Purl): readonly Purl[];
  /** The registry itself: what it does not know does not exist. */
  readonly isRegistry?: boolean;
  /** Null where the source does not know the subject. @throws {UnexpectedAnswer} */
  lookUp(ask: LiveRequester, subject: LiveSubject): Promise<LiveAnswer | null>;
}

/** An answer that differs from the source's documentation. */
export class UnexpectedAnswer extends Error {}
