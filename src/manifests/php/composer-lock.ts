import { FormatError } from '../../formats/format.js';
import type { BomReference, Json, JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder, ManifestEntry } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind, SourceTree } from '../manifest-kind.js';
import { joinLicenses } from '../../model/license.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { readJsonFile } from '../reading/json-file.js';
import { RefsByName } from '../refs-by-name.js';

/** composer.lock (getcomposer.org). Direct dependencies are in the composer.json of its folder. */
export const composerLock: ManifestKind = {
  id: 'composer-lock',
  ecosystem: 'composer',
  nature: 'locked',
  files: ['composer.lock'],
  matches: (path) => baseName(path) === 'composer.lock',
  read,
};

const lists: readonly (readonly [string, DependencyScope])[] = [
  ['packages', 'runtime'],
  ['packages-dev', 'development'],
];

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const json = await readJsonFile(file.bytes);
  if (!Array.isArray(ownMember(json.root, 'packages')))
    throw new FormatError('invalid', 'This is no lock file of Composer: it has no "packages"');
  const entries: LockedPackage[] = [];
  const isForeign = foreignPackages(lists.flatMap(([list]) => listOf(ownMember(json.root, list)).map(objectOf)));
  for (const [list, scope] of lists)
    for (const value of listOf(ownMember(json.root, list))) {
      const entry = objectOf(value);
      const ref = addPackage(entry, { scope, line: json.lineOf(value), folder: folderOf(file.path), isForeign }, out);
      entries.push({ entry, ref });
    }
  await connectProject({ tree: file.tree, folder: folderOf(file.path) }, connectPackages(entries, out), out);
}

interface LockedPackage {
  readonly entry: JsonObject;
  readonly ref: string | null;
}

/** @returns the packages by their names, and by what they stand for */
export function connectPackages(packages: readonly LockedPackage[], out: ContentsBuilder): RefsByName {
  const byName = new RefsByName();
  for (const { entry, ref } of packages) byName.add(textOf(ownMember(entry, 'name')).toLowerCase(), '', ref);
  for (const { entry, ref } of packages)
    for (const list of ['provide', 'replace']) addVirtual(entry, list, byName, ref);
  for (const { entry, ref } of packages) connectRequests(ref, ownMember(entry, 'require'), byName, out);
  return byName;
}

/** Of it, too, the catalogue knows the packages by their names. */
const publicRegistry = /^https:\/\/(?:[\w.-]+\.)?(?:packagist\.org|drupal\.org)\//;

/**
 * Whether a package is from another registry, or from a repository itself. Packagist gives its packages an address where
 * installations are counted; where no package has it, a mirror has left it out.
 */
export function foreignPackages(entries: readonly JsonObject[]): (entry: JsonObject) => boolean {
  const isPublic = (entry: JsonObject): boolean => publicRegistry.test(textOf(ownMember(entry, 'notification-url')));
  const isMirrored = !entries.some(isPublic);
  return (entry) => !isMirrored && !isPublic(entry);
}

interface AboutPackage {
  readonly scope: DependencyScope | undefined;
  readonly line: number;
  readonly folder: string;
  readonly isForeign: (entry: JsonObject) => boolean;
}

/** One that is installed from a folder (`repositories` of the type `path`) is a project, and of no registry. */
export function addPackage(
  entry: JsonObject,
  { folder, isForeign, scope, line }: AboutPackage,
  out: ContentsBuilder,
): string | null {
  const dist = objectOf(ownMember(entry, 'dist'));
  const path = textOf(ownMember(dist, 'url'));
  if (textOf(ownMember(dist, 'type')) !== 'path' || path === '')
    return out.addComponent({ ...composerComponent(entry, isForeign(entry)), ...(scope && { scope }), line });
  return out.addProject(joinPath(folder, path) ?? path, textOf(ownMember(entry, 'name')));
}

/** A package may provide another ("psr/log-implementation"); a real package of the name comes first. */
function addVirtual(entry: JsonObject, list: string, byName: RefsByName, ref: string | null): void {
  for (const name of Object.keys(objectOf(ownMember(entry, list))))
    if (byName.find(name.toLowerCase()).length === 0) byName.add(name.toLowerCase(), '', ref);
}

/** Platform packages ("php", "ext-json") are not components and are not found. */
function connectRequests(
  from: string | null,
  requests: Json | undefined,
  byName: RefsByName,
  out: ContentsBuilder,
): void {
  const names = Object.keys(objectOf(requests));
  out.addNeeds(from, names.filter((name) => name.includes('/')).length);
  for (const name of names) for (const to of byName.find(name.toLowerCase()).slice(0, 1)) out.addDependency(from, to);
}

function composerComponent(entry: JsonObject, isForeign: boolean): Omit<ManifestEntry, 'line'> {
  const [group = '', name = ''] = textOf(ownMember(entry, 'name')).split('/', 2);
  const version = textOf(ownMember(entry, 'version'));
  const source = objectOf(ownMember(entry, 'source'));
  const dist = objectOf(ownMember(entry, 'dist'));
  const references: BomReference[] = [];
  const repository = textOf(ownMember(source, 'url'));
  const scheme = textOf(ownMember(source, 'type')) || 'git';
  const commit = textOf(ownMember(source, 'reference'));
  if (repository !== '') references.push({ type: 'vcs', url: `${scheme}+${repository}@${commit}` });
  if (/^https?:/.test(textOf(ownMember(dist, 'url'))))
    references.push({ type: 'distribution', url: textOf(ownMember(dist, 'url')) });
  const sha1 = textOf(ownMember(dist, 'shasum')).toLowerCase();
  const licenses = listOf(ownMember(entry, 'license')).map(textOf);
  return {
    ecosystem: 'composer',
    group,
    name,
    version,
    purl: {
      type: 'composer',
      namespace: group,
      name,
      version,
      qualifiers: isForeign ? originOf(entry, references) : {},
    },
    hashes: /^[0-9a-f]{40}$/.test(sha1) ? [{ algorithm: 'SHA-1', value: sha1 }] : [],
    references,
    license: joinLicenses(licenses, 'OR'),
  };
}

function originOf(entry: JsonObject, references: readonly BomReference[]): Record<string, string> {
  const registry = textOf(ownMember(entry, 'notification-url')).replace(/\/downloads\/?$/, '');
  if (registry !== '') return { repository_url: registry };
  const [found] = references;
  if (found) return { [found.type === 'vcs' ? 'vcs_url' : 'download_url']: found.url };
  return { repository_url: 'unknown' };
}

/** Adds what the composer.json of the folder asks for. */
export async function connectProject(
  { tree, folder }: { tree: SourceTree; folder: string },
  byName: RefsByName,
  out: ContentsBuilder,
): Promise<void> {
  const bytes = await tree.read(folder === '' ? 'composer.json' : `${folder}/composer.json`);
  if (!bytes) return;
  try {
    const { root } = await readJsonFile(bytes);
    const project = out.addProject(folder, textOf(ownMember(root, 'name')), textOf(ownMember(root, 'version')));
    connectRequests(project, ownMember(root, 'require'), byName, out);
    for (const name of Object.keys(objectOf(ownMember(root, 'require-dev'))))
      for (const to of byName.find(name.toLowerCase()).slice(0, 1)) out.addDependency(project, to, 'development');
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    out.addWarning(1, `The composer.json of this project cannot be read: ${error.message}`);
  }
}
