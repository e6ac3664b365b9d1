import type { BomHash, JsonObject } from '../../model/document.js';
import { listOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder, ManifestEntry } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { folderOf } from '../paths.js';
import { installedPackages, type InstalledRecord } from '../reading/installed-packages.js';
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

const installed = installedPackages({
  recordOf,
  placeOf: folderOf,
  pathsIn: (tree, folder) => tree.inFolder(folder).filter(condaInstalled.matches),
});

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const found = await installed(file);
  // Other programs keep settings of the environment there.
  if (found === null)
    return out.addLoss(1, 'A file in conda-meta has no name or no version of a package, so it is left out');
  const ref = out.addComponent(found.entry);
  for (const need of found.needed) out.addDependency(ref, out.refElsewhere(need));
}

async function recordOf({ bytes }: ManifestFile): Promise<InstalledRecord | null> {
  const { root } = await readJsonFile(bytes);
  const entry = entryOf(root);
  const needs = listOf(ownMember(root, 'depends')).map((need) => textOf(need).split(/[\s<>=!~[]/, 1)[0]!);
  return entry && { entry, name: entry.name, needs };
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
