import { isLegalCharacter } from './xml-names.js';
import { XmlError } from './xml-error.js';

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
