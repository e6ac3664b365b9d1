import type { Sql } from '../../platform/database/sql.js';
import type { Coverage } from '../../model/coverage.js';
import type { CatalogRecord } from '../loading/records.js';

/** Progress of one step; `total` is 0 where it is unknown. */
export interface SourceProgress {
  readonly step: string;
  readonly done: number;
  readonly total: number;
}

export interface SourceLicense {
  /** SPDX identifier where there is one. */
  readonly name: string;
  readonly url: string;
  /** What the publisher asks to be said. */
  readonly notice?: string;
}

/** What every source of a publisher declares. */
export interface SourceDefinition {
  readonly name: string;
  /** Where it is fetched from: a file, or what its files' addresses begin with. */
  readonly address: string;
  readonly license?: SourceLicense;
  /** None: it brings entries only. */
  readonly covers?: readonly Coverage[];
  /** It brings few entries that are not known, so only their keys are made. */
  readonly addsFew?: boolean;
  /** Everything that a registry has, popular or not: large, and fetched only where somebody names it. */
  readonly isIndex?: boolean;
}

/** A source of catalogue records; streams batches of some thousand. */
export interface BulkSource {
  readonly name: string;
  /** A folder or an address. */
  readonly origin: string;
  readonly covers?: readonly Coverage[];
  /** The date of the data once it was read, ISO 8601; null: when it was read. */
  readonly dataAsOf?: () => string | null;
  readonly addsFew?: boolean;
  /** It adds to what was loaded before; otherwise it is everything. */
  readonly isUpdate?: boolean;
  records(onProgress: (progress: SourceProgress) => void): AsyncIterable<readonly CatalogRecord[]>;
}

/** A source in several pieces, each of which becomes visible by itself; it is loaded once all of them are. */
export interface BulkParts extends Omit<BulkSource, 'records'> {
  readonly parts: readonly BulkPart[];
}

export interface BulkPart {
  records(onProgress: (progress: SourceProgress) => void): AsyncIterable<readonly CatalogRecord[]>;
  /** In the transaction that makes its records visible. */
  merged(sql: Sql): Promise<void>;
}

/** A file that its publisher updates at one address. */
export interface RemoteSource extends SourceDefinition {
  /** The media type to ask for, where the address has several. */
  readonly accept?: string;
  /** A larger file is an error. */
  readonly maxBytes: number;
  /** Reads the downloaded file, compressed where the address ends in `.gz`. @throws where it has another content */
  read(file: string, onBytes: (done: number, total: number) => void): AsyncIterable<readonly CatalogRecord[]>;
}
