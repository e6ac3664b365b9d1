import { FormatError } from '../../formats/format.js';
import type { JsonObject } from '../../model/document.js';
import { objectOf, ownMember, textOf } from '../../model/json.js';
import type { SourceTree } from '../manifest-kind.js';
import { folderOf } from '../paths.js';
import { readJsonFile } from '../reading/json-file.js';
import { readYamlFile } from '../reading/yaml-file.js';

type Catalogs = (name: string, range: string) => string;

const roots = new WeakMap<SourceTree, Map<string, Promise<JsonObject | null>>>();

/**
 * What `catalog:` and `catalog:name` stand for: the catalogs of the nearest pnpm-workspace.yaml, .yarnrc.yml or
 * package.json with `workspaces` above (pnpm.io, "Catalogs"). A range that is in none stays as it is.
 */
export async function catalogsAbove(tree: SourceTree, folder: string): Promise<Catalogs> {
  const cached = roots.get(tree) ?? new Map<string, Promise<JsonObject | null>>();
  roots.set(tree, cached);
  for (let at = folder; ; at = folderOf(at)) {
    if (!cached.has(at)) cached.set(at, catalogsOf(tree, at));
    const found = await cached.get(at)!;
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

async function catalogsOf(tree: SourceTree, folder: string): Promise<JsonObject | null> {
  const at = (name: string): string => (folder === '' ? name : `${folder}/${name}`);
  for (const name of ['pnpm-workspace.yaml', '.yarnrc.yml', 'package.json']) {
    const bytes = await tree.read(at(name));
    if (!bytes) continue;
    const root = await rootOf(name, bytes);
    for (const one of [root, objectOf(ownMember(root, 'workspaces'))])
      if (ownMember(one, 'catalog') !== undefined || ownMember(one, 'catalogs') !== undefined) return one;
  }
  return null;
}

async function rootOf(name: string, bytes: Uint8Array): Promise<JsonObject> {
  try {
    return (await (name.endsWith('.json') ? readJsonFile(bytes) : readYamlFile(bytes))).root;
  } catch (error) {
    if (error instanceof FormatError) return {}; // a manifest says so itself
    throw error;
  }
}
