import { FormatError } from '../../formats/format.js';
import type { JsonObject } from '../../model/document.js';
import { objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { type JsonFile, readJsonFile } from '../reading/json-file.js';

/** MODULE.bazel.lock (bazel.build, "Bazel Lockfile"): the graph until Bazel 7.1, the hashes of the registry since. */
export const bazelLock: ManifestKind = {
  id: 'bazel-lock',
  ecosystem: 'bazel',
  nature: 'locked',
  files: ['MODULE.bazel.lock'],
  matches: (path) => baseName(path) === 'MODULE.bazel.lock',
  read,
};

const centralRegistry = 'https://bcr.bazel.build';

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const json = await readJsonFile(file.bytes);
  if (ownMember(json.root, 'lockFileVersion') === undefined)
    throw new FormatError('invalid', 'This is no lock file of Bazel: it has no "lockFileVersion"');
  const project = out.addProject(folderOf(file.path));
  const graph = objectOf(ownMember(json.root, 'moduleDepGraph'));
  if (Object.keys(graph).length > 0) readGraph(graph, { json, project, out });
  else readHashes(objectOf(ownMember(json.root, 'registryFileHashes')), out);
}

function readGraph(
  graph: JsonObject,
  { json, project, out }: { json: JsonFile; project: string; out: ContentsBuilder },
): void {
  const refs = new Map<string, string | null>();
  for (const [key, value] of Object.entries(graph)) {
    const [name, version] = [textOf(ownMember(objectOf(value), 'name')), textOf(ownMember(objectOf(value), 'version'))];
    refs.set(key, key === '<root>' ? project : out.addComponent(bazelModule({ name, version }, json.lineOf(value))));
  }
  for (const [key, value] of Object.entries(graph))
    for (const target of Object.values(objectOf(ownMember(objectOf(value), 'deps'))))
      out.addDependency(refs.get(key) ?? null, refs.get(textOf(target)) ?? null);
}

/** Of every version that was looked at there is a MODULE.bazel, of the chosen ones a source.json as well. */
function readHashes(hashes: JsonObject, out: ContentsBuilder): void {
  for (const url of Object.keys(hashes)) {
    const [, registry, name = '', version = ''] = /^((?:https?|file):\/\/.{1,500})\/modules\/([\w.-]{1,200})\/([\w.+-]{1,200})\/source\.json$/.exec(url) ?? []; // prettier-ignore
    if (registry !== undefined) out.addComponent(bazelModule({ name, version, registry }, 1));
  }
}

interface BazelModule {
  readonly name: string;
  readonly version: string;
  readonly registry?: string;
}

export const bazelModule = ({ name, version, registry = centralRegistry }: BazelModule, line: number) => ({
  ecosystem: 'bazel',
  name,
  version,
  purl: {
    type: 'bazel',
    name,
    version,
    qualifiers: { repository_url: registry.startsWith(centralRegistry) ? '' : registry },
  },
  line,
});
