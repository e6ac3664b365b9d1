import deprecatedIds from 'spdx-license-ids/deprecated.json' with { type: 'json' };
import currentIds from 'spdx-license-ids/index.json' with { type: 'json' };
import {
  formatLicense,
  isBalanced,
  isLicenseRef,
  LicenseError,
  type LicenseExpression,
  type LicenseTerm,
  parseLicense,
} from './license.js';
import { addresses, families, nicknames, successors, versionedAcronyms } from './license-names.js';

const maxNameLength = 2000;

/** Whether a text where a licence stands says one: tools fill the field with these words. */
export const saysLicense = (text: string): boolean =>
  !/^(?:|NONE|NOASSERTION|UNKNOWN|UNSPECIFIED|UNDEFINED|N\/?A|[-?])$/i.test(text.trim());

/** Whether the licence of a part is not declared, though that of another is (`MIT AND NOASSERTION`). */
export function hasOpenPart(license: string): boolean {
  try {
    return isOpen(parseLicense(license));
  } catch (error) {
    if (error instanceof LicenseError) return false;
    throw error;
  }
}

/** AND: nothing is asserted of a part; OR: of no alternative. */
function isOpen(expression: LicenseExpression): boolean {
  if (expression.kind === 'license') return /^(?:NOASSERTION|NONE)$/i.test(expression.id);
  return expression.kind === 'or' ? expression.operands.every(isOpen) : expression.operands.some(isOpen);
}

/** The components of an SBOM have few different licences. */
const cache = new Map<string, string | null>();
const maxCached = 5_000;
const maxCachedLength = 200;

/**
 * The SPDX expression for a text: an expression in any letter case, a well-known name, a trove classifier, the
 * address of a licence text, or several of those with "and", "or" or "/" between them. Deprecated ids become their
 * successors, LicenseRefs stay. Null where it is not clear what is meant ("BSD", "see LICENSE"): a wrong licence is
 * worse than an unknown one.
 */
export function normalizeLicense(text: string): string | null {
  let expression = cache.get(text);
  if (expression === undefined) {
    expression = normalized(text);
    if (cache.size >= maxCached) cache.clear();
    if (text.length <= maxCachedLength) cache.set(text, expression);
  }
  return expression;
}

function normalized(text: string): string | null {
  const name = withoutHolder(text.split('::').at(-1)!.trim());
  if (name === '') return null;
  const fromExpression = normalizedExpression(name);
  if (fromExpression || name.length > maxNameLength) return fromExpression;
  const plain = name.replace(atLeast, ' $1+').replace(/\s*\|\s*/g, ' or ');
  return (
    fromAddress(name) ?? (doubtful.test(plain) || !isBalanced(plain) ? null : (fromName(plain) ?? fromParts(plain)))
  );
}

/** "MIT + file LICENSE": CRAN's templates, to which the file adds year and holder, and nothing else. */
const withoutHolder = (name: string): string =>
  name.replace(/^(MIT|BSD_[23]_clause)\s*\+\s*file\s+LICEN[CS]E$/, (_, template: string) =>
    template.replaceAll('_', '-'),
  );

/** "GPL (>= 2)", as CRAN writes it. */
const atLeast = /\s*\(?>=\s*v?(\d[\d.]*)\)?/g;
/** Marks of a comparison, a negation, or a guess ("MIT*" of license-checker). */
const doubtful = /[<>=!~^]|[*?](?=\s|$)/;

/** Successors for deprecated ids, ids for names of one word; null where one of them is neither listed nor a reference. */
function normalizedExpression(text: string): string | null {
  try {
    const normalized = mapTerms(parseLicense(text), normalizedTerm);
    return normalized && formatLicense(normalized);
  } catch (error) {
    if (error instanceof LicenseError) return null;
    throw error;
  }
}

function mapTerms(
  expression: LicenseExpression,
  map: (term: LicenseTerm) => LicenseExpression | null,
): LicenseExpression | null {
  if (expression.kind === 'license') return map(expression);
  const operands = expression.operands.map((operand) => mapTerms(operand, map));
  return operands.includes(null) ? null : { kind: expression.kind, operands: operands as LicenseExpression[] };
}

function normalizedTerm(term: LicenseTerm): LicenseExpression | null {
  if (isLicenseRef(term.id)) return term;
  const successor = Object.hasOwn(successors, term.id) ? successors[term.id]! : null;
  if (term.listed && !successor && !term.orLater) return term;
  const name = fromName(`${term.id}${term.orLater ? '+' : ''}`) ?? (term.orLater ? null : successor);
  if (!name) return term.listed && !successor ? term : null;
  const meant = parseLicense(name);
  if (!term.exception) return meant;
  return meant.kind === 'license' && !meant.exception ? { ...meant, exception: term.exception } : null;
}

