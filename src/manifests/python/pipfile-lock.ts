import { FormatError } from '../../formats/format.js';
import type { JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { readJsonFile } from '../reading/json-file.js';
import { readTomlFile } from '../reading/toml-file.js';
import { RefsByName } from '../refs-by-name.js';
import { registriesOfLock } from '../registries.js';
import { hashesOf, normalName, pinnedVersion, pypiComponent } from './pypi-package.js';

/** Pipfile.lock. It has no graph; direct dependencies are in the Pipfile of its folder. */
export const pipfileLock: ManifestKind = {
  id: 'pipfile-lock',
  ecosystem: 'pypi',
  nature: 'locked',
  files: ['Pipfile.lock'],
  matches: (path) => baseName(path) === 'Pipfile.lock',
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const json = await readJsonFile(file.bytes);
  const byName = new RefsByName();
  const sections = Object.entries(json.root).filter(([section]) => section !== '_meta');
  const indexOf = indexesOf(json.root);
  const indexes = sections.flatMap(([, value]) => Object.values(objectOf(value)).map(objectOf).flatMap(indexOf));
  const qualifierOf = registriesOfLock('pypi', indexes, out);
  for (const [section, value] of sections) {
    const scope = scopeOfSection(section);
    for (const [name, one] of Object.entries(objectOf(value))) {
      const entry = objectOf(one);
      const registry = qualifierOf(indexOf(entry)[0] ?? '');
      byName.add(normalName(name), '', add(name, entry, { scope, registry, line: json.lineOf(one) }, out));
    }
  }
  await connectPipfile(file, byName, out);
}

/** Sources of pip that are repositories. */
const versionControls = ['git', 'hg', 'svn', 'bzr'];

/** The address of the index of a package: the first source where it names none; none for what is in no registry. */
function indexesOf(root: JsonObject): (entry: JsonObject) => string[] {
  const sources = listOf(ownMember(objectOf(ownMember(root, '_meta')), 'sources')).map(objectOf);
  const urls = new Map(sources.map((source) => [textOf(ownMember(source, 'name')), textOf(ownMember(source, 'url'))]));
  const [first = ''] = urls.values();
  return (entry) =>
    ['file', 'path', ...versionControls].some((member) => ownMember(entry, member) !== undefined)
      ? []
      : [urls.get(textOf(ownMember(entry, 'index'))) ?? first];
}

const scopeOfSection = (section: string): DependencyScope => (section === 'default' ? 'runtime' : 'development');

function add(
  name: string,
  entry: JsonObject,
  { scope, registry, line }: { scope: DependencyScope; registry: string; line: number },
  out: ContentsBuilder,
): string | null {
  const of = (member: string): string => textOf(ownMember(entry, member));
  const tool = versionControls.find((one) => of(one) !== '');
  const address = tool === undefined ? '' : of(tool);
  const isRemote = /^https?:/.test(of('file'));
  const local = of('path') || (isRemote ? '' : of('file'));
  if (local !== '' && !/^file:|\.(?:whl|tar\.gz|tar\.bz2|zip)$/.test(local)) {
    // Up to 2021, pipenv named a folder by a hash of its path.
    const title = /^[0-9a-f]{7}$/.test(name) ? '' : name;
    const ref = out.addProject(joinPath(folderOf(out.file), local) ?? local, title);
    out.addDependency(out.addProject(folderOf(out.file)), ref, scope);
    return ref;
  }
  const found = pypiComponent({
    name,
    version: pinnedVersion(of('version')),
    vcs: tool && `${tool}+${address.replace(/^\w+\+/, '')}${of('ref') === '' ? '' : `@${of('ref')}`}`,
    download: isRemote ? of('file') : undefined,
    local: local || undefined,
    registry,
    hashes: hashesOf(listOf(ownMember(entry, 'hashes')).map(textOf)),
    line,
  });
  return out.addComponent({ ...found, scope });
}

async function connectPipfile(file: ManifestFile, byName: RefsByName, out: ContentsBuilder): Promise<void> {
  const folder = folderOf(file.path);
  const bytes = await file.tree.read(folder === '' ? 'Pipfile' : `${folder}/Pipfile`);
  if (!bytes) return;
  try {
    const { root } = await readTomlFile(bytes);
    const project = out.addProject(folder);
    for (const [section, value] of Object.entries(root)) {
      if (['source', 'requires', 'scripts', 'pipenv', 'pipfile'].includes(section)) continue;
      const scope: DependencyScope = section === 'packages' ? 'runtime' : 'development';
      for (const name of Object.keys(objectOf(value)))
        for (const ref of byName.find(normalName(name))) out.addDependency(project, ref, scope);
    }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    out.addWarning(1, `The Pipfile cannot be read, so direct dependencies are unknown: ${error.message}`);
  }
}
