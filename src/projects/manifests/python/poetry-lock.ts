import type { JsonObject } from '../../../model/document.js';
import type { ContentsBuilder } from '../contents-builder.js';
import { type DependencyScope, dependencyScopes } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { listOf, member, objectOf, textOf } from '../reading/json-file.js';
import { readTomlFile } from '../reading/toml-file.js';
import { RefsByName } from '../refs-by-name.js';
import { hashesOf, normalName, type PypiPackage, pypiComponent } from './pypi-package.js';
import { connectPyproject, scopeOfGroup } from './pyproject.js';

/** poetry.lock of Poetry 1 and 2. */
export const poetryLock: ManifestKind = {
  id: 'poetry-lock',
  ecosystem: 'pypi',
  nature: 'locked',
  matches: (path) => baseName(path) === 'poetry.lock',
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const toml = await readTomlFile(file.bytes);
  const oldFiles = objectOf(member(objectOf(member(toml.root, 'metadata')), 'files'));
  const byName = new RefsByName();
  const entries = listOf(member(toml.root, 'package')).map((value, index) => {
    const entry = objectOf(value);
    const name = textOf(member(entry, 'name'));
    const version = textOf(member(entry, 'version'));
    const files = listOf(member(entry, 'files') ?? member(oldFiles, name));
    const hashes = hashesOf(files.map((one) => textOf(member(objectOf(one), 'hash'))));
    const line = toml.lineOfTable('package', index);
    const source = sourceOf(objectOf(member(entry, 'source')));
    const ref =
      source.local !== undefined && !/\.(?:whl|tar\.gz|zip)$/.test(source.local)
        ? out.addProject(joinPath(folderOf(file.path), source.local) ?? source.local, name, version)
        : out.addComponent({ ...pypiComponent({ name, version, ...source, hashes, line }), scope: scopeOf(entry) });
    byName.add(normalName(name), version, ref);
    return { entry, ref };
  });
  for (const { entry, ref } of entries)
    for (const [name, request] of Object.entries(objectOf(member(entry, 'dependencies')))) {
      const isOptional = member(objectOf(request), 'optional') === true;
      for (const to of byName.find(normalName(name))) out.addDependency(ref, to, isOptional ? 'optional' : 'runtime');
    }
  await connectPyproject(file, byName, out);
}

function sourceOf(source: JsonObject): Pick<PypiPackage, 'vcs' | 'download' | 'local'> {
  const url = textOf(member(source, 'url'));
  const commit = textOf(member(source, 'resolved_reference')) || textOf(member(source, 'reference'));
  switch (textOf(member(source, 'type'))) {
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
  const groups = listOf(member(entry, 'groups')).map(textOf);
  const category = textOf(member(entry, 'category'));
  const named = groups.length > 0 ? groups : category === '' ? [] : [category];
  const found = named.map(scopeOfGroup);
  const strongest = dependencyScopes.find((scope) => found.includes(scope));
  return strongest === 'runtime' && member(entry, 'optional') === true ? 'optional' : strongest;
}
