import { objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import { dependencyRequests } from './package-json.js';
import type { WorkspaceRoot } from './workspace-members.js';

const packageName = /^(?:\*\*\/)?((?:@[\w.~-]{1,214}\/)?[\w.~-]{1,214})$/;
const maxNamed = 5;

/** What a package.json puts in the place of ranges: for direct requests a range, for others a warning. */
type Overrides = (name: string, range: string) => string;

/**
 * `overrides` of npm and Bun, `resolutions` of Yarn, `overrides` of pnpm: those of the root of a workspace hold for all
 * of it, and those of its packages for nothing. Which of them hold for what other packages ask for is known to an
 * installation only: without a lock file a warning names them.
 *
 * @param project the names of what its file itself asks for
 */
export function overridesOf(
  { folder: root, manifest, pnpm }: WorkspaceRoot,
  project: { readonly folder: string; readonly direct: ReadonlySet<string> },
  out: ContentsBuilder,
): Overrides {
  const tables = [
    ownMember(manifest, 'overrides'),
    ownMember(manifest, 'resolutions'),
    ownMember(objectOf(ownMember(manifest, 'pnpm')), 'overrides'),
    ownMember(pnpm, 'overrides'),
  ];
  const ofRoot = new Map(dependencyRequests(manifest).map(({ name, range }) => [name, range]));
  const ranges = new Map<string, string>();
  const others: string[] = [];
  for (const [key, value] of tables.flatMap((table) => Object.entries(objectOf(table)))) {
    const name = packageName.exec(key)?.[1];
    const written = textOf(value) || textOf(ownMember(objectOf(value), '.'));
    // "$name" is the range of the root's own request.
    const range = written.startsWith('$') ? (ofRoot.get(written.slice(1)) ?? '') : written;
    if (name === undefined || !project.direct.has(name)) others.push(key);
    else if (range !== '') ranges.set(name, range);
  }
  if (others.length > 0 && root === project.folder) out.addWarning(1, overriddenMessage(others), 'locked');
  return (name, range) => ranges.get(name) ?? range;
}

function overriddenMessage(keys: readonly string[]): string {
  const named = keys.slice(0, maxNamed).map((key) => JSON.stringify(key.slice(0, 80)));
  const list = `${named.join(', ')}${keys.length > maxNamed ? ` and ${keys.length - maxNamed} more` : ''}`;
  return `Versions of what other packages ask for are overridden (${list}): which hold is known to a lock file only`;
}
