import { FormatError } from '../../formats/format.js';
import type { JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { manifestText } from '../reading/text-file.js';
import { readYamlFile } from '../reading/yaml-file.js';

/** stack.yaml.lock of Haskell (docs.haskellstack.org, "Lock files"): packages that are in no snapshot. */
export const stackLock: ManifestKind = {
  id: 'stack-lock',
  ecosystem: 'hackage',
  nature: 'locked',
  files: ['stack.yaml.lock'],
  matches: (path) => baseName(path) === 'stack.yaml.lock',
  read: readStack,
};

/** cabal.project.freeze: `constraints: any.aeson ==2.0.1.0, aeson +flag`. */
export const cabalFreeze: ManifestKind = {
  id: 'cabal-freeze',
  ecosystem: 'hackage',
  nature: 'locked',
  files: ['cabal.project.freeze'],
  matches: (path) => baseName(path) === 'cabal.project.freeze',
  read: readFreeze,
};

async function readStack(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const yaml = await readYamlFile(file.bytes);
  if (ownMember(yaml.root, 'packages') === undefined)
    throw new FormatError('invalid', 'This is no stack.yaml.lock: it has no "packages"');
  const project = out.addProject(folderOf(file.path));
  for (const value of listOf(ownMember(yaml.root, 'packages'))) {
    const completed = objectOf(ownMember(objectOf(value), 'completed'));
    out.addDependency(project, addStackPackage(completed, yaml.lineOfValue(anchorOf(completed)), out));
  }
  for (const value of listOf(ownMember(yaml.root, 'snapshots'))) {
    const url = textOf(ownMember(objectOf(ownMember(objectOf(value), 'completed')), 'url'));
    out.addWarning(yaml.lineOf('snapshots'), `The packages of the snapshot ${url.slice(0, 200)} are not in this file`);
  }
}

const anchorOf = (completed: JsonObject): string =>
  textOf(ownMember(completed, 'hackage')) || textOf(ownMember(completed, 'name'));

/** `hackage: name-1.0@sha256:<of the .cabal file>,<size>`, or a commit or archive with name and version. */
function addStackPackage(completed: JsonObject, line: number, out: ContentsBuilder): string | null {
  const of = (member: string): string => textOf(ownMember(completed, member));
  const [, hackageName, hackageVersion] = /^([A-Za-z0-9][A-Za-z0-9-]{0,200})-(\d[\d.]{0,100})(?:@|$)/.exec(of('hackage')) ?? []; // prettier-ignore
  const [name, version] = [hackageName ?? of('name'), hackageVersion ?? of('version')];
  const [git, archive] = [of('git'), of('url')];
  const vcs = git === '' ? '' : `git+${git}@${of('commit')}`;
  const qualifiers = { vcs_url: vcs, download_url: vcs === '' ? archive : '' };
  const purl = { type: 'hackage', name, version, qualifiers };
  return out.addComponent({
    ecosystem: 'hackage',
    name,
    version,
    purl,
    line,
    references: vcs === '' ? [] : [{ type: 'vcs', url: vcs }],
  });
}

const maxLineLength = 4_096;

async function readFreeze(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  for (const [index, raw] of (await manifestText(file.bytes)).split('\n').entries()) {
    const line = raw.slice(0, maxLineLength);
    if (line.trimStart().startsWith('--')) continue;
    for (const [, name = '', version = ''] of line.matchAll(
      /\bany\.([A-Za-z0-9][A-Za-z0-9-]{0,200})\s{0,20}==\s{0,20}(\d[\d.]{0,100})/g,
    ))
      // prettier-ignore
      out.addComponent({ ecosystem: 'hackage', name, version, purl: { type: 'hackage', name, version }, line: index + 1 });
  }
}
