import { FormatError } from '../../formats/format.js';
import type { JsonObject } from '../../model/document.js';
import { objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { manifestLimits } from '../limits.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { type JsonFile, readJsonFile } from '../reading/json-file.js';
import { packagesOfTree } from './lock-tree.js';
import { npmComponent } from './npm-package.js';
import { projectAt, dependencyRequests } from './package-json.js';
import { scopeRegistries, type ScopeRegistries } from './scope-registries.js';
import { warnOfNewerLock } from '../reading/lock-version.js';

/** package-lock.json and npm-shrinkwrap.json, versions 1–3 (docs.npmjs.com, "package-lock.json"). */
export const npmLock: ManifestKind = {
  id: 'npm-lock',
  ecosystem: 'npm',
  nature: 'locked',
  files: ['package-lock.json', 'npm-shrinkwrap.json'],
  matches: (path) => ['package-lock.json', 'npm-shrinkwrap.json'].includes(baseName(path)),
  read,
};

const modules = 'node_modules/';

/** Limit of the look-up towards the root; deeper nesting does not occur in practice. */
const maxNesting = 64;

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const json = await readJsonFile(file.bytes);
  warnOfNewerLock(ownMember(json.root, 'lockfileVersion'), 3, out);
  const packages = objectOf(ownMember(json.root, 'packages'));
  const registries = await scopeRegistries(file.tree, folderOf(file.path));
  if (Object.keys(packages).length > 0) return new NpmLock({ json, packages, registries }, file, out).read();
  if (!ownMember(json.root, 'dependencies') && !ownMember(json.root, 'lockfileVersion'))
    throw new FormatError('invalid', 'This is no lock file of npm: it has neither "packages" nor "dependencies"');
  const root = await projectAt(file.tree, folderOf(file.path), out);
  const flat = packagesOfTree(json.root, root?.manifest ?? null);
  new NpmLock({ json, packages: flat, registries }, file, out).read();
}

/** Versions 2 and 3 map paths to packages; version 1 is converted to that shape. */
class NpmLock {
  private readonly refs = new Map<string, string | null>();
  private readonly folder: string;
  /** Version 1 names no peers. */
  private readonly namesAllNeeds: boolean;

  private readonly json: JsonFile;
  private readonly packages: JsonObject;
  private readonly registries: ScopeRegistries;

  constructor(
    lock: { json: JsonFile; packages: JsonObject; registries: ScopeRegistries },
    file: ManifestFile,
    private readonly out: ContentsBuilder,
  ) {
    this.folder = folderOf(file.path);
    this.json = lock.json;
    this.namesAllNeeds = lock.packages === ownMember(lock.json.root, 'packages');
    this.packages = lock.packages;
    this.registries = lock.registries;
  }

  read(): void {
    for (const path of Object.keys(this.packages)) this.register(path);
    for (const path of Object.keys(this.packages)) this.connect(path);
  }

  private register(path: string): void {
    const entry = objectOf(this.packages[path]);
    const line = this.json.lineOf(this.packages[path]);
    if (path.length > manifestLimits.maxNameLength) {
      this.out.addWarning(line, 'The path of a package is too long');
      return;
    }
    if (ownMember(entry, 'link') === true) return; // a link to that entry
    const at = path.lastIndexOf(modules);
    const installedAs = at < 0 ? '' : path.slice(at + modules.length);
    const name = textOf(ownMember(entry, 'name')) || installedAs;
    const version = textOf(ownMember(entry, 'version'));
    if (at < 0) {
      const location = joinPath(this.folder, path);
      if (location === null)
        this.out.addWarning(line, `The package ${JSON.stringify(path.slice(0, 80))} lies outside the tree`);
      const title = path === '' ? name || textOf(ownMember(this.json.root, 'name')) : name;
      this.refs.set(path, this.out.addProject(location ?? path, title, version));
      return;
    }
    const found = npmComponent({
      name,
      version,
      resolved: textOf(ownMember(entry, 'resolved')),
      integrity: textOf(ownMember(entry, 'integrity')),
      line,
      registries: this.registries,
    });
    const license = textOf(ownMember(entry, 'license'));
    this.refs.set(path, this.out.addComponent({ ...found, license, scope: scopeOf(entry) }));
  }

  private connect(path: string): void {
    const from = this.refs.get(path);
    if (!from) return;
    const entry = objectOf(this.packages[path]);
    const requests = dependencyRequests(entry);
    if (this.namesAllNeeds) this.out.addNeeds(from, requests.length);
    for (const { name, scope } of requests) {
      const target = this.lookUp(path, name);
      if (target !== null) this.out.addDependency(from, target, scope);
      else if (isNeeded(entry, name, scope))
        this.out.addWarning(
          this.json.lineOf(entry),
          `${JSON.stringify(name.slice(0, 80))} is needed here but is not locked`,
        );
    }
  }

  /** Module resolution of Node: `node_modules` of the folder, then of every folder above. */
  private lookUp(path: string, name: string): string | null {
    let folder: string | null = path;
    for (let step = 0; folder !== null && step < maxNesting; step += 1) {
      const candidate = folder === '' ? modules + name : `${folder}/${modules}${name}`;
      const found = this.targetOf(candidate);
      if (found !== undefined) return found;
      folder = folder === '' ? null : folderOf(folder).replace(/(^|\/)node_modules$/, '');
    }
    return null;
  }

  private targetOf(path: string): string | null | undefined {
    const entry = ownMember(this.packages, path);
    if (entry === undefined) return undefined;
    if (ownMember(objectOf(entry), 'link') !== true) return this.refs.get(path) ?? null;
    const target = textOf(ownMember(objectOf(entry), 'resolved'));
    return this.refs.get(target) ?? this.refs.get(joinPath('', target) ?? target) ?? null;
  }
}

function isNeeded(entry: JsonObject, name: string, scope: DependencyScope): boolean {
  if (scope === 'optional' || !Object.hasOwn(objectOf(ownMember(entry, 'dependencies')), name)) return false;
  return ownMember(entry, 'optional') !== true && ownMember(entry, 'devOptional') !== true;
}

/** npm marks what production does not need; unmarked packages are needed. */
function scopeOf(entry: JsonObject): DependencyScope {
  if (ownMember(entry, 'dev') === true) return 'development';
  return ownMember(entry, 'optional') === true || ownMember(entry, 'devOptional') === true ? 'optional' : 'runtime';
}
