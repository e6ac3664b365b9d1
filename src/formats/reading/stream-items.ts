/**
 * Which lists of a document are handed over element by element, by name, and which lists inside those elements may be
 * so long that an element must not be held whole: `const nested: StreamRules = {}; nested.components = nested`.
 * A JSON list is an array under that name; an XML list is an element of that local name, its elements are its children.
 */
export interface StreamRules {
  [list: string]: StreamRules;
}

/**
 * What a streaming reader hands over, in document order. Everything at the top of the document that is no streamed list
 * comes as `member`. An element of a streamed list comes as one `element`, with all that is nested in it; only one that
 * is very large and has streamed lists itself comes as `open` (its own members, without those lists), then the elements
 * of those lists, then `close`. XML gives its root element (attributes, no children) first, as `root`.
 */
export interface StreamItem<T> {
  readonly kind: 'root' | 'member' | 'element' | 'open' | 'close';
  /** Name of the member, or of the list that the element stands in. */
  readonly name: string;
  /** JSON pointer, or the XML line: "line 12". */
  readonly place: string;
  readonly value: T;
}

/** Characters of JSON above which an element is opened rather than held whole. */
export const largeElementLength = 1024 * 1024;

/** XML elements in one element above which it is opened rather than held whole. */
export const largeElementNodes = 20_000;

/** One row of a table: CSV or a sheet. */
export interface TableRow {
  /** Text of each cell from the first column on; nothing follows after the last cell that was given. */
  readonly cells: readonly string[];
  /** "line 12", or "Packages!A5". */
  readonly place: string;
  /** Last of the columns that the only cell of the row is merged with. */
  readonly mergedTo?: number;
  /** How many cells hold an error (#N/A) in place of a value; they are empty among `cells`. */
  readonly errors?: number;
  /** Columns whose cell is a date, or a number with a fraction and no format: typed as text, it may have been another. */
  readonly typed?: readonly number[];
}

/** As many columns as a spreadsheet has (ECMA-376, 18.3.1.4: up to XFD). */
export const maxColumns = 16_384;
