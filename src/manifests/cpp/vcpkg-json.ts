import type { Json, JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { type JsonFile, readJsonFile } from '../reading/json-file.js';
import { vcpkgOrigins, type VcpkgOrigins } from './vcpkg-registries.js';

/** vcpkg.json (learn.microsoft.com/vcpkg): requirements; only an override pins a version. With its registries. */
export const vcpkgJson: ManifestKind = {
  id: 'vcpkg-json',
  ecosystem: 'vcpkg',
  nature: 'declared',
  files: ['vcpkg.json'],
  matches: (path) => baseName(path) === 'vcpkg.json',
  read,
};

const versionMembers = ['version', 'version-semver', 'version-date', 'version-string'];

const versionOf = (entry: JsonObject): string =>
  versionMembers.map((name) => textOf(ownMember(entry, name))).find((text) => text !== '') ?? '';

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const json = await readJsonFile(file.bytes);
  const project = out.addProject(folderOf(file.path), textOf(ownMember(json.root, 'name')), versionOf(json.root));
  const overrides = new Map<string, string>();
  for (const item of listOf(ownMember(json.root, 'overrides')))
    overrides.set(textOf(ownMember(objectOf(item), 'name')), versionOf(objectOf(item)));
  const origins = await vcpkgOrigins(file, json.root, out);
  const readList = (list: readonly Json[], scope: DependencyScope): void => {
    for (const [index, item] of list.entries()) {
      const ref = add(item, { overrides, origins, line: lineOf(json, list, index) }, out);
      out.addDependency(project, ref, ownMember(objectOf(item), 'host') === true ? 'build' : scope);
    }
  };
  readList(listOf(ownMember(json.root, 'dependencies')), 'runtime');
  for (const feature of Object.values(objectOf(ownMember(json.root, 'features'))))
    readList(listOf(ownMember(objectOf(feature), 'dependencies')), 'optional');
}

const lineOf = (json: JsonFile, list: readonly Json[], index: number): number => json.lineOfItem(list, index);

interface About {
  readonly overrides: ReadonlyMap<string, string>;
  readonly origins: VcpkgOrigins;
  readonly line: number;
}

function add(item: Json, { overrides, origins, line }: About, out: ContentsBuilder): string | null {
  const name = textOf(item) || textOf(ownMember(objectOf(item), 'name'));
  const version = overrides.get(name) ?? '';
  const lowest = textOf(ownMember(objectOf(item), 'version>='));
  const { source, registry } = origins(name);
  const requirement = version === '' && lowest !== '' ? { requirement: `>=${lowest}` } : {};
  const common = { ecosystem: 'vcpkg', name, version, ...requirement, line };
  if (source !== undefined) return out.addComponent({ ...common, source });
  return out.addComponent({
    ...common,
    purl: { type: 'vcpkg', name, version, qualifiers: { repository_url: registry } },
  });
}
