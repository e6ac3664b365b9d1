import exceptionIds from 'spdx-exceptions/index.json' with { type: 'json' };
import deprecatedIds from 'spdx-license-ids/deprecated.json' with { type: 'json' };
import currentIds from 'spdx-license-ids/index.json' with { type: 'json' };
import { CallerError } from './errors.js';

/** One licence of an expression. */
export interface LicenseTerm {
  readonly kind: 'license';
  /** An id of the SPDX list in the list's spelling, a `LicenseRef-…`, a `DocumentRef-…:LicenseRef-…`, or unlisted text. */
  readonly id: string;
  /** Whether the id is on the SPDX list. */
  readonly listed: boolean;
  /** `+` behind the id. */
  readonly orLater: boolean;
  /** The exception after WITH. */
  readonly exception?: string;
}

/** SPDX licence expression (SPDX 2.3, annex D). The operands of a node are never of the node's own kind. */
export type LicenseExpression =
  LicenseTerm | { readonly kind: 'and' | 'or'; readonly operands: readonly LicenseExpression[] };

/** The text is not a licence expression. */
export class LicenseError extends CallerError {
  constructor(message: string) {
    super(400, message, { reason: 'license' });
  }
}

export const maxLicenseLength = 20_000;
const maxDepth = 100;

const byLowerCase = (ids: readonly string[]): ReadonlyMap<string, string> =>
  new Map(ids.map((id) => [id.toLowerCase(), id]));
const licenses = byLowerCase([...deprecatedIds, ...currentIds]);
const exceptions = byLowerCase(exceptionIds);

/** The id of the SPDX list that is written in any letter case, deprecated ones included. */
export function listedLicense(id: string): string | undefined {
  return licenses.get(id.toLowerCase());
}

/** The exception of the SPDX list that is written in any letter case. */
export function listedException(id: string): string | undefined {
  return exceptions.get(id.toLowerCase());
}

export function isLicenseRef(id: string): boolean {
  return /^(?:DocumentRef-[A-Za-z0-9.-]+:)?LicenseRef-[A-Za-z0-9.-]+$/.test(id);
}

/** An addition to a licence that a document defines itself (SPDX 3.0.1, annex "SPDX license expressions"). */
export function isAdditionRef(exception: string): boolean {
  return /^(?:DocumentRef-[A-Za-z0-9.-]+:)?AdditionRef-[A-Za-z0-9.-]+$/.test(exception);
}

/** An expression, and its words as it has them: parentheses, AND, OR, WITH, and ids in the spelling of the list. */
export interface ParsedLicense {
  readonly expression: LicenseExpression;
  readonly words: readonly string[];
  /** The licences in the expression, with repetitions, without exceptions. */
  readonly terms: readonly LicenseTerm[];
}

/** The expression of `readLicense`. @throws {LicenseError} */
export const parseLicense = (text: string): LicenseExpression => parseLicenseOrWords(text).expression;

/**
 * Reads an expression: ids and operators in any letter case; ids that no list has are kept and marked. Without recursion,
 * in linear time; nesting and length are limited. @throws {LicenseError}
 */
export function parseLicenseOrWords(text: string): ParsedLicense {
  if (text.length > maxLicenseLength)
    throw new LicenseError(`Invalid licence expression: it has more than ${maxLicenseLength} characters`);
  const open: Level[] = [newLevel()];
  const words: string[] = [];
  const terms: LicenseTerm[] = [];
  for (const token of tokensOf(text)) {
    const level = open.at(-1)!;
    const word = operators.get(token.toUpperCase());
    words.push(word ?? token);
    if (token === '(') {
      if (!level.expectsOperand || level.expectsException) throw unexpected(token);
      if (open.length > maxDepth)
        throw new LicenseError(`Invalid licence expression: it is nested deeper than ${maxDepth} levels`);
      open.push(newLevel());
    } else if (token === ')') {
      if (open.length === 1) throw unexpected(token);
      addOperand(open.at(-2)!, closed(open.pop()!));
    } else if (word !== undefined) addOperator(level, word);
    else if (level.expectsException) words[words.length - 1] = addException(level, token);
    else {
      const term = termOf(token);
      words[words.length - 1] = idOf(term);
      terms.push(term);
      addOperand(level, term);
    }
  }
  if (open.length > 1) throw new LicenseError('Invalid licence expression: a parenthesis is not closed');
  return { expression: closed(open[0]!), words, terms };
}

/** The canonical text: upper-case operators, single spaces, parentheses only where they are needed. */
export function formatLicense(expression: LicenseExpression): string {
  if (expression.kind === 'license')
    return `${idOf(expression)}${expression.exception ? ` WITH ${expression.exception}` : ''}`;
  const operands = expression.operands.map((operand) =>
    expression.kind === 'and' && operand.kind === 'or' ? `(${formatLicense(operand)})` : formatLicense(operand),
  );
  return operands.join(expression.kind === 'and' ? ' AND ' : ' OR ');
}

