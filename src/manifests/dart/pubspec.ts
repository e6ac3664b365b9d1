import type { Json } from '../../model/document.js';
import { objectOf, ownMember, textOf, textsOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { readYamlFile } from '../reading/yaml-file.js';
import { registryQualifier } from '../registries.js';

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
  const overrides = objectOf(ownMember(yaml.root, 'dependency_overrides'));
  const asked = new Set<string>();
  for (const [list, scope] of lists)
    for (const [name, value] of Object.entries(objectOf(ownMember(yaml.root, list)))) {
      asked.add(name);
      const line = yaml.lineOf(name, yaml.lineOf(list));
      out.addDependency(project, add({ name, value: ownMember(overrides, name) ?? value, line }, folder, out), scope);
    }
  // What is overridden without being asked for is a dependency of another one.
  for (const [name, value] of Object.entries(overrides))
    if (!asked.has(name))
      add({ name, value, line: yaml.lineOf(name, yaml.lineOf('dependency_overrides')) }, folder, out);
}

interface Request {
  readonly name: string;
  readonly value: Json;
  readonly line: number;
}

function add({ name: key, value, line }: Request, folder: string, out: ContentsBuilder): string | null {
  const entry = objectOf(value);
  if (ownMember(entry, 'sdk') !== undefined) return null;
  const path = textOf(ownMember(entry, 'path'));
  if (path !== '') return out.addProject(joinPath(folder, path) ?? path, key);
  const [git, hosted] = [ownMember(entry, 'git'), ownMember(entry, 'hosted')];
  const requested = (textOf(value) || textOf(ownMember(entry, 'version'))).trim();
  const version = /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(requested) ? requested : '';
  const requirement = version === '' && requested !== '' && requested !== 'any' ? { requirement: requested } : {};
  const [url, ref] = [textOf(git) || textOf(ownMember(objectOf(git), 'url')), textOf(ownMember(objectOf(git), 'ref'))];
  const vcs = url === '' ? '' : `git+${url}${ref === '' ? '' : `@${ref}`}`;
  const registry = registryQualifier('pub', textOf(hosted) || textOf(ownMember(objectOf(hosted), 'url')));
  const name = textOf(ownMember(objectOf(hosted), 'name')) || key;
  const purl = { type: 'pub', name, version, qualifiers: { vcs_url: vcs, repository_url: registry } };
  const references = vcs === '' ? [] : [{ type: 'vcs', url: vcs }];
  return out.addComponent({ ecosystem: 'pub', name, version, ...requirement, purl, references, line });
}
