import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { goComponent } from '../go/go-package.js';
import { addCrate } from '../rust/cargo-toml.js';
import { isRequirements } from '../python/requirements-lines.js';
import { imageOfParts } from '../ci/image-reference.js';
import { mavenComponent } from '../jvm/maven-component.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { codeTokens, type CodeToken } from '../reading/code-tokens.js';
import { manifestText } from '../reading/text-file.js';
import { bazelModule } from './module-lock.js';
import { sha256Hashes } from '../sha256.js';

/**
 * MODULE.bazel (bazel.build, "MODULE.bazel files") where no lock file is: the modules, artifacts of Maven, archives
 * and images that stand in it as literals. It is a program and is not run.
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
  /** It is longer than the limit: the rest was not read. */
  readonly isCut: boolean;
  /** By name; null where the value is neither a literal nor the name of one. */
  readonly keywords: ReadonlyMap<string, string | null>;
}

/** What says which dependency it is. */
const naming = /^(?:name|version|group|artifact|image|registry|repository|tag|digest|commit|remote|module_name|package|path|git|rev|requirements_lock)$/; // prettier-ignore

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const project = out.addProject(folderOf(file.path));
  const calls = [...callsOf(await manifestText(file.bytes))];
  const overrides = new Map(calls.filter(({ name }) => isOverride.test(name)).map((call) => [keyword(call, 'module_name'), call])); // prettier-ignore
  // The versions that a lock file chose are in it; what extensions of modules fetch, and what overrides name, is not.
  const isLocked = file.tree.named('MODULE.bazel.lock').includes(besides(file.path));
  for (const call of calls) {
    const method = call.name.split('.').at(-1)!;
    const computed = [...call.keywords].flatMap(([name, value]) => (value === null && naming.test(name) ? name : []));
    if (computed.length > 0) out.addComputed(call.line, `Of this call is computed and was not read: ${computed.join(', ')}`); // prettier-ignore
    if (call.isCut) out.addComputed(call.line, `This call is longer than the limit of ${maxTokens} words and signs: the rest of it was not read`); // prettier-ignore
    const isTest = keyword(call, 'testonly') === 'True';
    const scope = isTest ? 'test' : keyword(call, 'dev_dependency') === 'True' ? 'development' : 'runtime';
    const override = call.name === 'bazel_dep' ? overrides.get(keyword(call, 'name')) : undefined;
    const refs =
      call.name === 'bazel_dep' ? [moduleOf(call, override, isLocked, out)] : componentsOf(call, method, out);
    for (const ref of refs) out.addDependency(project, ref, scope);
    if (method === 'include') out.addWarning(call.line, 'A file that this one includes is read only if it is named *.MODULE.bazel'); // prettier-ignore
  }
}

const isOverride = /^(?:git|archive|local_path|single_version)_override$/;

/** A module, from where an override takes it. Null where the lock file has it. */
function moduleOf(call: Call, override: Call | undefined, isLocked: boolean, out: ContentsBuilder): string | null {
  const { line } = call;
  const [name, version] = [keyword(call, 'name'), keyword(call, 'version')];
  if (override?.name === 'local_path_override') {
    const path = keyword(override, 'path');
    return out.addProject(joinPath(folderOf(out.file), path) ?? path, name, version);
  }
  const source = override && sourceOf(override);
  if (source) return out.addComponent(foreignComponent('bazel', name, source, line));
  if (isLocked) return null;
  const registry = override && (keyword(override, 'registry') || undefined);
  const chosen = (override && keyword(override, 'version')) || version;
  return out.addComponent(bazelModule({ name, version: chosen, ...(registry && { registry }) }, line));
}

interface Source {
  readonly vcs?: string;
  readonly download?: string;
}

