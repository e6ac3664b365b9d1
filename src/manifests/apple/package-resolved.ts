import { FormatError } from '../../formats/format.js';
import type { JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import { repositoryOrNull } from '../../model/repository.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, joinPath } from '../paths.js';
import { readJsonFile } from '../reading/json-file.js';
import { warnOfNewerLock } from '../reading/lock-version.js';

/** Package.resolved of Swift, versions 1 to 3: pins without a graph. Package.swift is a program and is not read. */
export const packageResolved: ManifestKind = {
  id: 'package-resolved',
  ecosystem: 'swift',
  nature: 'locked',
  files: ['Package.resolved'],
  matches: (path) => baseName(path) === 'Package.resolved',
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const json = await readJsonFile(file.bytes);
  warnOfNewerLock(ownMember(json.root, 'version'), 3, out);
  const pins = ownMember(objectOf(ownMember(json.root, 'object')), 'pins') ?? ownMember(json.root, 'pins');
  if (!Array.isArray(pins)) throw new FormatError('invalid', 'This is no Package.resolved: it has no "pins"');
  for (const pin of listOf(pins)) add(objectOf(pin), json.lineOf(pin), out);
}

function add(pin: JsonObject, line: number, out: ContentsBuilder): void {
  const state = objectOf(ownMember(pin, 'state'));
  const location = textOf(ownMember(pin, 'location')) || textOf(ownMember(pin, 'repositoryURL'));
  const identity = textOf(ownMember(pin, 'identity')) || textOf(ownMember(pin, 'package'));
  const commit = textOf(ownMember(state, 'revision'));
  const version = textOf(ownMember(state, 'version'));
  const kind = textOf(ownMember(pin, 'kind'));
  if (kind === 'localSourceControl' || location.startsWith('/') || location.startsWith('file:')) {
    out.addProject(joinPath('', location) ?? location, identity);
    return;
  }
  const common = { ecosystem: 'swift', version: version || commit, integrity: commit, line };
  const repository = repositoryOrNull(location.endsWith('.git') ? location : `${location}.git`);
  if (!repository) {
    // A registry entry has the identity "scope.name" and no address.
    out.addComponent({ ...common, name: identity, source: location });
    return;
  }
  const path = new URL(repository.url).pathname.slice(1);
  const owner = repository.owner || path.slice(0, Math.max(0, path.lastIndexOf('/')));
  out.addComponent({
    ...common,
    name: repository.name,
    purl: {
      type: 'swift',
      namespace: `${repository.host}/${owner}`,
      name: repository.name,
      version: version || commit,
    },
    references: [{ type: 'vcs', url: `git+${location}${commit === '' ? '' : `@${commit}`}` }],
  });
}
