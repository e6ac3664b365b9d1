/** The fields of a paragraph by lower-case name; folded lines are joined with spaces. */
export type Paragraph = ReadonlyMap<string, string>;

/** Longer fields are lists of files, which are not used. */
const maxFieldLength = 200_000;

/** Paragraphs of a Debian control file (Debian policy, 5.1), from lines in batches, in batches. */
export async function* controlParagraphs(
  batches: AsyncIterable<readonly string[]>,
): AsyncIterable<readonly Paragraph[]> {
  let fields = new Map<string, string>();
  let last = '';
  for await (const lines of batches) {
    const paragraphs: Paragraph[] = [];
    for (const line of lines) {
      if (line.trim() === '') {
        if (fields.size > 0) paragraphs.push(fields);
        [fields, last] = [new Map(), ''];
      } else if (/^[ \t]/.test(line)) {
        const text = fields.get(last);
        if (text !== undefined && text.length < maxFieldLength) fields.set(last, `${text} ${line.trim()}`.trim());
      } else if (!line.startsWith('#')) {
        const colon = line.indexOf(':');
        last = line.slice(0, Math.max(0, colon)).toLowerCase();
        if (colon > 0) fields.set(last, line.slice(colon + 1).trim());
      }
    }
    if (paragraphs.length > 0) yield paragraphs;
  }
  if (fields.size > 0) yield [fields];
}
