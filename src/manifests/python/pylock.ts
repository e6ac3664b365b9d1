import { FormatError } from '../../formats/format.js';
import type { JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textEntries, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { readTomlFile } from '../reading/toml-file.js';
import { RefsByName } from '../refs-by-name.js';
import { registriesOfLock } from '../registries.js';
import { hashesOf, normalName, pypiComponent } from './pypi-package.js';
import { connectPyproject } from './pyproject.js';
import { warnOfNewerLock } from '../reading/lock-version.js';

/** pylock.toml (PEP 751, packaging.python.org, "pylock.toml Specification"), also under a name: pylock.dev.toml. */
export const pylock: ManifestKind = {
  id: 'pylock',
  ecosystem: 'pypi',
  nature: 'locked',
  files: ['pylock.toml', 'pylock.*.toml'],
  matches: (path) => /^pylock(?:\.[^./]{1,100})?\.toml$/.test(baseName(path)),
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const toml = await readTomlFile(file.bytes);
  if (ownMember(toml.root, 'lock-version') === undefined)
    throw new FormatError('invalid', 'This is no pylock.toml: it has no "lock-version"');
  warnOfNewerLock(ownMember(toml.root, 'lock-version'), 1, out);
  const byName = new RefsByName();
  const packages = listOf(ownMember(toml.root, 'packages')).map(objectOf);
  const qualifierOf = registriesOfLock('pypi', packages.map(indexOf).filter((address) => address !== ''), out); // prettier-ignore
  const entries = packages.map((entry, index) => {
    const ref = add(entry, toml.lineOfTable('packages', index), { file, registry: qualifierOf(indexOf(entry)) }, out);
    byName.add(normalName(textOf(ownMember(entry, 'name'))), textOf(ownMember(entry, 'version')), ref);
    return { entry, ref };
  });
  for (const { entry, ref } of entries)
    for (const item of listOf(ownMember(entry, 'dependencies'))) {
      const version = textOf(ownMember(objectOf(item), 'version')) || undefined;
      for (const to of byName.find(normalName(textOf(ownMember(objectOf(item), 'name'))), version))
        out.addDependency(ref, to);
    }
  await connectPyproject(file, byName, out);
}

const indexOf = (entry: JsonObject): string => textOf(ownMember(entry, 'index'));

/** Exactly one of `vcs`, `directory`, `archive`, or files of an index. */
function add(
  entry: JsonObject,
  line: number,
  { file, registry }: { file: ManifestFile; registry: string },
  out: ContentsBuilder,
): string | null {
  const name = textOf(ownMember(entry, 'name'));
  const version = textOf(ownMember(entry, 'version'));
  const part = (key: string): JsonObject => objectOf(ownMember(entry, key));
  const folder = textOf(ownMember(part('directory'), 'path'));
  if (folder !== '') return out.addProject(joinPath(folderOf(file.path), folder) ?? folder, name, version);
  const archives = [part('archive'), part('sdist'), ...listOf(ownMember(entry, 'wheels')).map(objectOf)];
  const hashes = hashesOf(archives.flatMap((archive) => textEntries(ownMember(archive, 'hashes')).map(([algorithm, value]) => `${algorithm}:${value}`))); // prettier-ignore
  const vcs = part('vcs');
  const [address, commit] = [textOf(ownMember(vcs, 'url')), textOf(ownMember(vcs, 'commit-id'))];
  const url = archives.map((archive) => textOf(ownMember(archive, 'url'))).find((one) => one !== '');
  const found = pypiComponent({
    name,
    version,
    hashes,
    line,
    vcs: address === '' ? undefined : `${textOf(ownMember(vcs, 'type')) || 'git'}+${address}@${commit}`,
    download: textOf(ownMember(part('archive'), 'url')) || undefined,
    local: textOf(ownMember(part('archive'), 'path')) || textOf(ownMember(vcs, 'path')) || undefined,
    registry,
  });
  const isPlain = (found.references ?? []).length === 0;
  return out.addComponent({ ...found, ...(isPlain && url ? { references: [{ type: 'distribution', url }] } : {}) });
}
