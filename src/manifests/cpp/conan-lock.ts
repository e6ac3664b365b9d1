import { FormatError } from '../../formats/format.js';
import type { Json, JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { type JsonFile, readJsonFile } from '../reading/json-file.js';

/** conan.lock: three lists of references in Conan 2, a graph in Conan 1. */
export const conanLock: ManifestKind = {
  id: 'conan-lock',
  ecosystem: 'conan',
  nature: 'locked',
  files: ['conan.lock'],
  matches: (path) => baseName(path) === 'conan.lock',
  read,
};

const lists: readonly (readonly [string, DependencyScope])[] = [
  ['requires', 'runtime'],
  ['build_requires', 'build'],
  ['python_requires', 'build'],
  ['config_requires', 'build'],
];

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const json = await readJsonFile(file.bytes);
  const nodes = objectOf(ownMember(objectOf(ownMember(json.root, 'graph_lock')), 'nodes'));
  if (Object.keys(nodes).length > 0) return readGraph(nodes, json, out);
  if (!lists.some(([list]) => Array.isArray(ownMember(json.root, list))))
    throw new FormatError('invalid', 'This is no conan.lock: it has neither "requires" nor "graph_lock"');
  for (const [name, scope] of lists) {
    const list = listOf(ownMember(json.root, name));
    for (const [index, item] of list.entries()) {
      const reference = textOf(Array.isArray(item) ? item[0] : item);
      add(reference, { scope, line: json.lineOfItem(list, index) }, out);
    }
  }
}

/**
 * Node 0, or the one with a path to its recipe, is the project itself, with or without reference. Before version 0.4
 * (Conan 1.27) a node has `pref`, the reference with its package, and ids are not numbers; in 0.1 its lists hold ids by
 * reference.
 */
function readGraph(nodes: JsonObject, json: JsonFile, out: ContentsBuilder): void {
  const refs = new Map<string, string | null>();
  for (const [id, value] of Object.entries(nodes)) {
    const node = objectOf(value);
    const reference = textOf(ownMember(node, 'ref')) || textOf(ownMember(node, 'pref'));
    const isProject = id === '0' || reference === '' || /^conanfile\./.test(reference) || Object.hasOwn(node, 'path');
    const line = json.lineOf(value);
    refs.set(id, isProject ? out.addProject(folderOf(out.file)) : add(reference, { line }, out));
  }
  for (const [id, value] of Object.entries(nodes))
    for (const [list, scope] of lists)
      for (const to of valuesOf(ownMember(objectOf(value), list)))
        out.addDependency(refs.get(id) ?? null, refs.get(textOf(to)) ?? null, scope);
}

const valuesOf = (list: Json | undefined): readonly Json[] =>
  Array.isArray(list) ? list : Object.values(objectOf(list));

/** `name/version@user/channel#recipe revision%time:package#revision` */
function add(reference: string, about: { scope?: DependencyScope; line: number }, out: ContentsBuilder): string | null {
  const [recipe = ''] = reference.split(/[:%]/, 1);
  const [named = '', revision = ''] = recipe.split('#', 2);
  const [spec = '', owner = ''] = named.split('@', 2);
  const [name = '', version = ''] = spec.split('/', 2);
  // "_" stands for none.
  const [user = '', channel = ''] = owner.split('/', 2).map((part) => (part === '_' ? '' : part));
  const qualifiers = { user, channel, rrev: revision };
  return out.addComponent({
    ecosystem: 'conan',
    name,
    version,
    purl: { type: 'conan', name, version, qualifiers },
    ...about,
  });
}
