import { FormatError } from '../../formats/format.js';
import type { Json, JsonObject } from '../../model/document.js';
import { objectOf, ownMember, textOf, textsOf } from '../../model/json.js';
import type { ContentsBuilder, ManifestEntry } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { type JsonFile, readJsonFile } from '../reading/json-file.js';
import { npmComponent } from './npm-package.js';
import { scopeRegistries, type ScopeRegistries } from './scope-registries.js';
import { warnOfNewerLock } from '../reading/lock-version.js';

/**
 * deno.lock, versions 2 to 5 (docs.deno.com, "Integrity checking and lock files"): packages of npm and JSR, and modules
 * by address. Addresses of one release at deno.land are one component.
 */
export const denoLock: ManifestKind = {
  id: 'deno-lock',
  ecosystem: 'npm',
  nature: 'locked',
  files: ['deno.lock'],
  matches: (path) => baseName(path) === 'deno.lock',
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const registries = await scopeRegistries(file.tree, folderOf(file.path));
  new DenoLock(await readJsonFile(file.bytes), { file, registries }, out).read();
}

/** Version 5 lists what is optional by itself. */
const lists = [
  ['dependencies', 'runtime'],
  ['optionalDependencies', 'optional'],
] as const;

class DenoLock {
  private readonly refs = new Map<string, string | null>();
  /** `npm:chalk@5` to `npm:chalk@5.3.0`. */
  private readonly specifiers = new Map<string, string>();

  constructor(
    private readonly json: JsonFile,
    private readonly about: { readonly file: ManifestFile; readonly registries: ScopeRegistries },
    private readonly out: ContentsBuilder,
  ) {
    if (ownMember(json.root, 'version') === undefined)
      throw new FormatError('invalid', 'This is no lock file of Deno: it has no "version"');
    warnOfNewerLock(ownMember(json.root, 'version'), 5, out);
  }

  read(): void {
    const { root } = this.json;
    const three = objectOf(ownMember(root, 'packages'));
    const two = objectOf(ownMember(root, 'npm'));
    const hasTwo = ownMember(two, 'packages') !== undefined;
    const npm = objectOf(hasTwo ? two['packages'] : (ownMember(three, 'npm') ?? two));
    const jsr = objectOf(ownMember(three, 'jsr') ?? ownMember(root, 'jsr'));
    this.readSpecifiers(objectOf(ownMember(three, 'specifiers') ?? ownMember(hasTwo ? two : root, 'specifiers')));
    for (const [key, value] of Object.entries(npm))
      this.refs.set(`npm:${key}`, this.add(this.npmEntry(key, value), value));
    for (const [key, value] of Object.entries(jsr)) this.refs.set(`jsr:${key}`, this.add(jsrEntry(key), value));
    for (const [key, value] of Object.entries(npm)) this.connect(this.refs.get(`npm:${key}`)!, value, 'npm:');
    for (const [key, value] of Object.entries(jsr)) this.connect(this.refs.get(`jsr:${key}`)!, value, '');
    this.readRemote(objectOf(ownMember(root, 'remote')));
    this.readWorkspace(ownMember(root, 'workspace'), folderOf(this.about.file.path));
  }

  /** Version 4 maps a request to a version, version 3 to `npm:name@version`, version 2 to `name@version`. */
  private readSpecifiers(specifiers: JsonObject): void {
    for (const [request, value] of Object.entries(specifiers)) {
      const named = withPrefix(request);
      const key = textOf(value);
      const name = nameOf(named);
      const isWhole = /^(?:npm|jsr):/.test(key) || key.startsWith(`${name.slice('npm:'.length)}@`);
      this.specifiers.set(named, isWhole ? withPrefix(key) : `${name}@${key}`);
    }
  }

  private add(entry: Omit<ManifestEntry, 'line'>, value: Json): string | null {
    return this.out.addComponent({ ...entry, ...integrityOf(value), line: this.json.lineOf(value) });
  }

