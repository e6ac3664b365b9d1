import { FormatError } from '../../formats/format.js';
import type { JsonObject } from '../../model/document.js';
import { objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder, ManifestEntry } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { readJsonFile } from '../reading/json-file.js';
import { warnOfNewerLock } from '../reading/lock-version.js';

/** flake.lock of Nix (nix.dev, "Lock files"): the sources that a flake is built from. */
export const flakeLock: ManifestKind = {
  id: 'flake-lock',
  ecosystem: 'generic',
  nature: 'locked',
  files: ['flake.lock'],
  matches: (path) => baseName(path) === 'flake.lock',
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const json = await readJsonFile(file.bytes);
  warnOfNewerLock(ownMember(json.root, 'version'), 7, out);
  const nodes = objectOf(ownMember(json.root, 'nodes'));
  const root = textOf(ownMember(json.root, 'root'));
  if (ownMember(nodes, root) === undefined)
    throw new FormatError('invalid', 'This is no flake.lock: it has no root among its "nodes"');
  const refs = new Map<string, string | null>();
  for (const [name, value] of Object.entries(nodes)) {
    const isRoot = name === root;
    refs.set(name, isRoot ? out.addProject(folderOf(file.path)) : add(name, objectOf(value), json.lineOf(value), out));
  }
  for (const [name, value] of Object.entries(nodes))
    for (const target of Object.values(objectOf(ownMember(objectOf(value), 'inputs')))) {
      // A list follows the inputs of the root: `["nixpkgs"]`.
      const node = Array.isArray(target) ? followed(target.map(textOf), nodes, root) : textOf(target);
      out.addDependency(refs.get(name) ?? null, refs.get(node) ?? null, 'build');
    }
}

const maxSteps = 32;

function followed(path: readonly string[], nodes: JsonObject, root: string): string {
  let at = root;
  for (const step of path.slice(0, maxSteps)) {
    const target = ownMember(objectOf(ownMember(objectOf(ownMember(nodes, at)), 'inputs')), step);
    if (typeof target !== 'string') return '';
    at = target;
  }
  return at;
}

function add(name: string, node: JsonObject, line: number, out: ContentsBuilder): string | null {
  const locked = objectOf(ownMember(node, 'locked'));
  const of = (member: string): string => textOf(ownMember(locked, member));
  const [type, owner, repository, version] = [of('type'), of('owner'), of('repo'), of('rev')];
  if (type === 'path')
    return out.addProject(
      joinPath(folderOf(out.file), of('path')) ?? of('path'),
      name,
      '',
      `${folderOf(out.file)}#${name}`,
    );
  const common: ManifestEntry = { ecosystem: 'generic', name, version, integrity: of('narHash'), line };
  if (type === 'github' || type === 'gitlab') {
    const host = of('host') || `${type}.com`;
    const isPublic = host === `${type}.com`;
    const url = `git+https://${host}/${owner}/${repository}.git@${version}`;
    const purl = isPublic
      ? { type, namespace: owner, name: repository, version }
      : { type: 'generic', name: repository, version, qualifiers: { vcs_url: url } };
    return out.addComponent({ ...common, group: owner, name: repository, purl, references: [{ type: 'vcs', url }] });
  }
  const url = of('url');
  const isVcs = type === 'git' || type === 'hg';
  const address = isVcs ? `${type}+${url}@${version}` : url;
  const qualifiers = { vcs_url: isVcs ? address : '', download_url: isVcs ? '' : address };
  const purl = url === '' ? {} : { purl: { type: 'generic', name, version, qualifiers } };
  return out.addComponent({ ...common, ...purl, references: url === '' ? [] : [{ type: isVcs ? 'vcs' : 'distribution', url: address }] }); // prettier-ignore
}
