import type { CatalogRecord } from '../loading/records.js';

/** One step of a source's work, for a progress bar; `total` 0 means "not known". */
export interface SourceProgress {
  readonly step: string;
  readonly done: number;
  readonly total: number;
}

/** Somewhere that catalogue records come from: streams batches of some thousand, never holds a whole file. */
export interface BulkSource {
  readonly name: string;
  /** Where the records come from, for people: a folder or an address. */
  readonly origin: string;
  records(onProgress: (progress: SourceProgress) => void): AsyncIterable<readonly CatalogRecord[]>;
}

/** A file that its publisher renews in one place. */
export interface RemoteSource {
  readonly name: string;
  readonly address: string;
  /** More than this is not what the publisher publishes. */
  readonly maxBytes: number;
  /** Reads the downloaded file; gunzips it where the address ends in `.gz`. @throws where it is something else */
  read(file: string, onBytes: (done: number, total: number) => void): AsyncIterable<readonly CatalogRecord[]>;
}
