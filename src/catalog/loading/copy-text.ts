/** PostgreSQL's text format of COPY: one line per row, tabs between columns, backslash escapes (PostgreSQL manual, COPY). */

export type CopyValue = string | number | boolean | null | readonly string[];

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

export function copyLine(values: readonly CopyValue[]): string {
  return `${values.map(copyField).join('\t')}\n`;
}

function copyField(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'object') return escaped(`{${value.map(arrayElement).join(',')}}`);
  return String(value);
}

function arrayElement(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function escaped(text: string): string {
  const clean = /[\0\ud800-\udfff]/.test(text) ? wellFormed(text) : text;
  return /[\\\t\n\r]/.test(clean) ? clean.replace(/[\\\t\n\r]/g, (character: string) => escapes[character]!) : clean;
}

/** JSON text that jsonb accepts: without NUL and lone surrogates, which are always escaped here. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('\\u') ? text.replace(/\\(?:u(?:0000|d[89a-f][0-9a-f]{2})|(.))/g, keepOther) : text;
}

const keepOther = (whole: string, other: string | undefined): string => (other === undefined ? '' : whole);

/** UTF-8 cannot hold lone surrogates, PostgreSQL cannot hold NUL. */
const wellFormed = (text: string): string => Buffer.from(text, 'utf8').toString('utf8').replaceAll('\0', '');
