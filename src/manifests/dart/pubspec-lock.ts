import { FormatError } from '../../formats/format.js';
import type { JsonObject } from '../../model/document.js';
import { objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { readYamlFile } from '../reading/yaml-file.js';
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
  for (const [name, value] of Object.entries(objectOf(ownMember(yaml.root, 'packages')))) {
    const entry = objectOf(value);
    const ref = add(name, entry, yaml.lineOf(name, start), out);
    const relation = textOf(ownMember(entry, 'dependency'));
    if (relation.startsWith('direct'))
      out.addDependency(project, ref, relation === 'direct dev' ? 'development' : 'runtime');
  }
}

function add(name: string, entry: JsonObject, line: number, out: ContentsBuilder): string | null {
  const description = objectOf(ownMember(entry, 'description'));
  const version = textOf(ownMember(entry, 'version'));
  const source = textOf(ownMember(entry, 'source'));
  const url = textOf(ownMember(description, 'url'));
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
  return out.addComponent({
    ...common,
    purl: { type: 'pub', name, version, qualifiers: vcs === '' ? null : { vcs_url: vcs } },
    hashes: sha256Hashes(sha256),
    references: vcs === '' ? [] : [{ type: 'vcs', url: vcs }],
  });
}
