import { objectOf, ownMember, textEntries, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { readJsonFile } from '../reading/json-file.js';

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
  const { root } = await readJsonFile(file.bytes);
  const [name, version] = [textOf(ownMember(root, 'name')), textOf(ownMember(root, 'version'))];
  const project = out.addProject(folderOf(file.path), name, version);
  for (const [list, scope] of lists)
    for (const [requested, range] of textEntries(objectOf(ownMember(root, list)))) {
      // PHP itself and its extensions are of the platform and have no vendor; what others implement is no package.
      const [group = '', name = '', ...more] = requested.split('/');
      if (name === '' || more.length > 0 || name.endsWith('-implementation')) continue;
      const version = /^v?(\d+(?:\.\d+){2,3}(?:-[\w.]+)?)$/.exec(range.trim())?.[1] ?? '';
      const requirement = version === '' && range.trim() !== '' ? { requirement: range.trim() } : {};
      const purl = { type: 'composer', namespace: group, name, version };
      const ref = out.addComponent({ ecosystem: 'composer', group, name, version, ...requirement, purl, line: 1 });
      out.addDependency(project, ref, scope);
    }
}
