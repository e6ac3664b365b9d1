import { FormatError } from '../../formats/format.js';
import { listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { mavenComponent } from '../jvm/maven-component.js';
import { baseName, folderOf } from '../paths.js';
import { readJsonFile } from '../reading/json-file.js';
import { sha256Hashes } from '../sha256.js';

/** The lock file of rules_jvm_external, of version 1 and 2. */
export const mavenInstall: ManifestKind = {
  id: 'maven-install',
  ecosystem: 'maven',
  nature: 'locked',
  files: ['maven_install.json', '*_maven_install.json', 'maven_*_install.json'],
  matches: (path) => /^(?:\w+_)?maven_(?:\w+_)?install\.json$/.test(baseName(path)),
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const json = await readJsonFile(file.bytes);
  out.addProject(folderOf(file.path));
  const artifacts = objectOf(ownMember(json.root, 'artifacts'));
  const tree = ownMember(objectOf(ownMember(json.root, 'dependency_tree')), 'dependencies');
  if (ownMember(json.root, 'artifacts') === undefined && tree === undefined)
    throw new FormatError('invalid', 'This is no lock file of rules_jvm_external: it has no "artifacts"');
  const refs = new Map<string, string | null>();
  const needs: [string, string][] = [];
  for (const [key, value] of Object.entries(artifacts)) {
    const checksum = textOf(ownMember(objectOf(ownMember(objectOf(value), 'shasums')), 'jar'));
    refs.set(key, add(`${key}:${textOf(ownMember(objectOf(value), 'version'))}`, checksum, json.lineOf(value), out));
  }
  for (const [from, targets] of Object.entries(objectOf(ownMember(json.root, 'dependencies'))))
    for (const to of listOf(targets)) needs.push([from, textOf(to)]);
  for (const value of listOf(tree)) {
    const coordinates = textOf(ownMember(objectOf(value), 'coord'));
    refs.set(coordinates, add(coordinates, textOf(ownMember(objectOf(value), 'sha256')), json.lineOf(value), out));
    for (const to of listOf(ownMember(objectOf(value), 'dependencies'))) needs.push([coordinates, textOf(to)]);
  }
  for (const [from, to] of needs) out.addDependency(refs.get(from) ?? null, refs.get(to) ?? null);
}

/** `group:artifact[:packaging[:classifier]]:version` */
function add(coordinates: string, checksum: string, line: number, out: ContentsBuilder): string | null {
  const parts = coordinates.split(':', 5);
  const [group = '', artifact = ''] = parts;
  const [type = '', classifier = ''] = parts.slice(2, -1);
  return out.addComponent({ ...mavenComponent({ group, artifact, version: parts.at(-1)!, type, classifier, line }), hashes: sha256Hashes(checksum) }); // prettier-ignore
}
