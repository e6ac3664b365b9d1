import { FormatError } from '../../formats/format.js';
import type { BomHash, JsonObject } from '../../model/document.js';
import { listOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder, ManifestEntry } from '../contents-builder.js';
import type { ManifestFile, ManifestKind, SourceTree } from '../manifest-kind.js';
import { folderOf } from '../paths.js';
import { readJsonFile } from '../reading/json-file.js';

/** An installed package of conda (conda's `PrefixRecord`): a file of its own for each, in the `conda-meta` of its environment. */
export const condaInstalled: ManifestKind = {
  id: 'conda-installed',
  ecosystem: 'conda',
  nature: 'locked',
  files: ['conda-meta/*.json'],
  matches: (path) => /(?:^|\/)conda-meta\/[^/]+\.json$/.test(path),
  read,
};

async function read({ path, bytes, tree }: ManifestFile, out: ContentsBuilder): Promise<void> {
  const { root } = await readJsonFile(bytes);
  const entry = entryOf(root);
  // Other programs keep settings of the environment there.
  if (entry === null)
    return out.addWarning(1, 'A file in conda-meta has no name or no version of a package, so it is left out');
  const ref = out.addComponent(entry);
  const installed = await installedIn(tree, folderOf(path));
  for (const need of listOf(ownMember(root, 'depends'))) {
    const found = installed.get(textOf(need).split(/[\s<>=!~[]/, 1)[0]!);
    if (found) out.addDependency(ref, out.refElsewhere(found));
  }
}

function entryOf(root: JsonObject): ManifestEntry | null {
  const of = (member: string): string => textOf(ownMember(root, member));
  const [name, version] = [of('name'), of('version')];
  if (name === '' || version === '') return null;
  const qualifiers = {
    build: of('build'),
    channel: channelOf(of('channel'), of('subdir')),
    subdir: of('subdir'),
    type: /\.(conda|tar\.bz2)$/.exec(of('fn'))?.[1] ?? '',
  };
  return {
    ecosystem: 'conda',
    name,
    version,
    license: of('license'),
    hashes: hashesOf(of('sha256'), of('md5')),
    purl: { type: 'conda', name, version, qualifiers },
    line: 1,
  };
}

/** Packages of one environment by name. */
type Environment = ReadonlyMap<string, ManifestEntry>;

const environments = new WeakMap<SourceTree, Map<string, Promise<Environment>>>();

function installedIn(tree: SourceTree, folder: string): Promise<Environment> {
  const known = environments.get(tree) ?? environments.set(tree, new Map()).get(tree)!;
  return known.get(folder) ?? known.set(folder, readEnvironment(tree, folder)).get(folder)!;
}

async function readEnvironment(tree: SourceTree, folder: string): Promise<Environment> {
  const packages = new Map<string, ManifestEntry>();
  for (const path of tree.inFolder(folder)) {
    const bytes = condaInstalled.matches(path) ? await tree.read(path) : null;
    const entry = bytes && (await entryIn(bytes));
    if (entry) packages.set(entry.name, entry);
  }
  return packages;
}

async function entryIn(bytes: Uint8Array): Promise<ManifestEntry | null> {
  try {
    return entryOf((await readJsonFile(bytes)).root);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return null; // the reader of the file says so
  }
}

/** The name of the channel alone: its address may hold a token (`/t/…/`). */
function channelOf(address: string, subdir: string): string {
  const segments = address.split('/').filter((segment) => segment !== '');
  if (segments.at(-1) === subdir) segments.pop();
  return segments.at(-1) ?? '';
}

function hashesOf(sha256: string, md5: string): BomHash[] {
  if (/^[0-9a-f]{64}$/i.test(sha256)) return [{ algorithm: 'SHA-256', value: sha256.toLowerCase() }];
  return /^[0-9a-f]{32}$/i.test(md5) ? [{ algorithm: 'MD5', value: md5.toLowerCase() }] : [];
}
