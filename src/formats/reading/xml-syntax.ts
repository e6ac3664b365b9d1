/** Why a text is no XML that is read, without the place: whoever reads it knows where it is. */
export class XmlError extends Error {
  override readonly name = 'XmlError';

  constructor(
    readonly reason: 'malformed' | 'truncated' | 'dtd_forbidden',
    what: string,
  ) {
    super(reason === 'dtd_forbidden' ? what : `This is no well-formed XML: ${what}`);
  }
}

/** What no document may hold (XML 1.0, clause 2.2); the reader of the bytes leaves no lone surrogates. */
export const illegalCharacter = /[\0-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

const start =
  'A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f' +
  '\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}';
const plain = '[A-Za-z_][A-Za-z0-9_.-]*';
const ncName = `[${start}][${start}0-9.\\u00b7\\u0300-\\u036f\\u203f\\u2040-]*`;

/** A name without a prefix, and one that may have one (Namespaces in XML 1.0, clauses 3 and 4). */
const plainNames = { nc: new RegExp(`^${plain}$`), qualified: new RegExp(`^${plain}(?::${plain})?$`) };
const names = { nc: new RegExp(`^${ncName}$`, 'u'), qualified: new RegExp(`^${ncName}(?::${ncName})?$`, 'u') };

export const isNcName = (text: string): boolean => plainNames.nc.test(text) || names.nc.test(text);

export const isQualifiedName = (text: string): boolean => plainNames.qualified.test(text) || names.qualified.test(text);

/** What stands between "<?" and "?>" at the start of a document (XML 1.0, clause 2.8). */
export const xmlDeclaration =
  /^xml[ \t\n]+version[ \t\n]*=[ \t\n]*(?:"1\.\d+"|'1\.\d+')(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\n]*$/;

/** A character that a document may hold (XML 1.0, clause 2.2). */
export const isLegalCharacter = (code: number): boolean =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff);

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
const special = /[&\]]/;
const reference = /&([^;&]{0,32});?/g;

/**
 * Text between tags with its references resolved: XML's own five entities and numbered characters.
 *
 * @throws XmlError for other entities, and for "]]>" (XML 1.0, clause 2.4)
 */
export function textOf(raw: string): string {
  if (!special.test(raw)) return raw;
  if (raw.includes(']]>')) throw new XmlError('malformed', 'a text holds "]]>"');
  return raw.includes('&') ? resolved(raw) : raw;
}

/** The value of an attribute, in which every white space is a space (clause 3.3.3). */
export function attributeValueOf(raw: string): string {
  const value = /[\t\n]/.test(raw) ? raw.replace(/[\t\n]/g, ' ') : raw;
  return value.includes('&') ? resolved(value) : value;
}

const resolved = (text: string): string =>
  text.replace(reference, (whole, name: string) => {
    const character = whole.endsWith(';') ? (entities.get(name) ?? numbered(name)) : undefined;
    if (character === undefined) throw new XmlError('malformed', `"${whole.slice(0, 40)}" is no entity of XML`);
    return character;
  });

function numbered(name: string): string | undefined {
  const [, hexadecimal, decimal] = /^#(?:x([0-9a-fA-F]+)|([0-9]+))$/.exec(name) ?? [];
  const code = hexadecimal === undefined ? Number(decimal ?? NaN) : Number.parseInt(hexadecimal, 16);
  return isLegalCharacter(code) ? String.fromCodePoint(code) : undefined;
}

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
