import {
  isAdditionRef,
  isLicenseRef,
  LicenseError,
  maxLicenseLength,
  type ParsedLicense,
  parseLicenseOrWords,
} from '../../model/license.js';
import { slugWithHash } from './spdx-identifiers.js';

/** A document repeats few expressions. */
const cache = new Map<string, ParsedExpression | undefined>();
const maxCachedLength = 200;
const maxCached = 2_000;

/** A licence expression as it can be written. */
export interface ParsedExpression {
  readonly tokens: readonly string[];
  /** Ids that are neither listed by SPDX nor LicenseRefs. */
  readonly unknown: readonly string[];
  /** Distinct LicenseRefs of this document. */
  readonly references: readonly string[];
  /** False where `tokens` has a LicenseRef without the invalid characters of the original. */
  readonly isExact: boolean;
}

/**
 * Reads a licence expression (SPDX 2.3, annex D) for writing it into a document of SPDX.
 *
 * @returns undefined where the text is no expression ("see LICENSE file", "MIT AND") or has an exception of no list
 */
export function readExpression(text: string): ParsedExpression | undefined {
  if (text.length > maxCachedLength) return text.length > maxLicenseLength ? undefined : parse(text);
  let read = cache.get(text);
  if (read === undefined && !cache.has(text)) {
    if (cache.size >= maxCached) cache.clear();
    read = parse(text);
    cache.set(text, read);
  }
  return read;
}

function parse(text: string): ParsedExpression | undefined {
  const read = readOrNull(text);
  // Exceptions that a document defines itself came with SPDX 3.
  if (read === null || read.words.some(isAdditionRef)) return undefined;
  const tokens = read.words.map((word) => (isReference(word) ? licenseReference(word) : word));
  const unknown = read.terms.flatMap(({ id, listed, orLater }) =>
    listed || isReference(id) ? [] : [orLater ? `${id}+` : id],
  );
  const references = new Set(tokens.filter((token) => token.startsWith('LicenseRef-')));
  const isExact = tokens.every((token, index) => token === read.words[index]);
  return { tokens, unknown, references: [...references], isExact };
}

function readOrNull(text: string): ParsedLicense | null {
  try {
    return parseLicenseOrWords(text);
  } catch (error) {
    if (error instanceof LicenseError) return null;
    throw error;
  }
}

/** "(MIT OR Apache-2.0) AND LicenseRef-1", with one space between the words. */
export function writeTokens(tokens: readonly string[]): string {
  if (tokens.length === 1) return tokens[0]!;
  return tokens.join(' ').replaceAll('( ', '(').replaceAll(' )', ')');
}

/** True for NONE, NOASSERTION and expressions of listed ids and LicenseRefs. */
export function isValidExpression(text: string): boolean {
  if (text === 'NONE' || text === 'NOASSERTION') return true;
  const read = readExpression(text);
  return read !== undefined && read.isExact && read.unknown.length === 0;
}

/** The LicenseRef of an extracted licence: its own id if that is valid. */
export function licenseReference(id: string): string {
  return isLicenseRef(id) ? id : `LicenseRef-${slugWithHash(id.replace(/^LicenseRef-/, ''), id)}`;
}

/** True where the expression needs parentheses inside of another one. */
export const isCompound = (tokens: readonly string[]): boolean => tokens.includes('AND') || tokens.includes('OR');

const isReference = (token: string): boolean => /^(?:DocumentRef-[^:]+:)?LicenseRef-/.test(token);
