import type { JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import { type DependencyScope, dependencyScopes } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { readTomlFile } from '../reading/toml-file.js';
import { RefsByName } from '../refs-by-name.js';
import { registriesOfLock } from '../registries.js';
import { hashesOf, normalName, type PypiPackage, pypiComponent } from './pypi-package.js';
import { connectPyproject, scopeOfGroup } from './pyproject.js';
import { warnOfNewerLock } from '../reading/lock-version.js';

/** poetry.lock of Poetry 1 and 2. */
export const poetryLock: ManifestKind = {
  id: 'poetry-lock',
  ecosystem: 'pypi',
  nature: 'locked',
  files: ['poetry.lock'],
  matches: (path) => baseName(path) === 'poetry.lock',
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const toml = await readTomlFile(file.bytes);
  const metadata = objectOf(ownMember(toml.root, 'metadata'));
  warnOfNewerLock(ownMember(metadata, 'lock-version'), 2, out);
  const oldFiles = objectOf(ownMember(metadata, 'files'));
  const byName = new RefsByName();
  const optional = new Set<string | null>();
  const packages = listOf(ownMember(toml.root, 'package')).map(objectOf);
  const qualifierOf = registriesOfLock('pypi', packages.flatMap(registryOf), out);
  const entries = packages.map((entry, index) => {
    const name = textOf(ownMember(entry, 'name'));
    const version = textOf(ownMember(entry, 'version'));
    const files = listOf(ownMember(entry, 'files') ?? ownMember(oldFiles, name));
    const hashes = hashesOf(files.map((one) => textOf(ownMember(objectOf(one), 'hash'))));
    const line = toml.lineOfTable('package', index);
    const source = sourceOf(objectOf(ownMember(entry, 'source')));
    const registry = qualifierOf(registryOf(entry)[0] ?? '');
    const ref =
      source.local !== undefined && !/\.(?:whl|tar\.gz|zip)$/.test(source.local)
        ? out.addProject(joinPath(folderOf(file.path), source.local) ?? source.local, name, version)
        : out.addComponent({
            ...pypiComponent({ name, version, ...source, registry, hashes, line }),
            scope: scopeOf(entry),
          });
    byName.add(normalName(name), version, ref);
    if (ownMember(entry, 'optional') === true) optional.add(ref);
    return { entry, ref };
  });
  for (const { entry, ref } of entries) {
    const needs = Object.entries(objectOf(ownMember(entry, 'dependencies')));
    out.addNeeds(ref, needs.length);
    for (const [name, request] of needs) {
      const isOptional = ownMember(objectOf(request), 'optional') === true;
      // It is needed all the same where an extra was asked for that brings it.
      for (const to of byName.find(normalName(name)))
        out.addDependency(ref, to, isOptional && optional.has(to) ? 'optional' : 'runtime');
    }
  }
  await connectPyproject(file, byName, out);
}

/** Without a source it is PyPI; none for what is in no registry. */
function registryOf(entry: JsonObject): string[] {
  const source = objectOf(ownMember(entry, 'source'));
  const type = textOf(ownMember(source, 'type'));
  return type === '' || type === 'legacy' ? [textOf(ownMember(source, 'url'))] : [];
}

function sourceOf(source: JsonObject): Pick<PypiPackage, 'vcs' | 'download' | 'local'> {
  const url = textOf(ownMember(source, 'url'));
  const commit = textOf(ownMember(source, 'resolved_reference')) || textOf(ownMember(source, 'reference'));
  switch (textOf(ownMember(source, 'type'))) {
    case 'git':
      return { vcs: `git+${url}${commit === '' ? '' : `@${commit}`}` };
    case 'url':
      return { download: url };
    case 'directory':
    case 'file':
      return { local: url };
    default:
      return {};
  }
}

/** Poetry 2 has groups, versions before 1.5 a category; in between only the graph gives the scope. */
function scopeOf(entry: JsonObject): DependencyScope | undefined {
  const groups = listOf(ownMember(entry, 'groups')).map(textOf);
  const category = textOf(ownMember(entry, 'category'));
  const named = groups.length > 0 ? groups : category === '' ? [] : [category];
  const found = named.map(scopeOfGroup);
  const strongest = dependencyScopes.find((scope) => found.includes(scope));
  return strongest === 'runtime' && ownMember(entry, 'optional') === true ? 'optional' : strongest;
}