const idOf = ({ id, orLater }: LicenseTerm): string => (orLater ? `${id}+` : id);

/** Every licence that the expression names, with its exception, in order and each once. */
export function licenseTerms(expression: LicenseExpression): LicenseTerm[] {
  const terms = new Map<string, LicenseTerm>();
  const waiting = [expression];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (next.kind === 'license') {
      const name = formatLicense(next);
      if (!terms.has(name)) terms.set(name, next);
    } else waiting.unshift(...next.operands);
  }
  return [...terms.values()];
}

const operators: ReadonlyMap<string, 'AND' | 'OR' | 'WITH'> = new Map([
  ['AND', 'AND'],
  ['OR', 'OR'],
  ['WITH', 'WITH'],
]);

/** The content of a pair of parentheses: alternatives (OR) of conjunctions (AND), which bind tighter. */
interface Level {
  readonly alternatives: LicenseExpression[][];
  expectsOperand: boolean;
  expectsException: boolean;
}

const newLevel = (): Level => ({ alternatives: [[]], expectsOperand: true, expectsException: false });

function addOperand(level: Level, operand: LicenseExpression): void {
  if (!level.expectsOperand) throw new LicenseError('Invalid licence expression: write AND or OR between two licences');
  level.alternatives.at(-1)!.push(operand);
  level.expectsOperand = false;
}

function addOperator(level: Level, word: 'AND' | 'OR' | 'WITH'): void {
  if (level.expectsOperand || level.expectsException) throw unexpected(word);
  const last = level.alternatives.at(-1)!.at(-1)!;
  if (word === 'WITH') {
    if (last.kind !== 'license' || last.exception) throw unexpected(word);
    level.expectsException = true;
    return;
  }
  if (word === 'OR') level.alternatives.push([]);
  level.expectsOperand = true;
}

/** @returns the exception in the spelling of the list */
function addException(level: Level, token: string): string {
  const conjunction = level.alternatives.at(-1)!;
  const term = conjunction.pop() as LicenseTerm;
  const exception = listedException(token) ?? (isAdditionRef(token) ? token : undefined);
  if (!exception) throw new LicenseError(`Invalid licence expression: "${token}" is not an exception of the SPDX list`);
  conjunction.push({ ...term, exception });
  level.expectsException = false;
  return exception;
}

function closed(level: Level): LicenseExpression {
  if (level.expectsOperand || level.expectsException)
    throw new LicenseError('Invalid licence expression: a licence is missing at the end or between parentheses');
  return joined(
    'or',
    level.alternatives.map((conjunction) => joined('and', conjunction)),
  );
}

function joined(kind: 'and' | 'or', operands: LicenseExpression[]): LicenseExpression {
  const flat = operands.flatMap((operand) => (operand.kind === kind ? operand.operands : [operand]));
  return flat.length === 1 ? flat[0]! : { kind, operands: flat };
}

function termOf(token: string): LicenseTerm {
  const whole = listedLicense(token);
  if (whole) return { kind: 'license', id: whole, listed: true, orLater: false };
  const orLater = token.endsWith('+');
  const bare = orLater ? token.slice(0, -1) : token;
  const listed = listedLicense(bare);
  if (!/^[A-Za-z0-9.:_-]+$/.test(bare)) throw unexpected(token);
  return { kind: 'license', id: listed ?? bare, listed: listed !== undefined, orLater };
}

function tokensOf(text: string): string[] {
  return text.match(/[()]|[^\s()]+/g) ?? [];
}

function unexpected(token: string): LicenseError {
  const shown = token.length > 40 ? `${token.slice(0, 40)}…` : token;
  return new LicenseError(`Invalid licence expression: "${shown}" is not expected there`);
}

/** Several licences as one text; where each is an expression, the whole is one, and each keeps its own operators together. */
export function joinLicenses(texts: readonly string[], operator: 'AND' | 'OR'): string {
  if (texts.length < 2) return texts[0] ?? '';
  return texts.map(asOperand).join(` ${operator} `);
}

/** In quotes where its own parentheses do not match: "MIT) OR (Acme" would make a choice of what must all hold. */
function asOperand(text: string): string {
  if (!isBalanced(text)) return `"${text}"`;
  return tokensOf(text).some((token) => /^(?:AND|OR)$/i.test(token)) ? `(${text})` : text;
}

/** Whether each parenthesis has its other; a text that was cut off has not. */
export function isBalanced(text: string): boolean {
  let depth = 0;
  for (const sign of text.match(/[()]/g) ?? []) if ((depth += sign === '(' ? 1 : -1) < 0) return false;
  return depth === 0;
}
