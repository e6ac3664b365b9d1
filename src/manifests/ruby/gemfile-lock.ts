import type { ContentsBuilder } from '../contents-builder.js';
import { withoutCredentials } from '../credentials.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { manifestText } from '../reading/text-file.js';
import { RefsByName } from '../refs-by-name.js';
import { registriesOfLock, registryQualifier } from '../registries.js';

/** Gemfile.lock (bundler). Groups are in the Gemfile, which is a program and is not read: scopes are unknown. */
export const gemfileLock: ManifestKind = {
  id: 'gemfile-lock',
  ecosystem: 'gem',
  nature: 'locked',
  files: ['Gemfile.lock', 'gems.locked', '*.gemfile.lock'],
  matches: (path) =>
    /^(?:Gemfile(?:[-_.]\w{1,50})?\.lock|gems\.locked)$/.test(baseName(path)) || /[^/]\.gemfile\.lock$/.test(path),
  read,
};

interface Spec {
  readonly name: string;
  /** With the platform after a hyphen: "1.15.0-x86_64-linux". */
  readonly version: string;
  readonly source: Source;
  readonly needs: string[];
  readonly line: number;
}

interface Source {
  readonly kind: string;
  /** Of several, the last; of several registries the public one. */
  remote: string;
  revision: string;
}

interface Lock {
  readonly specs: Spec[];
  readonly direct: string[];
  /** By "name (version)". */
  readonly checksums: Map<string, string>;
}

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const lock = parse(await manifestText(file.bytes), out);
  out.markScopesUnknown();
  const project = out.addProject(folderOf(file.path));
  const byName = new RefsByName();
  const registries = lock.specs.filter(({ source }) => source.kind === 'GEM').map(({ source }) => source.remote);
  const registryOf = registriesOfLock('gem', registries, out);
  const firstOfPath = new Map<string, string>();
  const refs = lock.specs.map((spec) => {
    const ref =
      spec.source.kind === 'PATH' ? addLocal(spec, firstOfPath, file, out) : add(spec, { lock, registryOf }, out);
    byName.add(spec.name, '', ref);
    return ref;
  });
  for (const [index, { needs }] of lock.specs.entries()) {
    out.addNeeds(refs[index]!, needs.length);
    for (const name of needs) for (const to of byName.find(name)) out.addDependency(refs[index]!, to);
  }
  for (const name of lock.direct) for (const to of byName.find(name)) out.addDependency(project, to);
}

const versionOf = (written: string): string => written.split('-', 1)[0]!; // gems have no versions with a hyphen

/** The first gem of a folder is its project, which may be that of the file; several gems may lie in one. */
function addLocal(
  { name, version, source }: Spec,
  firstOfPath: Map<string, string>,
  file: ManifestFile,
  out: ContentsBuilder,
) {
  const path = joinPath(folderOf(file.path), source.remote) ?? source.remote;
  const first = firstOfPath.get(path) ?? name;
  firstOfPath.set(path, first);
  return out.addProject(path, name, versionOf(version), first === name ? path : `${path}#${name}`);
}

function add(
  { name, version: written, source, line }: Spec,
  { lock, registryOf }: { lock: Lock; registryOf: (address: string) => string },
  out: ContentsBuilder,
) {
  const dash = written.indexOf('-');
  const version = versionOf(written);
  const qualifiers: Record<string, string> = {};
  if (dash >= 0) qualifiers['platform'] = written.slice(dash + 1);
  const vcs = source.kind === 'GIT' ? `git+${source.remote}@${source.revision}` : '';
  if (vcs !== '') qualifiers['vcs_url'] = vcs;
  if (source.kind === 'GEM') qualifiers['repository_url'] = registryOf(source.remote);
  const checksum = lock.checksums.get(`${name} (${written})`);
  return out.addComponent({
    ecosystem: 'gem',
    name,
    version,
    purl: { type: 'gem', name, version, qualifiers },
    hashes: checksum ? [{ algorithm: 'SHA-256', value: checksum }] : [],
    references: vcs === '' ? [] : [{ type: 'vcs', url: vcs }],
    line,
  });
}

const sources = new Set(['GEM', 'GIT', 'PATH', 'PLUGIN SOURCE']);

/** Sections at column 0; in sources `remote:` and similar fields at 2, gems at 4, their dependencies at 6. */
function parse(text: string, out: ContentsBuilder): Lock {
  const lock: Lock = { specs: [], direct: [], checksums: new Map() };
  let section = '';
  let source: Source = { kind: '', remote: '', revision: '' };
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.slice(0, 4_096).trimEnd();
    const content = line.trimStart();
    if (content === '') continue;
    const indent = line.length - content.length;
    if (indent === 0) {
      section = content;
      if (sources.has(section)) source = { kind: section, remote: '', revision: '' };
      else if (!/^[A-Z][A-Z ]+$/.test(section)) out.addLoss(index + 1, `This line is none of a Gemfile.lock: ${content.slice(0, 80)}`); // prettier-ignore
    } else if (sources.has(section)) readSourceLine(content, indent, { source, lock, line: index + 1 }, out);
    else if (section === 'DEPENDENCIES') lock.direct.push(content.split(/[ !]/, 1)[0]!);
    else if (section === 'CHECKSUMS') {
      const found = /^(\S+ \([^)]*\)) sha256=([0-9a-f]{64})$/.exec(content);
      if (found) lock.checksums.set(found[1]!, found[2]!);
    }
  }
  return lock;
}

function readSourceLine(
  content: string,
  indent: number,
  { source, lock, line }: { source: Source; lock: Lock; line: number },
  out: ContentsBuilder,
): void {
  if (indent === 2) {
    const [key, value = ''] = content.split(': ', 2);
    const isPublic = source.kind === 'GEM' && source.remote !== '' && registryQualifier('gem', source.remote) === '';
    const isOther = isPublic && key === 'remote' && registryQualifier('gem', value) !== '';
    const isSecond = key === 'remote' && source.kind === 'GEM' && source.remote !== '' && !isPublic;
    const other = isOther ? value : isSecond ? source.remote : '';
    if (other !== '') out.addWarning(line, `Packages may be from ${withoutCredentials(other).slice(0, 200)} too: the file does not say which of several registries a gem is from`); // prettier-ignore
    if (key === 'remote' && !isPublic) source.remote = value;
    if (key === 'revision') source.revision = value;
  } else if (indent === 4) {
    const [name = '', version = ''] = content.split(' ', 2);
    lock.specs.push({ name, version: version.replace(/^\(|\)$/g, ''), source, needs: [], line });
  } else if (indent === 6) lock.specs.at(-1)?.needs.push(content.split(/[ !]/, 1)[0]!);
}
