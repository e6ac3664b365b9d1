import type { JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textEntries, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath, matchesGlob } from '../paths.js';
import { ifReadable } from '../reading/if-readable.js';
import { readJsonFile } from '../reading/json-file.js';
import { registryQualifier } from '../registries.js';
import { withinLimit } from '../reading/within-limit.js';

/** composer.json where no lock file is (getcomposer.org, "The composer.json schema"). */
export const composerJson: ManifestKind = {
  id: 'composer-json',
  ecosystem: 'composer',
  nature: 'declared',
  files: ['composer.json'],
  coveredBy: ['composer-lock', 'composer-installed'],
  matches: (path) => baseName(path) === 'composer.json',
  read,
};

const lists: readonly (readonly [string, DependencyScope])[] = [
  ['require', 'runtime'],
  ['require-dev', 'development'],
];

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  // Of an installed package, installed.json says what it is and what it needs.
  if (await file.tree.read(joinPath(folderOf(file.path), '../../composer/installed.json') ?? '')) return;
  const { root } = await readJsonFile(file.bytes);
  const [name, version] = [textOf(ownMember(root, 'name')), textOf(ownMember(root, 'version'))];
  const project = out.addProject(folderOf(file.path), name, version);
  const folders = await packagesOfFolders(file, root, out);
  const archives = archivesOf(root);
  warnOfRepositories(root, out);
  for (const [list, scope] of lists)
    for (const [requested, range] of textEntries(objectOf(ownMember(root, list)))) {
      // PHP itself and its extensions are of the platform and have no vendor; what others implement is no package.
      const [group = '', name = '', ...more] = requested.split('/');
      if (name === '' || more.length > 0 || name.endsWith('-implementation')) continue;
      const near = folders.get(requested.toLowerCase());
      if (near !== undefined) {
        out.addDependency(project, out.addProject(near, requested), scope);
        continue;
      }
      const version = /^v?(\d+(?:\.\d+){2,3}(?:-[\w.]+)?)$/.exec(range.trim())?.[1] ?? '';
      const requirement = version === '' && range.trim() !== '' ? { requirement: range.trim() } : {};
      const purl = { type: 'composer', namespace: group, name, version, qualifiers: archives.get(requested.toLowerCase()) ?? {} }; // prettier-ignore
      const ref = out.addComponent({ ecosystem: 'composer', group, name, version, ...requirement, purl, line: 1 });
      out.addDependency(project, ref, scope);
    }
}

const repositoriesOf = (root: JsonObject): JsonObject[] => {
  const declared = ownMember(root, 'repositories');
  return (Array.isArray(declared) ? listOf(declared) : Object.values(objectOf(declared))).map(objectOf);
};

/** Packages that a repository of the type `package` describes, by name: they are from nowhere else. */
function archivesOf(root: JsonObject): Map<string, Record<string, string>> {
  const archives = new Map<string, Record<string, string>>();
  for (const repository of repositoriesOf(root).filter((one) => textOf(ownMember(one, 'type')) === 'package')) {
    const described = ownMember(repository, 'package');
    for (const one of (Array.isArray(described) ? listOf(described) : [described ?? {}]).map(objectOf)) {
      const [source, dist] = ['source', 'dist'].map((name) => objectOf(ownMember(one, name)));
      const [vcs, url] = [source!, dist!].map((from) => textOf(ownMember(from, 'url')));
      const reference = textOf(ownMember(source!, 'reference'));
      const from: Record<string, string> =
        vcs === '' ? { download_url: url! } : { vcs_url: `git+${vcs}${reference === '' ? '' : `@${reference}`}` };
      archives.set(textOf(ownMember(one, 'name')).toLowerCase(), from);
    }
  }
  return archives;
}

const maxNamed = 5;

/** Which packages they have is known to a lock file only. */
function warnOfRepositories(root: JsonObject, out: ContentsBuilder): void {
  const others = repositoriesOf(root)
    .filter((one) => !/^(?:|path|package|artifact)$/.test(textOf(ownMember(one, 'type'))))
    .map((one) => registryQualifier('composer', textOf(ownMember(one, 'url'))))
    .filter((address) => address !== '');
  if (others.length === 0) return;
  const named = others.slice(0, maxNamed).map((address) => address.slice(0, 200));
  const more = others.length > maxNamed ? ` and ${others.length - maxNamed} more` : '';
  out.addWarning(1, `Packages may be from ${named.join(', ')}${more}: they are taken for those of the public registry, for only a lock file says which`, 'all_locked'); // prettier-ignore
}

const unknown = 'a package of a folder among them counts as one of a registry';
const repositoryLimit = { max: 100, of: 'repositories of the type "path"', unknown };
const manifestLimit = { max: 5_000, of: 'files composer.json in the source', unknown };

/** Folders of packages by name: those of repositories of the type `path` (getcomposer.org, "Repositories"). */
async function packagesOfFolders(
  { path, tree }: ManifestFile,
  root: JsonObject,
  out: ContentsBuilder,
): Promise<Map<string, string>> {
  const paths = repositoriesOf(root)
    .filter((one) => textOf(ownMember(one, 'type')) === 'path')
    .flatMap((one) => joinPath(folderOf(path), textOf(ownMember(one, 'url'))) ?? []);
  const globs = withinLimit(paths, repositoryLimit, out);
  const found = new Map<string, string>();
  if (globs.length === 0) return found;
  for (const other of withinLimit(tree.named('composer.json'), manifestLimit, out)) {
    const folder = folderOf(other);
    const bytes = globs.some((glob) => matchesGlob(folder, glob)) ? await tree.read(other) : null;
    const file = bytes && (await ifReadable(readJsonFile(bytes)));
    const name = textOf(ownMember(file?.root ?? {}, 'name')).toLowerCase();
    if (name !== '' && !found.has(name)) found.set(name, folder);
  }
  return found;
}
