import { FormatError } from '../../formats/format.js';
import type { JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { type JsonFile, parseJsonFile } from '../reading/json-file.js';
import { jsonOfJsonc } from '../reading/jsonc.js';
import { manifestText } from '../reading/text-file.js';
import { localFolder, npmComponent } from './npm-package.js';
import { dependencyRequests } from './package-json.js';
import { scopeRegistries, type ScopeRegistries } from './scope-registries.js';
import { splitPattern } from './yarn-classic.js';
import { warnOfNewerLock } from '../reading/lock-version.js';

/** bun.lock, the text form (bun.sh/docs, "Lockfile"). The older bun.lockb is binary and is not read. */
export const bunLock: ManifestKind = {
  id: 'bun-lock',
  ecosystem: 'npm',
  nature: 'locked',
  files: ['bun.lock'],
  matches: (path) => baseName(path) === 'bun.lock',
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const registries = await scopeRegistries(file.tree, folderOf(file.path));
  new BunLock(parseJsonFile(jsonOfJsonc(await manifestText(file.bytes))), { file, registries }, out).read();
}

/**
 * `packages` maps a path of names ("b", or "a/b" if a has its own b) to a tuple: `name@version`, then for the registry
 * its address, dependencies and integrity; for other sources the dependencies come second.
 */
class BunLock {
  private readonly packages: JsonObject;
  private readonly refs = new Map<string, string | null>();

  constructor(
    private readonly json: JsonFile,
    private readonly about: { readonly file: ManifestFile; readonly registries: ScopeRegistries },
    private readonly out: ContentsBuilder,
  ) {
    if (ownMember(json.root, 'lockfileVersion') === undefined)
      throw new FormatError('invalid', 'This is no lock file of bun: it has no "lockfileVersion"');
    warnOfNewerLock(ownMember(json.root, 'lockfileVersion'), 2, out);
    this.packages = objectOf(ownMember(json.root, 'packages'));
  }

  read(): void {
    const workspaces = Object.entries(objectOf(ownMember(this.json.root, 'workspaces')));
    for (const [path, value] of workspaces) {
      const entry = objectOf(value);
      this.out.addProject(this.treePath(path), textOf(ownMember(entry, 'name')), textOf(ownMember(entry, 'version')));
    }
    for (const key of Object.keys(this.packages)) this.refs.set(key, this.add(key));
    for (const [key, ref] of this.refs) this.connect(ref, key, this.needsOf(key));
    for (const [path, value] of workspaces)
      this.connect(`project:${this.treePath(path)}`, textOf(ownMember(objectOf(value), 'name')), objectOf(value));
  }

  private treePath(path: string): string {
    return joinPath(folderOf(this.about.file.path), path) ?? path;
  }

  private add(key: string): string | null {
    const tuple = listOf(this.packages[key]);
    const { name, range } = splitPattern(textOf(tuple[0]));
    const line = this.json.lineOf(this.packages[key]);
    const folder = localFolder(range);
    if (folder !== null) return this.out.addProject(this.treePath(folder), name);
    const isRegistry = typeof tuple[1] === 'string';
    const last = textOf(tuple.at(-1));
    const integrity = /^sha\d+-/.test(last) ? last : '';
    return this.out.addComponent(
      npmComponent({
        name,
        version: isRegistry ? range : '',
        resolved: isRegistry ? textOf(tuple[1]) : range,
        integrity,
        line,
        registries: this.about.registries,
      }),
    );
  }

  private needsOf(key: string): JsonObject {
    return objectOf(listOf(this.packages[key]).find((part) => typeof part === 'object' && part !== null));
  }

  private connect(from: string | null, key: string, needs: JsonObject): void {
    const optionalPeers = new Set(listOf(ownMember(needs, 'optionalPeers')));
    const requests = dependencyRequests(needs);
    this.out.addNeeds(from, requests.length);
    for (const { name, scope } of requests)
      this.out.addDependency(from, this.find(key, name), optionalPeers.has(name) ? 'optional' : scope);
  }

  /** Looks for the name under the key itself, then under each prefix of the path. */
  private find(key: string, name: string): string | null {
    const path = namesOf(key);
    for (let length = path.length; length >= 0; length -= 1) {
      const ref = this.refs.get([...path.slice(0, length), name].join('/'));
      if (ref !== undefined) return ref;
    }
    return null;
  }
}

/** Deeper nesting does not occur in practice and is ignored. */
const maxNesting = 64;

/** Names of a key; a scope and the name after it are one. */
function namesOf(key: string): string[] {
  const names: string[] = [];
  for (const segment of key.split('/', 2 * maxNesting)) {
    const last = names.at(-1);
    if (last?.startsWith('@') && !last.includes('/')) names[names.length - 1] = `${last}/${segment}`;
    else if (segment !== '') names.push(segment);
  }
  return names.slice(0, maxNesting);
}
