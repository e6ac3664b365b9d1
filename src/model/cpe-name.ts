import { CallerError } from './errors.js';

/** The eleven attributes of a CPE name, in the order of its bindings (NIST IR 7695, 5.2). */
export const cpeAttributes = [
  'part',
  'vendor',
  'product',
  'version',
  'update',
  'edition',
  'language',
  'swEdition',
  'targetSw',
  'targetHw',
  'other',
] as const;
export type CpeAttribute = (typeof cpeAttributes)[number];

/**
 * A CPE name. Each value is written as in a formatted string (NIST IR 7695, 6.2): `*` is ANY, `-` is NA, an unescaped
 * `*` or `?` at either end is a wildcard, and every other character but letters, digits, `_`, `.` and `-` follows a
 * backslash.
 */
export type Cpe = Readonly<Record<CpeAttribute, string>>;

/** The text is not a CPE. */
export class CpeError extends CallerError {
  constructor(message: string) {
    super(400, message, { reason: 'cpe' });
  }
}

/** Characters of a CPE, as given and in canonical form: below the limit of a b-tree index. */
export const maxCpeLength = 2000;

/** Plain text of a value (`c\+\+` is "c++"); empty for ANY and NA. */
export function plainCpeValue(value: string): string {
  return value === '*' || value === '-' ? '' : value.replace(/\\(.)/g, '$1');
}

/**
 * Plain text as a value: lower case, white space as `_`, without other non-printable or non-ASCII characters, escaped
 * where necessary. Text of which nothing remains is ANY.
 */
export function escapeCpeValue(text: string): string {
  const printable = text
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '_')
    .replace(/[^!-~]/g, '');
  if (printable === '') return '*';
  return printable === '-' ? '\\-' : printable.replace(/[^a-z0-9_.-]/g, '\\$&');
}

const plainValue = /^[A-Za-z0-9_.-]+$/;

/** Literals with a wildcard at either end, or a run of `?` alone. The look-ahead keeps the match linear. */
const valueShape = /^(?:(?:\*|\?+(?!\?))?(?:[A-Za-z0-9_.-]|\\[!-~])+(?:\*|\?+)?|\?+)$/;

/** The canonical spelling of a value, with necessary escapes only (7695, 5.3.2). @throws {CpeError} */
export function checkedCpeValue(attribute: CpeAttribute, value: string): string {
  if (value === '*' || plainValue.test(value)) return value;
  if (value === '') throw new CpeError(`Invalid CPE: ${attribute} is empty; write * for any value`);
  if (/[^!-~]/.test(value)) throw new CpeError(`Invalid CPE: ${attribute} must be printable ASCII without white space`);
  const canonical = value.replace(/\\([!-~])|[^A-Za-z0-9_.*?-]/g, (sign: string, literal: string | undefined) => {
    if (literal === undefined) return `\\${sign}`;
    return plainValue.test(literal) ? literal : sign;
  });
  if (!valueShape.test(canonical))
    throw new CpeError(
      `Invalid CPE: ${attribute} may have "*" or a run of "?" at its ends only; write \\* or \\? for the character`,
    );
  return canonical === '-' ? '\\-' : canonical;
}
