import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { manifestText } from '../reading/text-file.js';
import { registriesOfLock } from '../registries.js';
import { nugetComponent } from './nuget-component.js';

/** paket.lock (fsprojects.github.io/Paket): groups, in them sources, in them packages with their dependencies. */
export const paketLock: ManifestKind = {
  id: 'paket-lock',
  ecosystem: 'nuget',
  nature: 'locked',
  files: ['paket.lock'],
  matches: (path) => baseName(path) === 'paket.lock',
  read,
};

const maxLineLength = 4_096;

interface Position {
  kind: string;
  remote: string;
  group: string;
  /** The package whose dependencies follow. */
  current: string | null;
}

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const at: Position = { kind: '', remote: '', group: '', current: null };
  const refs = new Map<string, string | null>();
  /** Of what is from elsewhere the file does not say what it needs. */
  const packages: (string | null)[] = [];
  const edges: [from: string | null, to: string][] = [];
  const lines = (await manifestText(file.bytes)).split('\n');
  const registryOf = registriesOfLock('nuget', remotesOf(lines), out);
  for (const [index, raw] of lines.entries()) {
    const line = raw.slice(0, maxLineLength).trimEnd();
    const depth = line.length - line.trimStart().length;
    const text = line.trim();
    if (text === '') continue;
    if (depth === 0) startSection(text, at);
    else if (depth <= 3) at.remote = /^(?:remote:\s*)?(.*)$/.exec(text)![1]!;
    else if (depth >= 6) edges.push([at.current, `${at.group}/${(text.split(' ', 1)[0] ?? '').toLowerCase()}`]);
    else {
      const whole = /^\(([\w.-]{1,200})\)$/.exec(text)?.[1];
      const [, name = '', version = ''] = whole !== undefined && at.kind === 'GIT' ? ['', repositoryName(at.remote), whole] : (/^(\S{1,500})\s+\(([^()]{1,200})\)/.exec(text) ?? []); // prettier-ignore
      if (name === '') out.addLoss(index + 1, `This line is none of a paket.lock: ${text.slice(0, 80)}`);
      else at.current = add({ name, version, line: index + 1 }, { ...at, registryOf }, out);
      if (at.kind === 'NUGET') packages.push(at.current);
      if (name !== '') refs.set(`${at.group}/${name.toLowerCase()}`, at.current);
    }
  }
  for (const [from, to] of edges) out.addDependency(from, refs.get(to) ?? null);
  for (const ref of packages) out.addNeeds(ref, 0);
  for (const [from] of edges) out.addNeeds(from, 1);
  const project = out.addProject(folderOf(file.path));
  const reached = new Set(edges.map(([, to]) => to));
  for (const [key, ref] of refs) if (!reached.has(key)) out.addDependency(project, ref);
}

/** Of the sections `NUGET`: a folder is a registry as well. */
function remotesOf(lines: readonly string[]): string[] {
  const found: string[] = [];
  let kind = '';
  for (const line of lines) {
    kind = /^([A-Z]+)\s*$/.exec(line.slice(0, maxLineLength))?.[1] ?? kind;
    const [, remote] = /^ {2}remote:\s*(\S+)/.exec(line.slice(0, maxLineLength)) ?? [];
    if (remote !== undefined && kind === 'NUGET') found.push(remote);
  }
  return found;
}

/** `NUGET`, `GITHUB`, `GIT`, `HTTP`, or `GROUP Build`; options are `KEY: value`. */
function startSection(text: string, at: Position): void {
  at.current = null;
  if (text.startsWith('GROUP ')) at.group = text.slice('GROUP '.length).trim();
  else if (!text.includes(':')) at.kind = text;
}

/** Of a whole repository, whose commit stands alone: `     (0123abc)`. */
const repositoryName = (remote: string): string => baseName(remote.split(' ', 1)[0]!).replace(/\.git$/, '') || remote;

function add(
  { name, version, line }: { name: string; version: string; line: number },
  { kind, remote, registryOf }: Position & { readonly registryOf: (address: string) => string },
  out: ContentsBuilder,
): string | null {
  if (kind === 'NUGET') return out.addComponent(nugetComponent(name, { version }, line, registryOf(remote)));
  const github = /^([\w.-]{1,100})\/([\w.-]{1,100})$/.exec(remote);
  if (kind === 'GIT') {
    const vcs = `git+${remote}@${version}`;
    const purl = { type: 'generic', name, version, qualifiers: { vcs_url: vcs } };
    return out.addComponent({ ecosystem: 'generic', name, version, purl, references: [{ type: 'vcs', url: vcs }], line }); // prettier-ignore
  }
  if (kind !== 'GITHUB' || !github)
    return out.addComponent({ ecosystem: 'generic', name, version, source: remote, line });
  const [, group = '', repository = ''] = github;
  const purl = { type: 'github', namespace: group, name: repository, version, subpath: name };
  return out.addComponent({ ecosystem: 'github', group, name: repository, version, purl, line });
}
