import type { OnElement, OnLoss } from './losses.js';
import { storableText } from '../model/text.js';
import type { BomComponent, BomDependency, BomEvent, BomHeader, BomPart, Family, PartKind } from '../model/document.js';

/** The encodings of the specification's `encoding` parameter, and those that are only read. */
export type Encoding = 'JSON' | 'XML' | 'YAML' | 'tag-value' | 'RDF' | 'CSV' | 'XLSX';

/**
 * The bytes of one uncompressed document. Pure: whoever calls says where they come from. `stream` may be called more
 * than once, each time from the start; `read` serves formats that need random access (a zip's directory).
 */
export interface ByteSource {
  readonly size: number;
  stream(): AsyncIterable<Uint8Array>;
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** Hard limits on hostile input; exceeding one throws a `FormatError` with reason `limit`. All are configuration. */
export interface ParseLimits {
  /** Bytes of the document after decompression. */
  readonly maxBytes: number;
  /** Nesting of objects, arrays, elements. */
  readonly maxDepth: number;
  readonly maxComponents: number;
  readonly maxEdges: number;
  /** UTF-16 code units of any one string. */
  readonly maxStringLength: number;
  /** UTF-16 code units of one element of a list (a component with all that is nested in it) or one other member. */
  readonly maxElementLength: number;
  /** Attributes of one XML element. */
  readonly maxAttributes: number;
  /** UTF-16 code units of a name, version, purl, CPE. */
  readonly maxNameLength: number;
  /** Unpacked bytes for each packed byte. */
  readonly maxRatio: number;
  /** Components for each byte of the upload. */
  readonly maxComponentsPerByte: number;
  readonly maxArchiveEntries: number;
}

export const defaultLimits: ParseLimits = {
  maxBytes: 1024 * 1024 * 1024,
  maxDepth: 128,
  maxComponents: 2_000_000,
  maxEdges: 10_000_000,
  maxStringLength: 1024 * 1024,
  maxElementLength: 32 * 1024 * 1024,
  maxAttributes: 1_000,
  maxNameLength: 4_096,
  maxRatio: 100,
  maxComponentsPerByte: 1,
  maxArchiveEntries: 1_000,
};

/** Machine-readable reasons for refusing a file; the word is shown with the message. */
export const formatErrorReasons = [
  ...(['unknown_format', 'unsupported_version', 'malformed', 'truncated', 'duplicate_key', 'too_deep'] as const),
  ...(['limit', 'ratio', 'encoding', 'dtd_forbidden', 'alias_limit', 'duplicate_header', 'encrypted'] as const),
  ...(['ambiguous', 'invalid'] as const),
] as const;
export type FormatErrorReason = (typeof formatErrorReasons)[number];

/**
 * A file that is no SBOM we can read (HTTP 422; `limit` and `ratio` 413), with the place where reading stopped. Never a
 * bug, never retried.
 */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  /** For jobs: trying again cannot help. */
  readonly permanent = true;
  /** JSON pointer, "line 12, column 5", "Packages!A5", or empty. */
  readonly place: string;

  constructor(
    readonly reason: FormatErrorReason,
    message: string,
    place = '',
  ) {
    // It may quote the file, cut anywhere.
    super(storableText(message));
    this.place = storableText(place);
  }
}

/** What a serializer reads from. Each method may be called more than once and streams from the start each time. */
export interface BomSource {
  readonly header: BomHeader;
  readonly subject: BomComponent | null;
  components(): AsyncIterable<readonly BomComponent[]>;
  dependencies(): AsyncIterable<readonly BomDependency[]>;
  /** Parts of the given kinds, in document order. */
  parts(...kinds: readonly PartKind[]): AsyncIterable<readonly BomPart[]>;
}

export interface SerializeOptions {
  readonly specVersion: string;
  /** ISO 8601; the only part of an export that may differ between two runs over the same SBOM. */
  readonly timestamp: string;
  /** Name and version of this service, written as the tool that made the document. */
  readonly tool: { readonly name: string; readonly version: string };
  /** Called for whatever the target cannot carry; counted by the caller. `what` is a field's name in the field's terms. */
  readonly onLoss: OnLoss;
  /** Called before an element is written, so that its losses have a place; with an empty text after the last one. */
  readonly onElement?: OnElement;
}

/** Column names of a list and the fields that they hold; `property` keeps a column as a property. */
export type ColumnMapping = Readonly<Record<string, string>>;

/** What is known of the columns of a list besides their names. */
export interface ColumnMappings {
  /** The caller's: the file must have its columns. */
  readonly given?: ColumnMapping;
  /** Those of earlier imports, by the key of the header that they were for (`headerKey`). */
  readonly stored?: Readonly<Record<string, ColumnMapping>>;
}

/** One format: how it is recognised, read and written. `parse` and `serialize` are pure and stream. */
export interface Format {
  readonly id: string;
  readonly family: Family;
  readonly encoding: Encoding;
  readonly mediaType: string;
  readonly extension: string;
  /**
   * Judges the first bytes (decoded to text, at most 64 KiB; for a workbook the head that
   * `unwrap` makes of the names in it). True claims the file; formats are asked in the order of the list in `index.ts`.
   */
  detect(head: string, mappings?: ColumnMappings): boolean;
  parse(source: ByteSource, limits: ParseLimits, mappings?: ColumnMappings): AsyncIterable<readonly BomEvent[]>;
  /** Versions that `serialize` writes, the default first; absent where the format is only read. */
  readonly writes?: readonly string[];
  serialize?(bom: BomSource, options: SerializeOptions): AsyncIterable<string | Uint8Array>;
}
