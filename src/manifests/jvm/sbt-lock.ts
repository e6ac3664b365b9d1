import { FormatError } from '../../formats/format.js';
import { listOf, objectOf, ownMember, textOf, textsOf } from '../../model/json.js';
import type { BomHash } from '../../model/document.js';
import type { ContentsBuilder } from '../contents-builder.js';
import { dependencyScopes, type DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { readJsonFile } from '../reading/json-file.js';
import { mavenComponent } from './maven-component.js';

/** build.sbt.lock, as the plugin sbt-dependency-lock writes it: no graph, but the configurations of each artifact. */
export const sbtLock: ManifestKind = {
  id: 'sbt-lock',
  ecosystem: 'maven',
  nature: 'locked',
  files: ['build.sbt.lock'],
  matches: (path) => baseName(path) === 'build.sbt.lock',
  read,
};

const scopes: Readonly<Record<string, DependencyScope>> = {
  compile: 'runtime',
  runtime: 'runtime',
  optional: 'optional',
  provided: 'provided',
  test: 'test',
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const json = await readJsonFile(file.bytes);
  if (!Array.isArray(ownMember(json.root, 'dependencies')))
    throw new FormatError('invalid', 'This is no lock file of sbt: it has no "dependencies"');
  out.addProject(folderOf(file.path));
  for (const value of listOf(ownMember(json.root, 'dependencies'))) {
    const entry = objectOf(value);
    const of = (member: string): string => textOf(ownMember(entry, member));
    const found = textsOf(ownMember(entry, 'configurations')).map((name) => scopes[name.toLowerCase()]);
    const coordinates = { group: of('org'), artifact: of('name'), version: of('version'), line: json.lineOf(value) };
    const hashes = listOf(ownMember(entry, 'artifacts')).flatMap((one) => hashOf(textOf(ownMember(objectOf(one), 'hash')))); // prettier-ignore
    out.addComponent({
      ...mavenComponent(coordinates),
      hashes,
      scope: dependencyScopes.find((scope) => found.includes(scope)),
    });
  }
}

const hashOf = (text: string): BomHash[] =>
  /^sha1:[0-9a-f]{40}$/.test(text) ? [{ algorithm: 'SHA-1', value: text.slice('sha1:'.length) }] : [];
