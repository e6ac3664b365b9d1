import type { Json } from '../../../model/document.js';
import { readingRecord, requiredObject, requiredText, SchemaDrift } from '../schema-drift.js';
import { listedPackage } from './listed-package.js';
import { instantKey, publicationLog, type LogPage } from './publication-log.js';

const address = 'https://index.golang.org/index';
/** The most that one answer has. */
const limit = 2_000;
/** Versions made from a commit: any commit has one, so that they identify nothing. */
const pseudoVersion = /-(?:0\.|.*\.0\.)?\d{14}-[0-9a-f]{12}(?:\+incompatible)?$/;

/** Every module version that the Go module proxy has served (index.golang.org), one JSON object a line. */
export const goIndex = publicationLog({
  name: 'go-index',
  address,
  open: (feed) =>
    Promise.resolve(async (through) => {
      const since = through === null ? '' : `&since=${encodeURIComponent(through)}`;
      return pageOf(await feed.text(`${address}?limit=${limit}${since}`), through);
    }),
  recordsOf(path, versions) {
    const at = path.lastIndexOf('/');
    const [namespace, name] = at < 0 ? [null, path] : [path.slice(0, at), path.slice(at + 1)];
    return listedPackage({
      type: 'golang',
      namespace,
      name,
      versions: versions.filter((one) => !pseudoVersion.test(one)),
    });
  },
});

/** `since` is part of what is asked for: an answer with nothing later is the end of the log. */
function pageOf(text: string, since: string | null): LogPage | null {
  const entries = text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const where = { file: 'the index', record: `line ${index + 1}` };
    return readingRecord(where, () => {
      const entry = requiredObject(JSON.parse(line) as Json, 'it');
      const at = requiredText(entry, 'Timestamp');
      return { name: requiredText(entry, 'Path'), version: requiredText(entry, 'Version'), at, key: instantKey(at) };
    });
  });
  const last = entries.at(-1);
  if (last === undefined) {
    if (since === null) throw new SchemaDrift('the index is empty');
    return null;
  }
  const isLast = entries.length < limit;
  if (isLast && since !== null && last.key <= instantKey(since)) return null;
  return { publications: entries, through: last.at, isLast };
}
