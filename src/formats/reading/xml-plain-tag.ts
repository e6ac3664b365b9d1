/** One attribute as it is written: its qualified name, and its value with references resolved. */
export interface XmlAttribute {
  readonly name: string;
  readonly value: string;
}

/** A start tag, or the tag of an element without content. */
export interface SimpleTag {
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  readonly isEmpty: boolean;
  /** Behind its ">". */
  readonly end: number;
}

const none: readonly XmlAttribute[] = [];
const [space, quote, slash, equals, greater] = [0x20, 0x22, 0x2f, 0x3d, 0x3e] as const;

/**
 * Reads a tag as most are: names of plain letters, one space before each attribute, and values between `"` with nothing
 * in them to resolve. Character by character, for patterns that find the same take longer.
 *
 * @param at where its "<" stands
 * @returns undefined for a tag that is not as plain, is wrong, or has not come to its end
 */
export function readSimpleTag(text: string, at: number): SimpleTag | undefined {
  let end = endOfName(text, at + 1);
  if (end < 0) return undefined;
  const name = text.slice(at + 1, end);
  let attributes = none as XmlAttribute[];
  while (text.charCodeAt(end) === space) {
    const start = end + 1;
    const nameEnd = endOfName(text, start);
    if (nameEnd < 0 || text.charCodeAt(nameEnd) !== equals || text.charCodeAt(nameEnd + 1) !== quote) return undefined;
    const valueEnd = endOfValue(text, nameEnd + 2);
    if (valueEnd < 0) return undefined;
    if (attributes === none) attributes = [];
    attributes.push({ name: text.slice(start, nameEnd), value: text.slice(nameEnd + 2, valueEnd) });
    end = valueEnd + 1;
  }
  const isEmpty = text.charCodeAt(end) === slash;
  if (isEmpty) end += 1;
  return text.charCodeAt(end) === greater ? { name, attributes, isEmpty, end: end + 1 } : undefined;
}

/** Behind the name of plain letters that begins at `at`; -1 where none does. */
function endOfName(text: string, at: number): number {
  if (!startsName(text.charCodeAt(at))) return -1;
  let end = at + 1;
  while (continuesName(text.charCodeAt(end))) end += 1;
  return end;
}

const startsName = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f;

/** Besides: digits, "-" and ".". */
const continuesName = (code: number): boolean =>
  startsName(code) || (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2e;

/** Where the closing quote stands; -1 for a value that holds "<", "&", a tab or a line end, and where none has come. */
function endOfValue(text: string, at: number): number {
  for (let end = at; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === quote) return end;
    if (code === 0x3c || code === 0x26 || code === 0x09 || code === 0x0a) return -1;
  }
  return -1;
}
