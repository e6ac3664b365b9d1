import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { ifReadable } from '../reading/if-readable.js';
import { lineCounter, manifestText } from '../reading/text-file.js';

/** mix.exs where no mix.lock is: the dependencies that stand in it as literals. It is a program and is not run. */
export const mixExs: ManifestKind = {
  id: 'mix-exs',
  ecosystem: 'hex',
  nature: 'declared',
  files: ['mix.exs'],
  coveredBy: ['mix-lock'],
  matches: (path) => baseName(path) === 'mix.exs',
  read,
};

/** The name, and its requirement or the first of its options: all other terms of a tuple are computed. */
const dependency = /\{\s{0,20}:([a-z]\w{0,100}),\s{0,200}(?:"([^"\n]{0,200})"|(?=\w{1,50}:\s))([^{}]{0,500})\}/g;
const dependencyFunction = /\bdefp?\s{1,10}deps\b/;
const anyDependency = /\{\s{0,20}:[a-z]\w{0,100},/g;

/** Folders of the apps of an umbrella, which share its lock file. */
function appsOf(text: string, { path, tree }: ManifestFile): string[] {
  const [, apps] = /\bapps_path:\s{0,20}"([^"\n]{1,200})"/.exec(text) ?? [];
  const folder = apps === undefined ? null : joinPath(folderOf(path), apps);
  return tree.named('mix.exs').map(folderOf).filter((app) => folder !== null && folderOf(app) === folder); // prettier-ignore
}

/**
 * What the mix.exs beside a lock file asks for, with those of the apps of its umbrella. Null where one of them is not
 * there, or where more than literals stands in it: then what is direct, and what for, is unknown.
 */
export async function requestsBeside(
  file: ManifestFile,
): Promise<readonly [name: string, scope: DependencyScope][] | null> {
  const folder = folderOf(file.path);
  const textIn = async (at: string): Promise<string | null> => {
    const bytes = await file.tree.read(at === '' ? 'mix.exs' : `${at}/mix.exs`);
    const text = bytes && (await ifReadable(manifestText(bytes)));
    return text && withoutComments(text);
  };
  const root = await textIn(folder);
  const apps = root === null ? [] : appsOf(root, file);
  if (apps.length > maxApps) return null;
  const found: [string, DependencyScope][] = [];
  for (const text of [root, ...(await Promise.all(apps.map(textIn)))]) {
    const body = text === null ? '' : bodyOf(text.slice(Math.max(text.search(dependencyFunction), 0)));
    if (!onlyLiterals.test(body.replace(dependency, ''))) return null;
    for (const [, name = '', , options = ''] of body.matchAll(dependency)) found.push([name, scopeOf(options)]);
  }
  return found;
}

const maxApps = 500;
/** `defp deps do [] end`, without the dependencies in it. */
const onlyLiterals = /^defp?\s{1,10}deps(?:\(\))?,?\s{1,20}do:?\s{0,200}\[[\s,]{0,20000}\]\s{0,200}$/;

function scopeOf(options: string): DependencyScope {
  const only = /\bonly:\s*(.{1,60})/.exec(options)?.[1] ?? '';
  return only === '' || /:prod/.test(only) ? 'runtime' : /:dev/.test(only) ? 'development' : 'test';
}

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const text = withoutComments(await manifestText(file.bytes));
  for (const app of appsOf(text, file)) out.addProject(app);
  const start = text.search(dependencyFunction);
  if (start < 0) return;
  const lineAt = lineCounter(text);
  const project = out.addProject(folderOf(file.path));
  const code = text.slice(start);
  const read = new Set<number>();
  for (const match of code.matchAll(dependency)) {
    read.add(match.index);
    const [, name = '', requested = '', options = ''] = match;
    if (/\b(?:path|in_umbrella):/.test(options)) continue;
    const ref = add({ name, requested, options, line: lineAt(start + match.index) }, out);
    out.addDependency(project, ref, scopeOf(options));
  }
  const lineOf = lineCounter(text);
  for (const { index } of bodyOf(code).matchAll(anyDependency))
    if (!read.has(index)) out.addComputed(lineOf(start + index), `The dependency of this line is computed and was not read: ${code.slice(index, index + 80).split('\n', 1)[0]!}`); // prettier-ignore
}

/** Comments as spaces: what stands in one is no dependency. `#{` is an interpolation. */
const withoutComments = (text: string): string =>
  text.replace(/(?<=^|\s)#(?!\{)[^\n]{0,10000}/g, (comment) => ' '.repeat(comment.length));

/** The function: the next line that begins another one, or ends this, is not part of it. */
const bodyOf = (code: string): string => code.split(/\n {0,2}(?:end\b|defp?\s)/, 1)[0]!;

interface Request {
  readonly name: string;
  readonly requested: string;
  readonly options: string;
  readonly line: number;
}

function add({ name: app, requested, options, line }: Request, out: ContentsBuilder): string | null {
  const option = (key: string): string =>
    new RegExp(`\\b${key}:\\s{0,20}[:"]([\\w./:@~-]{1,500})"?`).exec(options)?.[1] ?? '';
  const version = /^==\s*(\d[\w.+-]{0,100})$/.exec(requested)?.[1] ?? '';
  const requirement = version === '' && requested !== '' ? { requirement: requested } : {};
  const github = option('github');
  const url = option('git') || (github === '' ? '' : `https://github.com/${github}.git`);
  const vcs = url === '' ? '' : `git+${url}`;
  const [name, group, repository] = [option('hex') || app, option('organization'), option('repo')];
  const qualifiers = { vcs_url: vcs, repository_url: repository === 'hexpm' ? '' : repository };
  const purl = { type: 'hex', namespace: group, name, version, qualifiers };
  const references = vcs === '' ? [] : [{ type: 'vcs', url: vcs }];
  return out.addComponent({ ecosystem: 'hex', group, name, version, ...requirement, purl, references, line });
}
