import type { JsonObject } from '../../model/document.js';
import { objectOf, ownMember, textOf } from '../../model/json.js';
import type { SourceTree } from '../manifest-kind.js';
import { folderOf } from '../paths.js';
import { readJsonFile } from '../reading/json-file.js';
import { ifReadable } from '../reading/if-readable.js';
import { perPath } from '../reading/per-tree.js';
import { readYamlFile } from '../reading/yaml-file.js';

type Catalogs = (name: string, range: string) => string;

/**
 * What `catalog:` and `catalog:name` stand for: the catalogs of the nearest pnpm-workspace.yaml, .yarnrc.yml or
 * package.json with `workspaces` above (pnpm.io, "Catalogs"). A range that is in none stays as it is.
 */
export async function catalogsAbove(tree: SourceTree, folder: string): Promise<Catalogs> {
  for (let at = folder; ; at = folderOf(at)) {
    const found = await catalogsOf(tree, at);
    if (found) return (name, range) => rangeIn(found, name, range);
    if (at === '') return (_, range) => range;
  }
}

function rangeIn(root: JsonObject, name: string, range: string): string {
  const [, catalog] = /^catalog:(.*)$/.exec(range.trim()) ?? [];
  if (catalog === undefined) return range;
  const named = objectOf(ownMember(objectOf(ownMember(root, 'catalogs')), catalog || 'default'));
  const inDefault = catalog === '' || catalog === 'default' ? textOf(ownMember(objectOf(ownMember(root, 'catalog')), name)) : ''; // prettier-ignore
  return inDefault || textOf(ownMember(named, name)) || range;
}

const catalogsOf = perPath(async (tree, folder): Promise<JsonObject | null> => {
  const at = (name: string): string => (folder === '' ? name : `${folder}/${name}`);
  for (const name of ['pnpm-workspace.yaml', '.yarnrc.yml', 'package.json']) {
    const bytes = await tree.read(at(name));
    if (!bytes) continue;
    const file = await ifReadable<{ root: JsonObject }>(
      name.endsWith('.json') ? readJsonFile(bytes) : readYamlFile(bytes),
    );
    const root = file?.root ?? {};
    for (const one of [root, objectOf(ownMember(root, 'workspaces'))])
      if (ownMember(one, 'catalog') !== undefined || ownMember(one, 'catalogs') !== undefined) return one;
  }
  return null;
});
