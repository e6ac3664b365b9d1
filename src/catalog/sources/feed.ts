import type { JsonObject } from '../../model/document.js';
import type { CatalogRecord } from '../loading/records.js';
import type { SourceDefinition } from './source.js';
import type { Validators } from './partial-file.js';

/** What a sync leaves behind for the next one: validators, checksums, dates, as the source understands them. */
export type FeedState = JsonObject;

/** A source of any number of files: it works out itself which of them are new. */
export interface FeedSource extends SourceDefinition {
  /** Fetches what is new since `state`, in the order in which it is to be loaded; nothing new: an empty list. */
  fetch(feed: Feed, state: FeedState): Promise<readonly FeedPart[]>;
}

/** A fetched file. Its records become visible together; then `state` is what the next sync starts from. */
export interface FeedPart {
  /** For messages and progress: the publisher's name of the file. */
  readonly name: string;
  readonly file: string;
  readonly state: FeedState;
  /** The date of the data, ISO 8601; null: not told, so when it was fetched. */
  readonly dataAsOf: string | null;
  /** @throws where the file is something else, with the record that cannot be read */
  read(onBytes: (done: number, total: number) => void): AsyncIterable<readonly CatalogRecord[]>;
}

export interface FetchedFile {
  readonly file: string;
  readonly validators: Validators;
}

/** The publisher's server, with retries, resumption and limits; everything goes through the guarded client. */
export interface Feed {
  /** Where files of this source are kept between two syncs: those of others never have the same name. */
  path(name: string): string;
  /** Null: not modified since the validators. @throws HttpStatusError where the server answers something else than 2xx */
  file(address: string, options: FetchOptions): Promise<FetchedFile | null>;
  /** A small file, whole. @throws HttpStatusError */
  text(address: string, maxBytes?: number): Promise<string>;
  readonly signal?: AbortSignal;
}

export interface FetchOptions {
  /** Name of the file; its ending says how it is packed. */
  readonly name: string;
  readonly maxBytes: number;
  readonly accept?: string | undefined;
  readonly validators?: Validators;
}
