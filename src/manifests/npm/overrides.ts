import type { JsonObject } from '../../model/document.js';
import { objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';

const packageName = /^(?:\*\*\/)?((?:@[\w.~-]{1,214}\/)?[\w.~-]{1,214})$/;
const maxNamed = 5;

/** What a package.json puts in the place of ranges: for direct requests a range, for others a warning. */
type Overrides = (name: string, range: string) => string;

/**
 * `overrides` of npm and Bun, `resolutions` of Yarn, `pnpm.overrides`. Which of them hold for what other packages ask
 * for is known to an installation only: without a lock file a warning names them.
 *
 * @param direct names of what the file itself asks for
 */
export function overridesOf(root: JsonObject, direct: ReadonlySet<string>, out: ContentsBuilder): Overrides {
  const tables = [
    ownMember(root, 'overrides'),
    ownMember(root, 'resolutions'),
    ownMember(objectOf(ownMember(root, 'pnpm')), 'overrides'),
  ];
  const ranges = new Map<string, string>();
  const others: string[] = [];
  for (const [key, value] of tables.flatMap((table) => Object.entries(objectOf(table)))) {
    const name = packageName.exec(key)?.[1];
    const range = textOf(value) || textOf(ownMember(objectOf(value), '.'));
    if (name === undefined || !direct.has(name)) others.push(key);
    // "$name" is the range of the direct request itself.
    else if (range !== '' && !range.startsWith('$')) ranges.set(name, range);
  }
  if (others.length > 0) out.addWarning(1, overriddenMessage(others));
  return (name, range) => ranges.get(name) ?? range;
}

function overriddenMessage(keys: readonly string[]): string {
  const named = keys.slice(0, maxNamed).map((key) => JSON.stringify(key.slice(0, 80)));
  const list = `${named.join(', ')}${keys.length > maxNamed ? ` and ${keys.length - maxNamed} more` : ''}`;
  return `Versions of what other packages ask for are overridden (${list}): which hold is known to a lock file only`;
}
