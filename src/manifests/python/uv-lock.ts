import type { Json, JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { readTomlFile } from '../reading/toml-file.js';
import { RefsByName } from '../refs-by-name.js';
import { registriesOfLock } from '../registries.js';
import { hashesOf, normalName, pypiComponent } from './pypi-package.js';
import { scopeOfGroup } from './pyproject.js';
import { warnOfNewerLock } from '../reading/lock-version.js';

/** uv.lock. It contains the project and its workspace members, so no other file is read. */
export const uvLock: ManifestKind = {
  id: 'uv-lock',
  ecosystem: 'pypi',
  nature: 'locked',
  files: ['uv.lock', '*.py.lock'],
  // A program with its requirements in it, and their lock file beside it, is a project by itself.
  projectFolder: (path) => (path.endsWith('.py.lock') ? path : folderOf(path)),
  matches: (path) => baseName(path) === 'uv.lock' || /[^/]\.py\.lock$/.test(path),
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const toml = await readTomlFile(file.bytes);
  warnOfNewerLock(ownMember(toml.root, 'version'), 1, out);
  const byName = new RefsByName();
  const packages = listOf(ownMember(toml.root, 'package')).map(objectOf);
  const registries = packages.map(registryOf).filter((address) => address !== '');
  const about = { file, qualifierOf: registriesOfLock('pypi', registries, out) };
  const entries = packages.map((entry, index) => {
    const ref = add(entry, toml.lineOfTable('package', index), about, out);
    byName.add(normalName(textOf(ownMember(entry, 'name'))), textOf(ownMember(entry, 'version')), ref);
    return { entry, ref };
  });
  const connect = (from: string | null, list: Json | undefined, scope: DependencyScope): void => {
    for (const item of listOf(list)) {
      const request = objectOf(item);
      const version = textOf(ownMember(request, 'version')) || undefined; // given if the lock file has several versions
      for (const to of byName.find(normalName(textOf(ownMember(request, 'name'))), version))
        out.addDependency(from, to, scope);
    }
  };
  for (const { entry, ref } of entries) {
    const lists = ['dependencies', 'optional-dependencies', 'dev-dependencies'];
    out.addNeeds(ref, lists.flatMap((list) => Object.keys(Object(ownMember(entry, list)))).length);
    connect(ref, ownMember(entry, 'dependencies'), 'runtime');
    // Of a package from elsewhere, extras are locked only where they are asked for.
    const ofExtras = folderOfSource(entry) === undefined ? 'runtime' : 'optional';
    for (const list of Object.values(objectOf(ownMember(entry, 'optional-dependencies')))) connect(ref, list, ofExtras);
    for (const [group, list] of Object.entries(objectOf(ownMember(entry, 'dev-dependencies'))))
      connect(ref, list, scopeOfGroup(group));
  }
}

/** An address, or a path of files that a person has put there. */
const registryOf = (entry: JsonObject): string => textOf(ownMember(objectOf(ownMember(entry, 'source')), 'registry'));

/** Of a project or a member of its workspace. */
function folderOfSource(entry: JsonObject): string | undefined {
  const source = objectOf(ownMember(entry, 'source'));
  return ['virtual', 'editable', 'directory'].map((key) => textOf(ownMember(source, key))).find((path) => path !== '');
}

interface About {
  readonly file: ManifestFile;
  readonly qualifierOf: (registry: string) => string;
}

function add(entry: JsonObject, line: number, { file, qualifierOf }: About, out: ContentsBuilder): string | null {
  const name = textOf(ownMember(entry, 'name'));
  const version = textOf(ownMember(entry, 'version'));
  const source = objectOf(ownMember(entry, 'source'));
  const of = (key: string): string | undefined => textOf(ownMember(source, key)) || undefined;
  const folder = folderOfSource(entry);
  if (folder !== undefined) return out.addProject(joinPath(folderOf(file.path), folder) ?? folder, name, version);
  const archives = [ownMember(entry, 'sdist'), ...listOf(ownMember(entry, 'wheels'))].map(objectOf);
  const hashes = hashesOf(archives.map((archive) => textOf(ownMember(archive, 'hash'))));
  const git = of('git');
  const found = pypiComponent({
    name,
    version,
    vcs: git === undefined ? undefined : `git+${git.replace(/\?[^#]*/, '').replace('#', '@')}`,
    download: of('url'),
    registry: qualifierOf(registryOf(entry)),
    local: of('path'),
    hashes,
    line,
  });
  const url = archives.map((archive) => textOf(ownMember(archive, 'url'))).find((address) => address !== '');
  const references = (found.references ?? []).length === 0 && url ? [{ type: 'distribution', url }] : found.references;
  return out.addComponent({ ...found, references });
}
