import { FormatError } from '../../../formats/format.js';

const maxHeaders = 10_000;

/**
 * `Name: value` lines up to the first empty one, of which a line that begins with white space goes on with the one
 * before: as in MANIFEST.MF (JAR File Specification), METADATA (core metadata of Python packages) and control files.
 * Names in lower case; of several with one name the first counts.
 *
 * @param joint what a line that goes on is joined with: nothing in MANIFEST.MF
 * @throws FormatError `limit`
 */
export function readHeaders(text: string, joint = '\n'): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  let last: string | null = null;
  let count = 0;
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line === '') break;
    if ((count += 1) > maxHeaders) throw new FormatError('limit', `There are more than ${maxHeaders} headers`);
    if (line.startsWith(' ') || line.startsWith('\t')) {
      if (last !== null) headers.set(last, `${headers.get(last)!}${joint}${line.slice(1)}`);
      continue;
    }
    const colon = line.indexOf(':');
    const name = colon > 0 ? line.slice(0, colon).trim().toLowerCase() : '';
    last = name === '' || headers.has(name) ? null : name;
    if (last !== null) headers.set(last, line.slice(colon + 1).trim());
  }
  return headers;
}
