import { catalogsAbove } from './catalogs.js';
import { ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind, SourceTree } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { readJsonFile } from '../reading/json-file.js';
import { nearestInstalled } from './installed-package.js';
import { localFolder, npmComponent } from './npm-package.js';
import { overridesOf } from './overrides.js';
import { dependencyRequests, type DependencyRequest } from './package-json.js';
import { scopeRegistries, type ScopeRegistries } from './scope-registries.js';
import { isOfWorkspace, memberFor, workspaceOf } from './workspace-members.js';

/** package.json where no lock file is (docs.npmjs.com, "package.json"): what it asks for. */
export const packageManifest: ManifestKind = {
  id: 'package-json',
  ecosystem: 'npm',
  nature: 'declared',
  files: ['package.json'],
  coveredBy: ['npm-lock', 'yarn-lock', 'pnpm-lock', 'bun-lock', 'deno-lock'],
  matches: (path) => baseName(path) === 'package.json',
  read,
};

const exactVersion = /^=?v?(\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?)$/;

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const json = await readJsonFile(file.bytes);
  const folder = folderOf(file.path);
  const project = out.addProject(folder, textOf(ownMember(json.root, 'name')), textOf(ownMember(json.root, 'version')));
  const catalogs = await catalogsAbove(file.tree, folder);
  const registries = await scopeRegistries(file.tree, folder);
  const { root, members } = await workspaceOf(file.tree, folder, out);
  const requests = dependencyRequests(json.root);
  const overridden = overridesOf(root, { folder, direct: new Set(requests.map(({ name }) => name)) }, out);
  const installed = file.tree.isArtifact ? await installedOf(file.tree, folder, requests) : new Map<string, string>();
  for (const { name, range: written, scope } of requests) {
    // An installation for production has nothing of what the project is developed with.
    if (installed.size > 0 && scope === 'development' && !installed.has(name)) continue;
    const range = catalogs(name, overridden(name, written));
    const member = memberFor(members, name, range);
    const local = localFolder(range);
    if (isOfWorkspace(range) && !member) out.addWarning(1, `${JSON.stringify(name.slice(0, 80))} is a package of the workspace that is not in the source`, 'locked'); // prettier-ignore
    const target = member
      ? out.addProject(member.folder, name)
      : local === null
        ? add({ name, range, installed: installed.get(name), registries }, out)
        : out.addProject(joinPath(folder, local) ?? local, name);
    out.addDependency(project, target, scope);
  }
}

/** Versions by the name of the request, which may be an alias. */
async function installedOf(tree: SourceTree, folder: string, requests: readonly DependencyRequest[]) {
  const versions = new Map<string, string>();
  for (const { name } of requests) {
    const found = await nearestInstalled(tree, folder, name);
    if (found !== null) versions.set(name, found.version);
  }
  return versions;
}

interface Wanted {
  readonly name: string;
  readonly range: string;
  readonly installed: string | undefined;
  readonly registries: ScopeRegistries;
}

/** A range, an alias (`npm:name@range`), an address of git, or one of an archive. */
function add({ name, range, installed = '', registries }: Wanted, out: ContentsBuilder): string | null {
  const patched = /^patch:(@?[^@#]{1,300})@(?:npm(?::|%3A))?([^#]{0,300})#/.exec(range);
  const [, aliased, aliasedRange = ''] = patched ?? /^npm:(@?[^@]{1,300})(?:@(.{0,300}))?$/.exec(range) ?? [];
  const request = aliased === undefined ? range.trim() : aliasedRange;
  const shorthand = /^[\w-][\w.-]*\/[\w.-]+(?:#.*)?$/.test(request) ? `github:${request}` : request;
  const isPath = /^(?:\.{1,2}|~)?\//.test(request);
  const isAddress = isPath || (/^(?:[a-z+]+:|git@)/.test(shorthand) && !/^(?:catalog|patch|portal):/.test(shorthand));
  const version = installed || (isAddress ? '' : (exactVersion.exec(request)?.[1] ?? ''));
  const requirement = version === '' && request !== '' ? { requirement: request } : {};
  const resolved = isAddress ? shorthand : '';
  return out.addComponent({ ...npmComponent({ name: aliased ?? name, version, resolved, integrity: '', line: 1, registries }), ...requirement }); // prettier-ignore
}
