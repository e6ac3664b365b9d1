import { detectedKinds, manifestKinds } from '../../src/manifests/index.js';
import { knownManifests } from '../../src/manifests/known-manifests.js';

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

const namesOf = (files: readonly string[]): string => files.map((file) => `\`${file}\``).join(', ');

const byText = (a: readonly string[], b: readonly string[]): number => (a.join('\n') < b.join('\n') ? -1 : 1);

/** The kinds that are read, by ecosystem. */
export function readTable(): string {
  const rows = [...manifestKinds, ...detectedKinds].map(({ id, ecosystem, files, nature, coveredBy = [] }) => [
    ...[ecosystem, namesOf(files), `\`${id}\``, nature],
    coveredBy.join(', '),
  ]);
  return table(['Ecosystem', 'Files', 'Kind', 'What it holds', 'Left to'], rows.sort(byText));
}

const reasonOf = (isProgram?: true, mentions?: RegExp): string =>
  isProgram ? 'a program, never run' : mentions ? 'no reader; reported where it names any' : 'no reader';

/** The kinds that are seen and not read, by ecosystem. */
export function unreadTable(): string {
  const rows = knownManifests.map(({ id, ecosystem, files, coveredBy = [], isProgram, mentions }) => [
    ...[ecosystem, namesOf(files), `\`${id}\``, reasonOf(isProgram, mentions)],
    coveredBy.join(', '),
  ]);
  return table(['Ecosystem', 'Files', 'Kind', 'Why', 'No gap beside'], rows.sort(byText));
}
