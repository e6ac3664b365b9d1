import { repositoryOrNull } from '../../model/repository.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { codeTokens, type CodeToken } from '../reading/code-tokens.js';
import { manifestText } from '../reading/text-file.js';
import { sha256Hashes } from '../sha256.js';

/** Package.swift where no Package.resolved is: addresses that stand in it as literals. It is a program and is not run. */
export const packageSwift: ManifestKind = {
  id: 'package-swift',
  ecosystem: 'swift',
  nature: 'declared',
  files: ['Package.swift', 'Package@swift-*.swift'],
  coveredBy: ['package-resolved'],
  matches: (path) => /^Package(?:@swift-[\w.]{1,20})?\.swift$/.test(baseName(path)),
  read,
};

const syntax = { comments: ['//'], hasBlockComments: true, quotes: '"' };
const maxArguments = 400;

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const project = out.addProject(folderOf(file.path));
  for (const { name, line, args } of packageCalls(await manifestText(file.bytes))) {
    const [local, url, id] = ['path', 'url', 'id'].map((label) => literalOf(args, label));
    if (name === 'binaryTarget') addBinary({ line, args }, project, out);
    else if (url) add({ url, asked: textAfter(args, 'url'), line }, project, out);
    else if (local) out.addProject(joinPath(folderOf(file.path), local) ?? local);
    else if (id)
      out.addDependency(project, out.addComponent({ ecosystem: 'swift', name: id, ...versionOf(textAfter(args, 'id')), line })); // prettier-ignore
    else out.addComputed(line, `The package of this line is computed and was not read: ${shown(args).slice(0, 80)}`);
  }
}

/** A framework that was built elsewhere, by its address; one in the tree is a program, and is not looked at. */
function addBinary({ line, args }: Pick<PackageCall, 'line' | 'args'>, project: string, out: ContentsBuilder): void {
  const [name, url, checksum, path] = ['name', 'url', 'checksum', 'path'].map((label) => literalOf(args, label) ?? '');
  if (url) {
    const purl = { type: 'generic', name: name || 'binary', qualifiers: { download_url: url } };
    const found = { ecosystem: 'generic', name: name || 'binary', hashes: sha256Hashes(checksum ?? ''), purl, line };
    out.addDependency(project, out.addComponent({ ...found, references: [{ type: 'distribution', url }] }));
  } else if (path) out.addWarning(line, `The binary ${path.slice(0, 80)} was not looked at`);
  else out.addComputed(line, `The binary of this line is computed and was not read: ${shown(args).slice(0, 80)}`);
}

interface Request {
  readonly url: string;
  readonly asked: string;
  readonly line: number;
}

function add({ url, asked, line }: Request, project: string, out: ContentsBuilder): void {
  const repository = repositoryOrNull(url.endsWith('.git') ? url : `${url}.git`);
  if (!repository) return out.addWarning(line, `The address ${url.slice(0, 80)} is no repository`);
  const { name } = repository;
  const found = versionOf(asked);
  const purl = { type: 'swift', namespace: `${repository.host}/${repository.owner}`, name, version: found.version };
  const references = [{ type: 'vcs', url: `git+${url}` }];
  out.addDependency(project, out.addComponent({ ecosystem: 'swift', name, ...found, purl, references, line }));
}

function versionOf(asked: string): { version: string; requirement?: string } {
  const version = /\bexact:?\s*\(?\s*"([^"]{1,100})"/.exec(asked)?.[1] ?? '';
  return { version, ...(version === '' && asked !== '' ? { requirement: asked.slice(0, 300) } : {}) };
}

interface PackageCall {
  readonly name: string;
  readonly line: number;
  readonly args: readonly CodeToken[];
}

/** The arguments of each `.package(…)` and `.binaryTarget(…)`. */
function packageCalls(code: string): PackageCall[] {
  const calls: PackageCall[] = [];
  let open: { name: string; line: number; args: CodeToken[]; depth: number } | null = null;
  let last = '';
  for (const token of codeTokens(code, syntax)) {
    const { kind, text, line } = token;
    if (kind === 'end') continue;
    const opens = kind === 'sign' && '(['.includes(text);
    const closes = kind === 'sign' && ')]'.includes(text);
    if (open) {
      open.depth += opens ? 1 : closes ? -1 : 0;
      if (open.depth > 0 && open.args.length < maxArguments) open.args.push(token);
      else if (open.depth === 0) [open] = [null, calls.push(open)];
    } else if (opens && text === '(' && /(?:^|\.)(?:package|binaryTarget)$/.test(last))
      open = { name: last.split('.').at(-1)!, line, args: [], depth: 1 };
    last = kind === 'word' ? text : '';
  }
  return calls;
}

/** Where the value of an argument is; -1 where there is none. */
function indexOfValue(args: readonly CodeToken[], label: string): number {
  const at = args.findIndex(({ kind, text }, index) => kind === 'word' && text === label && args[index + 1]?.text === ':'); // prettier-ignore
  return at < 0 ? -1 : at + 2;
}

/** The value of an argument that is a literal by itself. */
function literalOf(args: readonly CodeToken[], label: string): string | null {
  const at = indexOfValue(args, label);
  const [value, next] = [args[at], args[at + 1]];
  const isWhole = value?.kind === 'text' && (next === undefined || next.text === ',') && !value.text.includes('\\(');
  return at >= 0 && isWhole ? value.text.slice(0, 1_000) : null;
}

const textAfter = (args: readonly CodeToken[], label: string): string =>
  shown(args.slice(indexOfValue(args, label) + 2));

const shown = (args: readonly CodeToken[]): string =>
  args.map(({ kind, text }) => (kind === 'text' ? `"${text}"` : text === ':' || text === ',' ? `${text} ` : text)).join(''); // prettier-ignore