/** Null: it names neither a repository nor an archive. */
function sourceOf(call: Call): Source | null {
  const remote = keyword(call, 'remote');
  const ref = keyword(call, 'commit') || keyword(call, 'tag') || keyword(call, 'branch');
  if (remote !== '') return { vcs: `git+${remote}${ref === '' ? '' : `@${ref}`}` };
  const download = call.tokens.find(({ kind, text }) => kind === 'text' && /^https?:\/\//.test(text))?.text;
  const isArchive = /(?:^archive_override|^http_(?:archive|file|jar))$/.test(call.name.split('.').at(-1)!);
  return isArchive && download !== undefined ? { download } : null;
}

function foreignComponent(ecosystem: string, name: string, { vcs = '', download = '' }: Source, line: number) {
  const purl = { type: ecosystem, name, qualifiers: { vcs_url: vcs, download_url: download } };
  const url = vcs || download;
  const references = url === '' ? [] : [{ type: vcs === '' ? 'distribution' : 'vcs', url }];
  return { ecosystem, name, references, purl, line } as const;
}

function componentsOf(call: Call, method: string, out: ContentsBuilder): (string | null)[] {
  const { line } = call;
  const [name, version] = [keyword(call, 'name'), keyword(call, 'version')];
  if (method === 'artifact' && keyword(call, 'artifact') !== '')
    return [out.addComponent(mavenComponent({ group: keyword(call, 'group'), artifact: keyword(call, 'artifact'), version, line }))]; // prettier-ignore
  if (method === 'install')
    return coordinatesIn(call).map((found) => out.addComponent(mavenComponent({ ...found, line })));
  if (method === 'pull') return [imageOf(call, out)];
  if (method === 'spec' && keyword(call, 'package') !== '') return [crateOf(call, out)];
  if (call.name.endsWith('.module') && keyword(call, 'path') !== '')
    return [out.addComponent(goComponent(keyword(call, 'path'), version, line, keyword(call, 'sum')))];
  if (method === 'parse') warnOfRequirements(call, out);
  if (/^(?:http_(?:archive|file|jar)|(?:new_)?git_repository)$/.test(method) && name !== '') {
    const hashes = sha256Hashes(keyword(call, 'sha256'));
    return [out.addComponent({ ...foreignComponent('generic', name, sourceOf(call) ?? {}, line), hashes })];
  }
  return [];
}

/** `crate.spec` of rules_rust: a request as in a Cargo.toml. */
function crateOf(call: Call, out: ContentsBuilder): string | null {
  const request = Object.fromEntries(['version', 'git', 'rev', 'tag', 'branch', 'path'].map((name) => [name, keyword(call, name)])); // prettier-ignore
  return addCrate({ key: keyword(call, 'package'), request, folder: folderOf(out.file), line: call.line }, out);
}

/** `pip.parse` of rules_python: its files are read where their names say that they are requirements. */
function warnOfRequirements({ tokens, line }: Call, out: ContentsBuilder): void {
  const labels = tokens.flatMap(({ kind, text }) => (kind === 'text' && /\.(?:txt|in)$/.test(text) ? text : []));
  for (const label of new Set(labels)) {
    const path = label.replace(/^@?@?[^/:]*\/\//, '').replace(':', '/');
    if (!isRequirements(path.replace(/^\//, '')))
      out.addComputed(line, `${JSON.stringify(label.slice(0, 200))} is not read, for its name does not say that it holds requirements: name it requirements.txt or *requirements*.txt`); // prettier-ignore
  }
}

/** `oci.pull` of rules_oci, and those like it: `image`, or `registry` and `repository`. */
function imageOf(call: Call, out: ContentsBuilder): string | null {
  const [image, registry, repository] = ['image', 'registry', 'repository'].map((name) => keyword(call, name).replace(/^https:\/\//, '')); // prettier-ignore
  const name = image || [registry, repository].filter((part) => part !== '').join('/');
  const [tag, digest] = [keyword(call, 'tag'), keyword(call, 'digest')];
  const found = name === '' ? null : imageOfParts({ name, tag, digest }, call.line);
  return found && out.addComponent(found);
}

const besides = (path: string): string => {
  const folder = folderOf(path);
  return folder === '' ? 'MODULE.bazel.lock' : `${folder}/MODULE.bazel.lock`;
};

/** Calls on the top level of the file. */
function* callsOf(code: string): Iterable<Call> {
  const constants = constantsOf(code);
  let depth = 0;
  let name: CodeToken | null = null;
  let tokens: CodeToken[] = [];
  let isCut = false;
  for (const token of codeTokens(code, syntax)) {
    const isSign = token.kind === 'sign';
    if (isSign && '([{'.includes(token.text)) depth += 1;
    if (isSign && ')]}'.includes(token.text)) depth = Math.max(0, depth - 1);
    if (depth > 0 && token.kind !== 'end') {
      if (tokens.length < maxTokens) tokens.push(token);
      else isCut = true;
    }
    if (depth > 0) continue;
    if (isSign && token.text === ')' && name)
      yield { name: name.text, line: name.line, tokens, isCut, keywords: keywordsOf(tokens, constants) };
    name = token.kind === 'word' ? token : null;
    [tokens, isCut] = [[], false];
  }
}

/** `NAME = "literal"` on a line of its own. */
function constantsOf(code: string): Map<string, string> {
  const constants = new Map<string, string>();
  let line: CodeToken[] = [];
  const end = (): void => {
    const [name, sign, value] = line;
    if (line.length === 3 && name?.kind === 'word' && sign?.text === '=' && value?.kind === 'text')
      constants.set(name.text, value.text);
    line = [];
  };
  for (const token of codeTokens(code, syntax))
    if (token.kind === 'end') end();
    else if (line.length < 4) line.push(token);
  end();
  return constants;
}

/** The arguments with a name, without those of calls in them. Lists and calls are no values here. */
function keywordsOf(tokens: readonly CodeToken[], constants: ReadonlyMap<string, string>): Map<string, string | null> {
  const keywords = new Map<string, string | null>();
  let depth = 0;
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind === 'sign' && '([{'.includes(text)) depth += 1;
    if (kind === 'sign' && ')]}'.includes(text)) depth -= 1;
    const [sign, value, next] = tokens.slice(index + 1, index + 4);
    if (depth !== 1 || kind !== 'word' || sign?.kind !== 'sign' || sign.text !== '=' || !value) continue;
    if (value.kind === 'sign') continue;
    const isWhole = next === undefined || (next.kind === 'sign' && next.text === ',');
    const literal = value.kind === 'text' || /^(?:True|False|None|\d+)$/.test(value.text) ? value.text : constants.get(value.text); // prettier-ignore
    keywords.set(text, isWhole ? (literal?.slice(0, 1_000) ?? null) : null);
  }
  return keywords;
}

/** Empty where there is none, or a computed one. */
const keyword = ({ keywords }: Call, name: string): string => keywords.get(name) ?? '';

/** `group:artifact:version`, or with packaging and classifier before the version. */
function coordinatesIn({ tokens }: Call): { group: string; artifact: string; version: string }[] {
  return tokens.flatMap(({ kind, text }) => {
    if (kind !== 'text' || !/^[\w.-]+(?::[\w.-]+){2,4}$/.test(text)) return [];
    const parts = text.split(':');
    return [{ group: parts[0]!, artifact: parts[1]!, version: parts.at(-1)! }];
  });
}
