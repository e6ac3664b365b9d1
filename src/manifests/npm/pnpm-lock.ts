import { FormatError } from '../../formats/format.js';
import type { JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { lastDocument, readYamlFile, type YamlFile } from '../reading/yaml-file.js';
import { npmComponent } from './npm-package.js';
import { projectAt } from './package-json.js';
import { candidateKeys, nameAndVersion, withoutPeers } from './pnpm-keys.js';
import { publicScopes, scopeRegistries } from './scope-registries.js';
import { warnOfNewerLock } from '../reading/lock-version.js';

/** pnpm-lock.yaml, versions 5.0 to 9 (github.com/pnpm/spec, lockfile; pnpm.io/lockfile), also that of a branch. */
export const pnpmLock: ManifestKind = {
  id: 'pnpm-lock',
  ecosystem: 'npm',
  nature: 'locked',
  files: ['pnpm-lock.yaml', 'pnpm-lock.*.yaml'],
  // "gitBranchLockfile" (pnpm.io/settings) puts the name of the branch into that of the file.
  matches: (path) => /^pnpm-lock(?:\.[^/]{1,250})?\.yaml$/.test(baseName(path)),
  read: async (file, out) => {
    // Since pnpm 11 a document about pnpm itself (`packageManagerDependencies`, `configDependencies`) may come first.
    const bytes = lastDocument(file.bytes);
    const hasConfiguration = bytes !== file.bytes && Buffer.from(file.bytes).includes('configDependencies:');
    await new PnpmLock(await readYamlFile(bytes), file, out, hasConfiguration).read();
  },
};

/** In this order: the later list determines the scope. */
const lists: readonly (readonly [string, DependencyScope])[] = [
  ['dependencies', 'runtime'],
  ['optionalDependencies', 'optional'],
  ['devDependencies', 'development'],
];

class PnpmLock {
  private readonly packages: JsonObject;
  /** Version 9 separates packages from their installations; before, `packages` held both. */
  private readonly snapshots: JsonObject;
  private readonly isNine: boolean;
  private readonly refs = new Map<string, string | null>();
  private registries = publicScopes;

  constructor(
    private readonly yaml: YamlFile,
    private readonly file: ManifestFile,
    private readonly out: ContentsBuilder,
    private readonly hasToolDocument: boolean,
  ) {
    if (ownMember(yaml.root, 'lockfileVersion') === undefined)
      throw new FormatError('invalid', 'This is no lock file of pnpm: it has no "lockfileVersion"');
    warnOfNewerLock(ownMember(yaml.root, 'lockfileVersion'), 9, out);
    this.packages = objectOf(ownMember(yaml.root, 'packages'));
    this.isNine = ownMember(yaml.root, 'snapshots') !== undefined;
    this.snapshots = this.isNine ? objectOf(ownMember(yaml.root, 'snapshots')) : this.packages;
  }

  async read(): Promise<void> {
    if (this.hasToolDocument) this.out.addWarning(1, 'The first document, about pnpm itself and its configDependencies, was not read'); // prettier-ignore
    this.registries = await scopeRegistries(this.file.tree, folderOf(this.file.path));
    for (const key of Object.keys(this.snapshots)) this.refs.set(key, this.add(key));
    for (const [key, value] of Object.entries(this.snapshots)) this.connect(key, objectOf(value));
    for (const [key, value] of Object.entries(this.packages)) this.warnOfBundled(key, objectOf(value));
    await this.readImporters();
  }

  private add(key: string): string | null {
    const entry = objectOf(ownMember(this.packages, this.isNine ? withoutPeers(key) : key));
    const line = this.yaml.lineOf(this.isNine ? withoutPeers(key) : key);
    const resolution = objectOf(ownMember(entry, 'resolution'));
    const folder = textOf(ownMember(resolution, 'directory'));
    const spelt = nameAndVersion(key);
    const name = textOf(ownMember(entry, 'name')) || spelt.name;
    const version = textOf(ownMember(entry, 'version')) || spelt.version;
    // Node.js itself (pnpm.io, "devEngines.runtime"), not the package of npm of that name.
    if (spelt.version.startsWith('runtime:')) {
      const own = version.replace(/^runtime:/, '');
      const purl = { type: 'generic', name, version: own };
      return this.out.addComponent({
        ecosystem: 'generic',
        name,
        version: own,
        purl,
        line,
        scope: this.scopeOf(entry),
      });
    }
    if (folder !== '') {
      const path = joinPath(folderOf(this.file.path), folder);
      if (path === null)
        this.out.addWarning(line, `The package ${JSON.stringify(name.slice(0, 80))} lies outside the tree`);
      return this.out.addProject(path ?? folder, name, version.startsWith('file:') ? '' : version);
    }
    const repository = textOf(ownMember(resolution, 'repo'));
    const commit = textOf(ownMember(resolution, 'commit'));
    const resolved = repository === '' ? textOf(ownMember(resolution, 'tarball')) : gitAddress(repository, commit);
    const integrity = textOf(ownMember(resolution, 'integrity'));
    const { registries } = this;
    const found = npmComponent({ name, version: plain(version), resolved, integrity, line, registries });
    return this.out.addComponent({ ...found, scope: this.scopeOf(entry) });
  }

  /** Up to version 6 each package has the flag; in 9 it follows from the graph. */
  private scopeOf(entry: JsonObject): DependencyScope | undefined {
    if (this.isNine) return undefined;
    if (textOf(ownMember(entry, 'dev')) === 'true') return 'development';
    if (textOf(ownMember(entry, 'optional')) === 'true') return 'optional';
    return textOf(ownMember(entry, 'dev')) === 'false' ? 'runtime' : undefined;
  }

  private connect(key: string, entry: JsonObject): void {
    const from = this.refs.get(key) ?? null;
    // A peer that is not installed is in the list of peers only.
    const about = objectOf(ownMember(this.packages, this.isNine ? withoutPeers(key) : key));
    const peers = Object.keys(objectOf(ownMember(about, 'peerDependencies')));
    const needs = lists.flatMap(([list, scope]) =>
      Object.entries(objectOf(ownMember(entry, list))).map(([name, version]) => ({
        name,
        version: textOf(version),
        scope,
      })),
    );
    this.out.addNeeds(from, needs.length + peers.length);
    for (const { name, version, scope } of needs) this.out.addDependency(from, this.find(name, version, ''), scope);
  }

  /** What a package brings in its own archive is installed with it, and is not locked. */
  private warnOfBundled(key: string, entry: JsonObject): void {
    const bundled = ownMember(entry, 'bundledDependencies') ?? ownMember(entry, 'bundleDependencies');
    const names = listOf(bundled).map(textOf);
    if (names.length > 0 || textOf(bundled) === 'true')
      this.out.addLoss(this.yaml.lineOf(key), bundledMessage(key, names));
  }

  private async readImporters(): Promise<void> {
    const importers = objectOf(ownMember(this.yaml.root, 'importers'));
    const all = Object.keys(importers).length > 0 ? Object.entries(importers) : [['.', this.yaml.root] as const];
    const paths = all.map(([key]) => joinPath(folderOf(this.file.path), key));
    for (const [index, path] of paths.entries()) {
      if (path === null) continue;
      const project = await projectAt(this.file.tree, path, this.out);
      const manifest = project?.manifest ?? {};
      this.out.addProject(path, textOf(ownMember(manifest, 'name')), textOf(ownMember(manifest, 'version')));
      this.readImporter(path, objectOf(all[index]![1]));
    }
  }

  private readImporter(path: string, importer: JsonObject): void {
    for (const [list, scope] of lists)
      for (const [name, value] of Object.entries(objectOf(ownMember(importer, list)))) {
        const version = typeof value === 'string' ? value : textOf(ownMember(objectOf(value), 'version'));
        const target = this.find(name, version, path);
        if (target !== null) this.out.addDependency(`project:${path}`, target, scope);
        else this.out.addLoss(this.yaml.lineOf(name), missingMessage(name, version));
      }
  }

  private find(name: string, version: string, importer: string): string | null {
    if (version.startsWith('link:')) {
      const path = joinPath(importer, version.slice('link:'.length));
      return path === null ? null : this.out.addProject(path, name);
    }
    for (const key of candidateKeys(name, version)) {
      const ref = this.refs.get(key);
      if (ref !== undefined) return ref;
    }
    return null;
  }
}

const missingMessage = (name: string, version: string): string =>
  `${JSON.stringify(name.slice(0, 80))} is ${version.startsWith('link:') ? 'linked to a folder outside the tree, which is not read' : 'needed but is not locked'}`; // prettier-ignore

const maxNamed = 5;

function bundledMessage(key: string, names: readonly string[]): string {
  const named = names.slice(0, maxNamed).map((name) => name.slice(0, 80));
  const list = names.length === 0 ? 'all that it needs' : `${named.join(', ')}${names.length > maxNamed ? ` and ${names.length - maxNamed} more` : ''}`; // prettier-ignore
  return `${JSON.stringify(key.slice(0, 120))} brings packages in its own archive, whose versions are not locked (${list}): only an artifact with node_modules says which they are`;
}

const gitAddress = (repository: string, commit: string): string =>
  `${/^[a-z+]+:/.test(repository) ? 'git+' : ''}${repository}${commit === '' ? '' : `#${commit}`}`;

/** Names of repositories and archives are not versions. */
const plain = (version: string): string => (/[/:]/.test(version) ? '' : version);
