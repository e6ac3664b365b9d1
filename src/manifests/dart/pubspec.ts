import { objectOf, ownMember, textOf, textsOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { readYamlFile } from '../reading/yaml-file.js';

/** pubspec.yaml where no lock file is (dart.dev, "The pubspec file"). */
export const pubspec: ManifestKind = {
  id: 'pubspec',
  ecosystem: 'pub',
  nature: 'declared',
  files: ['pubspec.yaml'],
  coveredBy: ['pubspec-lock'],
  matches: (path) => baseName(path) === 'pubspec.yaml',
  read,
};

const lists: readonly (readonly [string, DependencyScope])[] = [
  ['dependencies', 'runtime'],
  ['dev_dependencies', 'development'],
];

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const yaml = await readYamlFile(file.bytes);
  const [name, version] = [textOf(ownMember(yaml.root, 'name')), textOf(ownMember(yaml.root, 'version'))];
  const folder = folderOf(file.path);
  const project = out.addProject(folder, name, version);
  for (const member of textsOf(ownMember(yaml.root, 'workspace'))) out.addProject(joinPath(folder, member) ?? member);
  for (const [list, scope] of lists)
    for (const [name, value] of Object.entries(objectOf(ownMember(yaml.root, list)))) {
      const entry = objectOf(value);
      if (ownMember(entry, 'sdk') !== undefined) continue;
      const path = textOf(ownMember(entry, 'path'));
      const git = ownMember(entry, 'git');
      const line = yaml.lineOf(name, yaml.lineOf(list));
      if (path !== '') {
        out.addDependency(project, out.addProject(joinPath(folder, path) ?? path, name), scope);
        continue;
      }
      const requested = (textOf(value) || textOf(ownMember(entry, 'version'))).trim();
      const version = /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(requested) ? requested : '';
      const requirement = version === '' && requested !== '' && requested !== 'any' ? { requirement: requested } : {};
      const [url, ref] = [textOf(git) || textOf(ownMember(objectOf(git), 'url')), textOf(ownMember(objectOf(git), 'ref'))]; // prettier-ignore
      const vcs = url === '' ? '' : `git+${url}${ref === '' ? '' : `@${ref}`}`;
      const purl = { type: 'pub', name, version, qualifiers: { vcs_url: vcs } };
      const references = vcs === '' ? [] : [{ type: 'vcs', url: vcs }];
      out.addDependency(project, out.addComponent({ ecosystem: 'pub', name, version, ...requirement, purl, references, line }), scope); // prettier-ignore
    }
}
