import type { JsonObject } from '../../model/document.js';
import { defineMember, objectOf, ownMember, textOf } from '../../model/json.js';
import { localFolder } from './npm-package.js';

/**
 * Converts the nested `dependencies` of a version 1 lock file to the shape of version 2, by path. Entries stay the same
 * objects, so that their lines are known.
 *
 * @param manifest the package.json of the project, which names direct dependencies; null if there is none
 */
export function packagesOfTree(lock: JsonObject, manifest: JsonObject | null): JsonObject {
  const packages: JsonObject = {};
  defineMember(packages, '', {
    ...(manifest ?? {}),
    name: textOf(ownMember(lock, 'name')),
    version: textOf(ownMember(lock, 'version')),
  });
  const waiting: [folder: string, dependencies: JsonObject][] = [['', objectOf(ownMember(lock, 'dependencies'))]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [folder, dependencies] = next;
    for (const [name, value] of Object.entries(dependencies)) {
      const entry = objectOf(value);
      const path = `${folder}node_modules/${name}`;
      const nested = objectOf(ownMember(entry, 'dependencies'));
      const place = modernise(entry, packages, path);
      defineMember(packages, path, entry);
      waiting.push([place === '' ? '' : `${place}/`, nested]);
    }
  }
  return packages;
}

/**
 * Version 1 stores the source in `version` if it is not a registry: `npm:real@1.0.0`, `file:../x`, a git address.
 *
 * @returns where the package itself is, below which its own dependencies are
 */
function modernise(entry: JsonObject, packages: JsonObject, path: string): string {
  entry['dependencies'] = objectOf(ownMember(entry, 'requires'));
  const version = textOf(ownMember(entry, 'version'));
  const alias = /^npm:(@?[^@]+)@(.+)$/.exec(version);
  if (alias) {
    entry['name'] = alias[1]!;
    entry['version'] = alias[2]!;
    return path;
  }
  if (!version.includes(':') && !version.includes('/')) return path;
  const folder = localFolder(version);
  if (folder !== null) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 13);
    defineMember(packages, folder, { name, dependencies: entry['dependencies']! });
    entry['link'] = true;
    entry['resolved'] = folder;
    return folder;
  }
  entry['resolved'] = version;
  entry['version'] = '';
  return path;
}
