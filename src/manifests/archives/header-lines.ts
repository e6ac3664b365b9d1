import { FormatError } from '../../formats/format.js';

const maxHeaders = 10_000;

/**
 * Header lines `Name: value` up to the first empty line; a line that begins with white space continues the one before
 * (MANIFEST.MF, METADATA of Python packages, Debian control files). Names become lower case; the first of several
 * headers with one name counts.
 *
 * @param joint joins continued lines: empty in MANIFEST.MF
 * @throws FormatError `limit`
 */
export function readHeaders(text: string, joint = '\n'): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const [name, value] of headersOf(text, joint)) if (!headers.has(name)) headers.set(name, value);
  return headers;
}

/** The same, in their order: a name may come several times. */
export function headersOf(text: string, joint = '\n'): [name: string, value: string][] {
  const headers: [string, string][] = [];
  let last: [string, string] | null = null;
  let count = 0;
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line === '') break;
    if ((count += 1) > maxHeaders) throw new FormatError('limit', `There are more than ${maxHeaders} headers`);
    if (line.startsWith(' ') || line.startsWith('\t')) {
      if (last !== null) last[1] += `${joint}${line.slice(1)}`;
      continue;
    }
    const colon = line.indexOf(':');
    const name = colon > 0 ? line.slice(0, colon).trim().toLowerCase() : '';
    last = name === '' ? null : [name, line.slice(colon + 1).trim()];
    if (last !== null) headers.push(last);
  }
  return headers;
}
