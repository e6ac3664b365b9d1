import { manifestKinds } from '../../src/manifests/index.js';
import { knownManifests } from '../../src/manifests/known-manifests.js';

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

const namesOf = (files: readonly string[]): string => files.map((file) => `\`${file}\``).join(', ');

const byText = (a: readonly string[], b: readonly string[]): number => (a.join('\n') < b.join('\n') ? -1 : 1);

/** The kinds that are read, by ecosystem. */
export function readTable(): string {
  const rows = manifestKinds.map(({ id, ecosystem, files, nature, coveredBy = [] }) => [
    ...[ecosystem, namesOf(files), `\`${id}\``, nature],
    coveredBy.join(', '),
  ]);
  return table(['Ecosystem', 'Files', 'Kind', 'What it holds', 'Left to'], rows.sort(byText));
}

/** The kinds that are seen and not read, by ecosystem. */
export function unreadTable(): string {
  const rows = knownManifests.map(({ id, ecosystem, files, coveredBy = [], isProgram }) => [
    ...[ecosystem, namesOf(files), `\`${id}\``, isProgram ? 'a program, never run' : 'no reader'],
    coveredBy.join(', '),
  ]);
  return table(['Ecosystem', 'Files', 'Kind', 'Why', 'No gap beside'], rows.sort(byText));
}
