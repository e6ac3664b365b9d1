import type { BomHash, BomLicense } from '../../model/document.js';
import { objectOf, textOf } from '../../model/json.js';
import { listedLicense } from '../../model/license.js';
import { isValidExpression } from '../shared/license-expressions.js';

/** Words for "nothing is known" that stand in lists as often as empty cells. */
const placeholders = /^(?:n\/?a|none|null|nil|unknown|not applicable|not available|noassertion|-+|\?+|tbd)$/i;

export const isPlaceholder = (cell: string): boolean => cell === '' || placeholders.test(cell);

const separators = /[\n;|]\s*|,\s+(?!(?:v(?:ersion)?\.?\s*)?\d|inc|llc)|,(?=\S)/i;

/** Spaces before a separator are cut afterwards: a pattern that begins with them takes minutes for a cell full of them. */
const splitAt = (cell: string, separator: RegExp): string[] =>
  cell
    .split(separator)
    .map((part) => part.trimEnd())
    .filter((part) => part !== '');

/**
 * The licences that a cell names. A cell that is one id or one expression is that; one of several, between line breaks,
 * ";", "|" or ",", is several if each of them is known; anything else is one licence by name.
 */
export function parseLicenses(cell: string, relation: BomLicense['relation']): BomLicense[] {
  const whole = parseKnownLicense(cell, relation);
  if (whole) return [whole];
  const objects = licensesInJson(cell);
  if (objects.length > 0) return objects.flatMap((text) => parseLicenses(text, relation));
  const parts = splitAt(cell, separators);
  const known = parts.map((part) => parseKnownLicense(part, relation));
  if (parts.length > 1 && known.every((license) => license !== undefined)) return known;
  if (parts.length > 1 && /[\n;]/.test(cell)) {
    return splitAt(cell, /[\n;]\s*/).map((part) => parseKnownLicense(part, relation) ?? { relation, name: part });
  }
  return [{ relation, name: cell }];
}

/** `[{"id":"…","license":"MIT"}]`, as Snyk writes it, or `["MIT"]`; nothing where the cell is anything else. */
function licensesInJson(cell: string): string[] {
  if (!/^\[\s*[{"]/.test(cell)) return [];
  try {
    const items = JSON.parse(cell) as unknown[];
    const texts = items.map((item) => {
      const { license, spdx, name, id } = objectOf(item);
      return textOf(item) || textOf(license) || textOf(spdx) || textOf(name) || textOf(id);
    });
    return texts.includes('') || texts.some((text) => text.startsWith('[')) ? [] : texts;
  } catch {
    return [];
  }
}

function parseKnownLicense(text: string, relation: BomLicense['relation']): BomLicense | undefined {
  const id = listedLicense(text);
  if (id !== undefined) return { relation, id };
  return isValidExpression(text) ? { relation, expression: text } : undefined;
}

const algorithmNames: ReadonlyMap<string, string> = new Map(
  'MD5 SHA-1 SHA-224 SHA-256 SHA-384 SHA-512 SHA3-256 SHA3-384 SHA3-512 BLAKE2b-256 BLAKE2b-384 BLAKE2b-512 BLAKE3'
    .split(' ')
    .map((name) => [name.toLowerCase().replace(/[-_]/g, ''), name]),
);
/** Hexadecimal digits: the usual algorithm of that length, where a cell names none. */
const usualAlgorithms: ReadonlyMap<number, string> = new Map([
  [32, 'MD5'],
  [40, 'SHA-1'],
  [56, 'SHA-224'],
  [64, 'SHA-256'],
  [96, 'SHA-384'],
  [128, 'SHA-512'],
]);

export const parseHashAlgorithm = (name: string): string | undefined =>
  algorithmNames.get(
    name
      .trim()
      .toLowerCase()
      .replace(/[-_\s]/g, ''),
  );

/** Hashes as cells hold them: "SHA256: ab12…", "ab12…", several between line breaks, ",", ";" or spaces. */
export function parseHashes(cell: string, algorithm: string | undefined): BomHash[] {
  const hashes: BomHash[] = [];
  for (const match of cell.matchAll(/(?:([A-Za-z][\w-]{1,15})\s*[:=(]\s*)?\b([0-9a-fA-F]{32,128})\b/g)) {
    const [, named, value = ''] = match;
    const known = named === undefined ? (algorithm ?? usualAlgorithms.get(value.length)) : parseHashAlgorithm(named);
    if (known !== undefined) hashes.push({ algorithm: known, value: value.toLowerCase() });
  }
  return hashes;
}

const schemes = /^(?:https?|ftp|git|ssh|svn|git\+(?:https?|ssh|git)|scm):/i;

/** Addresses in a cell; a host without a scheme is one too, in a cell that holds nothing else. */
export function parseUrls(cell: string): string[] {
  const words = cell.split(/[\s,;]+/).filter((word) => word !== '');
  const addresses = words.filter((word) => schemes.test(word) || /^git@[\w.-]+:/.test(word));
  if (addresses.length > 0) return addresses.length === words.length ? addresses : [];
  return words.length === 1 && /^(?:www\.|[\w-]+(?:\.[\w-]+)+\/)[^\s@]*$/.test(cell) ? [cell] : [];
}

/** What is between white space, ";", and where an identifier follows "," or "|", which may be in one otherwise. */
export const partsOfIdentifiers = (cell: string): string[] =>
  cell.split(/\s*[,|]\s*(?=(?:pkg|cpe):)|[\s;]+/i).filter((part) => part !== '');

/** Several identifiers: each starts with the prefix. */
export function splitIdentifiers(cell: string, prefix: RegExp): string[] {
  const parts = partsOfIdentifiers(cell);
  return parts.length > 1 && parts.every((part) => prefix.test(part)) ? parts : [cell];
}