  /** `name@version`, and its peers: `name@version_react@18.2.0`; an address where it is not that of the registry. */
  private npmEntry(key: string, value: Json): Omit<ManifestEntry, 'line'> {
    const at = key.indexOf('@', 1);
    const name = at < 0 ? key : key.slice(0, at);
    const version = at < 0 ? '' : key.slice(at + 1).split('_', 1)[0]!;
    const resolved = textOf(ownMember(objectOf(value), 'tarball'));
    const { registries } = this.about;
    const { line: _line, ...entry } = npmComponent({ name, version, resolved, integrity: '', line: 1, registries });
    return entry;
  }

  /** Lists of requests, or names with keys (versions 2 and 3 of npm packages). */
  private connect(from: string | null, value: Json, prefix: string): void {
    for (const [list, scope] of lists) {
      const needs = ownMember(objectOf(value), list);
      const requests = Array.isArray(needs) ? textsOf(needs) : Object.values(objectOf(needs)).map(textOf);
      for (const request of requests) this.out.addDependency(from, this.find(request, prefix), scope);
    }
  }

  /** A request with its range, a key, or a name of which there is one version. */
  private find(request: string, prefix: string): string | null {
    const named = /^(?:npm|jsr):/.test(request) ? request : `${prefix}${request}`;
    const key = this.specifiers.get(named) ?? named;
    const exact = this.refs.get(key);
    if (exact !== undefined || key !== nameOf(key)) return exact ?? null;
    this.keysByName ??= keysByName(this.refs.keys());
    const keys = this.keysByName.get(key) ?? [];
    return keys.length === 1 ? (this.refs.get(keys[0]!) ?? null) : null;
  }
  private keysByName: Map<string, string[]> | undefined;

  private readRemote(remote: JsonObject): void {
    for (const url of Object.keys(remote)) {
      const [, address, name = '', version = ''] =
        /^(https:\/\/deno\.land\/(?:x\/)?([\w.-]{1,200})@([\w.+-]{1,100}))\//.exec(url) ?? [];
      const about = { ecosystem: 'generic', line: 1, scope: 'runtime' as const };
      if (address === undefined) this.out.addComponent({ ...about, name: url, source: url });
      else {
        const purl = { type: 'generic', name, version, qualifiers: { download_url: address } };
        this.out.addComponent({ ...about, name, version, purl });
      }
    }
  }

  private readWorkspace(value: Json | undefined, folder: string): void {
    const workspace = objectOf(value);
    const packageJson = objectOf(ownMember(workspace, 'packageJson'));
    const project = this.out.addProject(folder);
    for (const list of [ownMember(workspace, 'dependencies'), ownMember(packageJson, 'dependencies')])
      for (const request of textsOf(list)) this.out.addDependency(project, this.find(request, 'npm:'));
    for (const [path, member] of Object.entries(objectOf(ownMember(workspace, 'members'))))
      if (ownMember(objectOf(member), 'members') === undefined)
        this.readWorkspace(member, joinPath(folder, path) ?? path);
  }
}

const withPrefix = (key: string): string => (/^(?:npm|jsr):/.test(key) ? key : `npm:${key}`);

/** `npm:@scope/name@1.0.0` without its version; the fifth character may be that of a scope. */
function nameOf(key: string): string {
  const at = key.indexOf('@', 'npm:'.length + 1);
  return at < 0 ? key : key.slice(0, at);
}

function keysByName(keys: Iterable<string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const key of keys) {
    const name = nameOf(key);
    const existing = found.get(name);
    if (existing) existing.push(key);
    else found.set(name, [key]);
  }
  return found;
}

function jsrEntry(key: string): Omit<ManifestEntry, 'line'> {
  const at = key.indexOf('@', 1);
  const [group = '', name = ''] = (at < 0 ? key : key.slice(0, at)).split('/', 2);
  const version = at < 0 ? '' : key.slice(at + 1);
  return { ecosystem: 'jsr', group, name, version, purl: { type: 'jsr', namespace: group, name, version } };
}

/** Of npm it is that of the archive; of JSR it is the SHA-256 of a list of files. */
function integrityOf(value: Json): Partial<ManifestEntry> {
  const integrity = textOf(ownMember(objectOf(value), 'integrity'));
  if (!integrity.startsWith('sha')) return integrity === '' ? {} : { integrity };
  const { hashes = [] } = npmComponent({ name: 'x', version: '', resolved: '', integrity, line: 1 });
  return { integrity, hashes };
}
