import { FormatError } from '../../formats/format.js';
import type { JsonObject } from '../../model/document.js';
import { objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { readYamlFile } from '../reading/yaml-file.js';
import { registriesOfLock } from '../registries.js';
import { sha256Hashes } from '../sha256.js';

/** pubspec.lock of Dart and Flutter: no graph, but each package has its relation and scope. */
export const pubspecLock: ManifestKind = {
  id: 'pubspec-lock',
  ecosystem: 'pub',
  nature: 'locked',
  files: ['pubspec.lock'],
  matches: (path) => baseName(path) === 'pubspec.lock',
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const yaml = await readYamlFile(file.bytes);
  if (ownMember(yaml.root, 'packages') === undefined)
    throw new FormatError('invalid', 'This is no pubspec.lock: it has no "packages"');
  const project = out.addProject(folderOf(file.path));
  const start = yaml.lineOf('packages');
  const entries = Object.entries(objectOf(ownMember(yaml.root, 'packages'))).map(([name, value]) => ({ name, entry: objectOf(value) })); // prettier-ignore
  const hosted = entries.filter(({ entry }) => textOf(ownMember(entry, 'source')) === 'hosted');
  const registryOf = registriesOfLock('pub', hosted.map(({ entry }) => hostOf(entry)), out); // prettier-ignore
  for (const { name, entry } of entries) {
    const ref = add(name, entry, { registryOf, line: yaml.lineOf(name, start) }, out);
    const relation = textOf(ownMember(entry, 'dependency'));
    if (relation.startsWith('direct'))
      out.addDependency(project, ref, relation === 'direct dev' ? 'development' : 'runtime');
  }
}

const hostOf = (entry: JsonObject): string => textOf(ownMember(objectOf(ownMember(entry, 'description')), 'url'));

function add(
  key: string,
  entry: JsonObject,
  { registryOf, line }: { registryOf: (address: string) => string; line: number },
  out: ContentsBuilder,
): string | null {
  const description = objectOf(ownMember(entry, 'description'));
  // What the registry calls it, which the project may call by another name.
  const name = (textOf(ownMember(entry, 'source')) === 'hosted' && textOf(ownMember(description, 'name'))) || key;
  const version = textOf(ownMember(entry, 'version'));
  const source = textOf(ownMember(entry, 'source'));
  const url = hostOf(entry);
  if (source === 'path') {
    const path = textOf(ownMember(description, 'path'));
    return out.addProject(joinPath(folderOf(out.file), path) ?? path, name, version);
  }
  const common = { ecosystem: 'pub', name, version, line };
  if (source === 'sdk')
    return out.addComponent({ ...common, source: `sdk ${textOf(ownMember(entry, 'description'))}` });
  const sha256 = textOf(ownMember(description, 'sha256'));
  const commit = textOf(ownMember(description, 'resolved-ref'));
  const vcs = source === 'git' ? `git+${url}${commit === '' ? '' : `@${commit}`}` : '';
  const qualifiers = { vcs_url: vcs, repository_url: source === 'hosted' ? registryOf(url) : '' };
  return out.addComponent({
    ...common,
    purl: { type: 'pub', name, version, qualifiers },
    hashes: sha256Hashes(sha256),
    references: vcs === '' ? [] : [{ type: 'vcs', url: vcs }],
  });
}
