import type { Json } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf, textsOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import { type DependencyScope, dependencyScopes } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { readTomlFile } from '../reading/toml-file.js';
import { RefsByName } from '../refs-by-name.js';
import { pdmSources } from './declared-sources.js';
import { hashesOf, normalName, parsePypiRequirement, pypiComponent } from './pypi-package.js';
import { connectPyproject, pyprojectBeside, extrasOf, scopeOfGroup } from './pyproject.js';
import { warnOfNewerLock } from '../reading/lock-version.js';

/** pdm.lock (pdm-project.org, "Lock file"). An entry with extras and the one without are one package. */
export const pdmLock: ManifestKind = {
  id: 'pdm-lock',
  ecosystem: 'pypi',
  nature: 'locked',
  files: ['pdm.lock', 'pdm.*.lock'],
  matches: (path) => /^pdm(?:\.[\w.-]{1,100})?\.lock$/.test(baseName(path)),
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const toml = await readTomlFile(file.bytes);
  const metadata = objectOf(ownMember(toml.root, 'metadata'));
  warnOfNewerLock(ownMember(metadata, 'lock_version'), 4, out);
  const oldFiles = objectOf(ownMember(metadata, 'files'));
  const byName = new RefsByName();
  const beside = await pyprojectBeside(file);
  const [extras, originsOf] = [extrasOf(beside), pdmSources(beside, out)];
  const entries = listOf(ownMember(toml.root, 'package')).map((value, index) => {
    const entry = objectOf(value);
    const name = textOf(ownMember(entry, 'name'));
    const version = textOf(ownMember(entry, 'version'));
    const files = listOf(ownMember(entry, 'files') ?? ownMember(oldFiles, `${name} ${version}`));
    const hashes = hashesOf(files.map((one) => textOf(ownMember(objectOf(one), 'hash'))));
    const git = textOf(ownMember(entry, 'git'));
    const revision = textOf(ownMember(entry, 'revision')) || textOf(ownMember(entry, 'ref'));
    const vcs = git === '' ? undefined : `git+${git}${revision === '' ? '' : `@${revision}`}`;
    const download = textOf(ownMember(entry, 'url')) || undefined;
    const folder = textOf(ownMember(entry, 'path'));
    const isArchive = /\.(?:whl|zip|tar\.\w+|tgz)$/.test(folder);
    const { registry } = originsOf(name)[0] ?? {};
    const line = toml.lineOfTable('package', index);
    const ref =
      folder === '' || isArchive
        ? out.addComponent({
            ...pypiComponent({
              name,
              version,
              vcs,
              download,
              registry,
              local: isArchive ? folder : undefined,
              hashes,
              line,
            }),
            scope: scopeOf(entry['groups'], extras),
          })
        : out.addProject(joinPath(folderOf(file.path), folder) ?? folder, name, version);
    byName.add(normalName(name), version, ref);
    return { entry, ref };
  });
  for (const { entry, ref } of entries) {
    const needs = listOf(ownMember(entry, 'dependencies'));
    out.addNeeds(ref, needs.length);
    for (const item of needs) {
      const requirement = parsePypiRequirement(textOf(item));
      if (requirement) for (const to of byName.find(normalName(requirement.name))) out.addDependency(ref, to);
    }
  }
  await connectPyproject(file, byName, out);
}

/** The lock file calls what a consumer can choose a group as well. */
function scopeOf(groups: Json | undefined, extras: ReadonlySet<string>): DependencyScope | undefined {
  const found = textsOf(groups).map((group) => (extras.has(normalName(group)) ? 'optional' : scopeOfGroup(group)));
  return dependencyScopes.find((scope) => found.includes(scope));
}