function fromAddress(text: string): string | null {
  const address = text
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '')
    .replace(/(?:\.en)?\.(?:html?|txt|php|md)$/, '');
  for (const [pattern, name] of addresses) if (pattern.test(address)) return fromName(address.replace(pattern, name));
  return null;
}

/** "Name (Acronym)" counts when both mean the same, or one is known and the other only abbreviates it. */
function fromName(text: string): string | null {
  const whole = idByKey(keyOf(text));
  if (whole) return whole;
  const parts = /^([^()]+)\(([^()]+)\)$/.exec(text.trim());
  if (!parts) return null;
  const [name, acronym] = [keyOf(parts[1]!), keyOf(parts[2]!)];
  const [outer, inner] = [idByKey(name), idByKey(acronym)];
  if (outer && inner) return outer === inner ? inner : null;
  const isRepeated = inner ? hasWordsOf(acronym, name) : hasWordsOf(name, acronym);
  return isRepeated || abbreviates(parts[2]!, parts[1]!.toLowerCase()) ? (inner ?? outer) : null;
}

/** Whether the key has all words of the other: "bsd 3 clause" those of "bsd". */
const hasWordsOf = (key: string, other: string): boolean =>
  other.split(' ').every((word) => key.split(' ').includes(word));

/** Whether the acronym has letters of the name in their order and adds no word to one of its own: "HPND", not "Modified MIT (MIT)". */
function abbreviates(acronym: string, name: string): boolean {
  const letters = acronym.trim().replace(/-?v?[\d.]+\+?$/, '');
  if (!/^[A-Z][A-Za-z]*[A-Z][A-Za-z]*$/.test(letters) || name.split(/[^a-z]+/).includes(letters.toLowerCase()))
    return false;
  let at = -1;
  return [...letters.toLowerCase()].every((letter, index) => {
    at = name.indexOf(letter, at + 1);
    return index === 0 ? at === 0 : at !== -1;
  });
}

/** Several licences by their names, all joined in the same way. */
function fromParts(text: string): string | null {
  const kept = text
    .replace(/\bdevelopment and distribution\b/gi, 'development & distribution')
    .replace(orLaterPhrase, '+');
  const connectors = new Set((kept.match(connector) ?? []).map((word) => word.trim().toLowerCase()));
  const isAnd = connectors.has('and') || connectors.has('&');
  if (connectors.size === 0 || (isAnd && connectors.size > 1)) return null;
  const parts = kept.split(connector).map((part) => {
    const name = part.replace('&', 'and');
    return normalizedExpression(name.trim()) ?? fromAddress(name.trim()) ?? fromName(name);
  });
  if (parts.includes(null)) return null;
  return formatLicense(parseLicense(parts.map((part) => `(${part!})`).join(isAnd ? ' AND ' : ' OR ')));
}

const connector = /\s+(?:and|or)\s+|\s*\/\s*/gi;
const orLaterPhrase =
  /,?\s*\(?\bor\s+(?:\(at your option\)\s+)?(?:any\s+)?(?:newer|later|above|higher|greater)(?:\s+versions?)?\)?/gi;
const noise = new Set(
  'the license licence licensed licences licenses version ver v under terms of software inc'.split(' '),
);
const gluedVersion = new RegExp(`^(${versionedAcronyms})v?(\\d[\\d.]*)(\\+?)$`);

/** "Apache License, Version 2.0", "ASL 2.0" and "Apache-2.0" have one key: "apache 2". */
function keyOf(name: string): string {
  const words = name
    .slice(0, maxNameLength)
    .toLowerCase()
    .replace(orLaterPhrase, '+')
    .split(/[^a-z0-9.+]+/)
    .flatMap((word) => gluedVersion.exec(word)?.slice(1) ?? [word])
    .flatMap((word) => (word.endsWith('+') ? [word.slice(0, -1), 'or', 'later'] : [word]))
    .map((word) => word.replace(/^v(?=\d)/, '').replace(/^(\d+)((?:\.\d+)*?)(?:\.0)*\.?$/, '$1$2'))
    .filter((word) => word !== '' && word !== '.' && !noise.has(word));
  return families.reduce((key, [long, acronym]) => key.replace(long, acronym), words.join(' '));
}

const ids = new Map<string, string>();
for (const id of [...deprecatedIds, ...currentIds]) ids.set(keyOf(id), successors[id] ?? id);
for (const [key, id] of nicknames) ids.set(key, id);

/** A version alone means that version only. */
function idByKey(key: string): string | null {
  return ids.get(key) ?? ids.get(`${key} only`) ?? null;
}
