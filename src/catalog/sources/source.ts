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
