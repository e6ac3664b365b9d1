import { ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile } from '../manifest-kind.js';
import { folderOf, joinPath } from '../paths.js';
import { localFolder, npmComponent } from './npm-package.js';
import { projectsAt, dependencyRequests } from './package-json.js';
import { scopeRegistries, type ScopeRegistries } from './scope-registries.js';

interface Entry {
  /** Requested ranges: `lodash@^4.0.0`. */
  readonly patterns: readonly string[];
  readonly fields: Map<string, string>;
  readonly requests: { readonly name: string; readonly range: string; readonly scope: DependencyScope }[];
  readonly line: number;
  ref: string | null;
}

/** yarn 1. Direct dependencies are in the package.json files of the project and its workspaces. */
export async function readYarnClassic(text: string, file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const entries = parse(text, out);
  const byPattern = new Map<string, Entry>();
  const byName = new Map<string, Entry[]>();
  const registries = await scopeRegistries(file.tree, folderOf(file.path));
  for (const entry of entries) {
    entry.ref = refOf(entry, { file, registries }, out);
    for (const pattern of entry.patterns) byPattern.set(pattern, entry);
    const name = splitPattern(entry.patterns[0]!).name;
    byName.set(name, [...(byName.get(name) ?? []).slice(0, 1), entry]);
  }
  // With `resolutions` the range of an entry differs from the request; if there is one entry of the name, it is meant.
  const find = (name: string, range: string): string | null => {
    const named = byName.get(name) ?? [];
    return (byPattern.get(`${name}@${range}`) ?? (named.length === 1 ? named[0] : undefined))?.ref ?? null;
  };
  for (const entry of entries)
    for (const { name, range, scope } of entry.requests) out.addDependency(entry.ref, find(name, range), scope);
  const projects = await projectsAt(file.tree, folderOf(file.path), out);
  const workspaces = new Map<string, string>();
  for (const { path, manifest } of projects) {
    const name = textOf(ownMember(manifest, 'name'));
    workspaces.set(name, out.addProject(path, name, textOf(ownMember(manifest, 'version'))));
  }
  for (const { path, manifest } of projects)
    for (const { name, range, scope } of dependencyRequests(manifest))
      out.addDependency(`project:${path}`, find(name, range) ?? workspaces.get(name) ?? null, scope);
}

/** `name@range`, where a name may begin with `@`. */
export function splitPattern(pattern: string): { name: string; range: string } {
  const at = pattern.indexOf('@', 1);
  return at < 0 ? { name: pattern, range: '' } : { name: pattern.slice(0, at), range: pattern.slice(at + 1) };
}

function refOf(
  entry: Entry,
  { file, registries }: { file: ManifestFile; registries: ScopeRegistries },
  out: ContentsBuilder,
): string | null {
  const { name, range } = splitPattern(entry.patterns[0]!);
  const folder = localFolder(range);
  if (folder !== null) return out.addProject(joinPath(folderOf(file.path), folder) ?? folder, name);
  const alias = /^npm:(@?[^@]+)/.exec(range)?.[1];
  const written = entry.fields.get('resolved') ?? '';
  const [address = '', sha1 = ''] = written.split('#', 2);
  const isArchive = /^https?:/.test(address) && /^[0-9a-f]{40}$/.test(sha1) && !address.endsWith('.git');
  const declared = entry.fields.get('integrity') ?? '';
  const found = npmComponent({
    name: alias ?? name,
    version: entry.fields.get('version') ?? '',
    resolved: (isArchive ? address : written) || (range.startsWith('file:') ? range : ''),
    integrity: declared || (isArchive ? `sha1-${Buffer.from(sha1, 'hex').toString('base64')}` : ''),
    line: entry.line,
    registries,
  });
  return out.addComponent(found);
}

const maxLineLength = 32_768;

/** Indentation 0 begins an entry, 2 a field, 4 a dependency. There is no other syntax. */
function parse(text: string, out: ContentsBuilder): Entry[] {
  const entries: Entry[] = [];
  let scope: DependencyScope | null = null;
  for (const [index, raw] of text.split('\n').entries()) {
    if (raw.length > maxLineLength) {
      out.addWarning(index + 1, 'This line is too long for a lock file of yarn');
      continue;
    }
    const content = raw.trim();
    if (content === '' || content.startsWith('#')) continue;
    const indent = raw.length - raw.trimStart().length;
    const entry = entries.at(-1);
    const words = wordsOf(content);
    if (indent === 0 && words.length > 0 && content.endsWith(':')) {
      entries.push({ patterns: words, fields: new Map(), requests: [], line: index + 1, ref: null });
    } else if (indent === 2 && entry && content.endsWith(':')) {
      scope = content === 'optionalDependencies:' ? 'optional' : content === 'dependencies:' ? 'runtime' : null;
    } else if (indent === 2 && entry && words.length === 2) {
      entry.fields.set(words[0]!, words[1]!);
    } else if (indent === 4 && entry && words.length === 2) {
      if (scope) entry.requests.push({ name: words[0]!, range: words[1]!, scope });
    } else {
      out.addWarning(index + 1, `This line is no lock file of yarn 1: ${content.slice(0, 80)}`);
    }
  }
  return entries;
}

/** Words separated by spaces, commas or a final colon; quotes group characters, and may hold none. */
function wordsOf(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|([^\s",][^\s,]*)/g)]
    .map(([, quoted, bare]) => quoted?.replace(/\\(.)/g, '$1') ?? (bare!.replace(/:$/, '') || null))
    .filter((word) => word !== null);
}
