import { listedException, listedLicense } from '../../../model/license.js';
import { slugWithHash } from './identifiers.js';

const tokenPattern = /\s*([()]|[A-Za-z0-9.:_-]+\+?)/y;
/** What is longer is no expression that anyone can read, but text. */
const longestExpression = 65_536;

/** A document says the same few expressions over and over. */
const remembered = new Map<string, ReadExpression | undefined>();
const longestRemembered = 200;
const maxRemembered = 2_000;

const validReference = /^(?:DocumentRef-[A-Za-z0-9.-]+:)?LicenseRef-[A-Za-z0-9.-]+$/;

/** A licence expression as it can be written: its own text, and the names in it that no list has. */
export interface ReadExpression {
  readonly tokens: readonly string[];
  /** Ids that are neither on the SPDX lists nor LicenseRefs, as written. */
  readonly unknown: readonly string[];
  /** LicenseRefs of this document, without repeats. */
  readonly references: readonly string[];
  /** False where a LicenseRef has characters that it must not have; `tokens` have it without them. */
  readonly isExact: boolean;
}

/**
 * Reads a licence expression (SPDX 2.3, annex D): ids in any case, `+`, WITH, AND, OR, parentheses. Linear, and without
 * recursion, so that ten thousand open parentheses are no harm.
 *
 * @returns undefined where the text is no expression ("see LICENSE file", "MIT AND") or has an exception of no list
 */
export function readExpression(text: string): ReadExpression | undefined {
  if (text.length > longestRemembered) return text.length > longestExpression ? undefined : parse(text);
  let read = remembered.get(text);
  if (read === undefined && !remembered.has(text)) {
    if (remembered.size >= maxRemembered) remembered.clear();
    read = parse(text);
    remembered.set(text, read);
  }
  return read;
}

function parse(text: string): ReadExpression | undefined {
  const tokens: string[] = [];
  const unknown: string[] = [];
  const references = new Set<string>();
  let open = 0;
  let expectsOperand = true;
  let isExact = true;
  for (const token of splitTokens(text)) {
    const word = token.toUpperCase();
    if (token === '(') {
      if (!expectsOperand) return undefined;
      open += 1;
      tokens.push(token);
    } else if (token === ')') {
      if (expectsOperand || open === 0) return undefined;
      open -= 1;
      tokens.push(token);
    } else if (word === 'AND' || word === 'OR' || word === 'WITH') {
      if (expectsOperand || (word === 'WITH' && !isSimple(tokens))) return undefined;
      tokens.push(word);
      expectsOperand = true;
    } else {
      if (!expectsOperand) return undefined;
      const known = tokens.at(-1) === 'WITH' ? listedException(token) : license(token, unknown, references);
      if (known === undefined) return undefined;
      isExact &&= known === token || !isReference(token);
      tokens.push(known);
      expectsOperand = false;
    }
  }
  if (expectsOperand || open > 0) return undefined;
  return { tokens, unknown, references: [...references], isExact };
}

/** "(MIT OR Apache-2.0) AND LicenseRef-1", with one space between the words. */
export function writeTokens(tokens: readonly string[]): string {
  return tokens.join(' ').replaceAll('( ', '(').replaceAll(' )', ')');
}

/** True where every reader of SPDX takes the text for a licence: an expression of listed ids and LicenseRefs. */
export function isValidExpression(text: string): boolean {
  if (text === 'NONE' || text === 'NOASSERTION') return true;
  const read = readExpression(text);
  return read !== undefined && read.isExact && read.unknown.length === 0;
}

/** The LicenseRef under which an extracted licence is defined and used: its own id where its letters are allowed. */
export function licenseReference(id: string): string {
  return validReference.test(id) ? id : `LicenseRef-${slugWithHash(id.replace(/^LicenseRef-/, ''), id)}`;
}

/** True where the expression must stand in parentheses when another is added to it. */
export const isCompound = (tokens: readonly string[]): boolean => tokens.includes('AND') || tokens.includes('OR');

/** Empty where a character stands in the text that no token has. */
function splitTokens(text: string): string[] {
  const tokens: string[] = [];
  const trimmed = text.trimEnd();
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < trimmed.length) {
    const token = tokenPattern.exec(trimmed)?.[1];
    if (token === undefined) return [];
    tokens.push(token);
  }
  return tokens;
}

/** WITH follows a licence, not an expression in parentheses and not another exception. */
const isSimple = (tokens: readonly string[]): boolean => tokens.at(-1) !== ')' && tokens.at(-2) !== 'WITH';

const isReference = (token: string): boolean => /^(?:DocumentRef-[^:]+:)?LicenseRef-/.test(token);

function license(token: string, unknown: string[], references: Set<string>): string {
  if (isReference(token)) {
    const reference = licenseReference(token);
    if (reference.startsWith('LicenseRef-')) references.add(reference);
    return reference;
  }
  const whole = listedLicense(token);
  if (whole !== undefined) return whole;
  const id = token.endsWith('+') ? listedLicense(token.slice(0, -1)) : undefined;
  if (id === undefined) unknown.push(token);
  return id === undefined ? token : `${id}+`;
}
