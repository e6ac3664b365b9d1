import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { mavenComponent } from '../jvm/maven-component.js';
import { baseName, folderOf } from '../paths.js';
import { codeTokens, type CodeToken } from '../reading/code-tokens.js';
import { manifestText } from '../reading/text-file.js';
import { bazelModule } from './module-lock.js';
import { sha256Hashes } from '../sha256.js';

/**
 * MODULE.bazel (bazel.build, "MODULE.bazel files") where no lock file is: the modules, artifacts of Maven and archives
 * that stand in it as literals. It is a program and is not run.
 */
export const moduleBazel: ManifestKind = {
  id: 'bazel-module',
  ecosystem: 'bazel',
  nature: 'declared',
  files: ['MODULE.bazel', '*.MODULE.bazel'],
  matches: (path) => /(?:^|\.)MODULE\.bazel$/.test(baseName(path)),
  read,
};

const syntax = { comments: ['#'], hasBlockComments: false, quotes: '"\'' };
const maxTokens = 20_000;

interface Call {
  readonly name: string;
  readonly line: number;
  readonly tokens: readonly CodeToken[];
}

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const project = out.addProject(folderOf(file.path));
  for (const call of callsOf(await manifestText(file.bytes))) {
    const method = call.name.split('.').at(-1)!;
    const scope = keyword(call, 'dev_dependency') === 'True' ? 'development' : 'runtime';
    for (const ref of componentsOf(call, method, file, out)) out.addDependency(project, ref, scope);
    if (method === 'include') out.addWarning(call.line, 'A file that this one includes is read only if it is named *.MODULE.bazel'); // prettier-ignore
  }
}

function componentsOf(call: Call, method: string, file: ManifestFile, out: ContentsBuilder): (string | null)[] {
  const { line } = call;
  const [name, version] = [keyword(call, 'name'), keyword(call, 'version')];
  // The versions that a lock file chose are in it; what extensions of modules fetch is not.
  const isLocked = file.tree.named('MODULE.bazel.lock').includes(besides(file.path));
  if (call.name === 'bazel_dep') return isLocked ? [] : [out.addComponent(bazelModule({ name, version }, line))];
  if (method === 'artifact' && keyword(call, 'artifact') !== '')
    return [out.addComponent(mavenComponent({ group: keyword(call, 'group'), artifact: keyword(call, 'artifact'), version, line }))]; // prettier-ignore
  if (method === 'install')
    return coordinatesIn(call).map((found) => out.addComponent(mavenComponent({ ...found, line })));
  if (/^http_(?:archive|file|jar)$/.test(method) && name !== '') {
    const url = call.tokens.find(({ kind, text }) => kind === 'text' && /^https?:\/\//.test(text))?.text ?? '';
    const hashes = sha256Hashes(keyword(call, 'sha256'));
    const purl = { type: 'generic', name, qualifiers: { download_url: url } };
    const references = url === '' ? [] : [{ type: 'distribution', url }];
    return [out.addComponent({ ecosystem: 'generic', name, hashes, references, purl, line })];
  }
  return [];
}

const besides = (path: string): string => {
  const folder = folderOf(path);
  return folder === '' ? 'MODULE.bazel.lock' : `${folder}/MODULE.bazel.lock`;
};

/** Calls on the top level of the file. */
function* callsOf(code: string): Iterable<Call> {
  let depth = 0;
  let name: CodeToken | null = null;
  let tokens: CodeToken[] = [];
  for (const token of codeTokens(code, syntax)) {
    const isSign = token.kind === 'sign';
    if (isSign && '([{'.includes(token.text)) depth += 1;
    if (isSign && ')]}'.includes(token.text)) depth = Math.max(0, depth - 1);
    if (depth > 0 && token.kind !== 'end' && tokens.length < maxTokens) tokens.push(token);
    if (depth > 0) continue;
    if (isSign && token.text === ')' && name) yield { name: name.text, line: name.line, tokens };
    name = token.kind === 'word' ? token : null;
    tokens = [];
  }
}

/** `name = "literal"`, or a word. */
function keyword({ tokens }: Call, name: string): string {
  const at = tokens.findIndex(({ kind, text }, index) => kind === 'word' && text === name && tokens[index + 1]?.text === '='); // prettier-ignore
  return at < 0 ? '' : (tokens[at + 2]?.text ?? '').slice(0, 1_000);
}

/** `group:artifact:version`, or with packaging and classifier before the version. */
function coordinatesIn({ tokens }: Call): { group: string; artifact: string; version: string }[] {
  return tokens.flatMap(({ kind, text }) => {
    if (kind !== 'text' || !/^[\w.-]+(?::[\w.-]+){2,4}$/.test(text)) return [];
    const parts = text.split(':');
    return [{ group: parts[0]!, artifact: parts[1]!, version: parts.at(-1)! }];
  });
}
