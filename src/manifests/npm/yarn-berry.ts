import type { Json, JsonObject } from '../../model/document.js';
import { objectOf, ownMember, textEntries, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile } from '../manifest-kind.js';
import { folderOf, joinPath } from '../paths.js';
import { readYamlFile, type YamlFile } from '../reading/yaml-file.js';
import { catalogsAbove } from './catalogs.js';
import { localFolder, npmComponent } from './npm-package.js';
import { projectAt, dependencyRequests } from './package-json.js';
import { publicScopes, scopeRegistries } from './scope-registries.js';
import { splitPattern } from './yarn-classic.js';
import { resolutionsOf, type Resolutions } from './yarn-resolutions.js';
import { warnOfNewerLock } from '../reading/lock-version.js';

/** yarn 2 and later, in YAML. Workspaces are entries without scopes of their dependencies. */
export async function readYarnBerry(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  await new BerryLock(await readYamlFile(file.bytes), file, out).read();
}

class BerryLock {
  private readonly byDescriptor = new Map<string, string | null>();
  private readonly byName = new Map<string, Set<string>>();
  private registries = publicScopes;
  private resolutions: Resolutions = (_from, _name, range) => range;

  constructor(
    private readonly yaml: YamlFile,
    private readonly file: ManifestFile,
    private readonly out: ContentsBuilder,
  ) {}

  async read(): Promise<void> {
    this.registries = await scopeRegistries(this.file.tree, folderOf(this.file.path));
    const root = await projectAt(this.file.tree, folderOf(this.file.path), this.out);
    if (root) this.resolutions = resolutionsOf(root.manifest);
    warnOfNewerLock(ownMember(objectOf(ownMember(this.yaml.root, '__metadata')), 'version'), 10, this.out);
    const entries = Object.entries(this.yaml.root).filter(([key]) => key !== '__metadata');
    for (const [key, value] of entries) this.register(key, objectOf(value));
    for (const [key, value] of entries) await this.connect(key, objectOf(value));
  }

  private register(key: string, entry: JsonObject): void {
    const ref = this.refOf(key, entry);
    if (ref === null) return;
    for (const descriptor of key.split(', ')) {
      this.byDescriptor.set(descriptor, ref);
      // Nobody asks for a folder, archive or patch by the one for whom it is: `patch:…::locator=…`.
      const asked = descriptor.split('::', 1)[0]!;
      if (!this.byDescriptor.has(asked)) this.byDescriptor.set(asked, ref);
      const { name } = splitPattern(descriptor);
      const named = this.byName.get(name) ?? new Set();
      if (named.size < 2) this.byName.set(name, named.add(ref));
    }
  }

  private refOf(key: string, entry: JsonObject): string | null {
    const { name, range } = splitPattern(textOf(ownMember(entry, 'resolution')) || key.split(', ')[0]!);
    const version = textOf(ownMember(entry, 'version'));
    const folder = workspaceOf(range);
    if (folder !== null)
      return this.out.addProject(joinPath(folderOf(this.file.path), folder) ?? folder, name, inTree(version));
    const found = npmComponent({
      name,
      version: inTree(version),
      resolved: addressOf(range),
      integrity: '',
      line: this.yaml.lineOf(key),
      registries: this.registries,
    });
    return this.out.addComponent({ ...found, integrity: textOf(ownMember(entry, 'checksum')) });
  }

  private async connect(key: string, entry: JsonObject): Promise<void> {
    const from = this.byDescriptor.get(key.split(', ')[0]!) ?? null;
    const scopes = await this.scopesOfWorkspace(entry);
    const catalogs = await catalogsAbove(this.file.tree, folderOf(this.file.path));
    const meta = objectOf(ownMember(entry, 'dependenciesMeta'));
    const [needs, peers] = ['dependencies', 'peerDependencies'].map((list) => textEntries(ownMember(entry, list)));
    this.out.addNeeds(from, needs!.length + peers!.length);
    const asking = splitPattern(textOf(ownMember(entry, 'resolution')) || key).name;
    for (const [name, range] of needs!) {
      const isOptional = textOf(ownMember(objectOf(ownMember(meta, name)), 'optional')) === 'true';
      const ranges = [this.resolutions(asking, name, range), range].map((one) => catalogs(name, one));
      const target = this.find(name, ranges);
      this.out.addDependency(from, target, scopes.get(name) ?? (isOptional ? 'optional' : 'runtime'));
    }
    for (const [name, range] of peers!)
      if (!isOptionalPeer(entry, name)) this.out.addDependency(from, this.find(name, [range]));
  }

  /** The scopes of the dependencies of a workspace are in its package.json. */
  private async scopesOfWorkspace(entry: JsonObject): Promise<Map<string, DependencyScope>> {
    const folder = workspaceOf(splitPattern(textOf(ownMember(entry, 'resolution'))).range);
    const path = folder === null ? null : joinPath(folderOf(this.file.path), folder);
    const project = path === null ? null : await projectAt(this.file.tree, path, this.out);
    return new Map(project ? dependencyRequests(project.manifest).map(({ name, scope }) => [name, scope]) : []);
  }

  /** Before version 8 of the lock file ranges have no protocol. */
  private find(name: string, ranges: readonly string[]): string | null {
    for (const descriptor of ranges.flatMap((range) => [`${name}@${range}`, `${name}@npm:${range}`])) {
      const ref = this.byDescriptor.get(descriptor);
      if (ref !== undefined) return ref;
    }
    const [only, another] = this.byName.get(name) ?? [];
    return another === undefined ? (only ?? null) : null;
  }
}

/** Version of packages that are built from the tree. */
const inTree = (version: string): string => (version === '0.0.0-use.local' ? '' : version);

/** Folder of a workspace or link; null for installed packages. */
function workspaceOf(range: string): string | null {
  const folder = localFolder(range);
  return folder === null ? null : decoded(folder);
}

/** Source address; empty for the registry. A patch keeps the source of its package. */
function addressOf(range: string): string {
  if (range.startsWith('npm:')) {
    const archive = /::__archiveUrl=([^&]+)/.exec(range)?.[1];
    return archive === undefined ? '' : decoded(archive);
  }
  const patched = /^patch:([^#]+)/.exec(range)?.[1];
  if (patched !== undefined) return addressOf(splitPattern(decoded(patched)).range);
  return range.split('::', 1)[0]!;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isOptionalPeer(entry: JsonObject, name: string): boolean {
  const meta: Json | undefined = ownMember(objectOf(ownMember(entry, 'peerDependenciesMeta')), name);
  return textOf(ownMember(objectOf(meta), 'optional')) === 'true';
}
