import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { manifestText } from '../reading/text-file.js';
import { registryQualifier } from '../registries.js';

/** Gemfile where no lock file is: the gems that stand in it as literals. It is a program and is not run. */
export const gemfile: ManifestKind = {
  id: 'gemfile',
  ecosystem: 'gem',
  nature: 'declared',
  files: ['Gemfile', 'gems.rb', 'Pluginfile', '*.gemfile'],
  coveredBy: ['gemfile-lock'],
  matches: (path) => ['Gemfile', 'gems.rb', 'Pluginfile'].includes(baseName(path)) || /\.gemfile$/.test(path),
  read: (file, out) => readLines(file, out, { gemOf: gemOfGemfile, computed: /^\s*gem[\s(]/ }),
};

/** *.gemspec: the same. */
export const gemspec: ManifestKind = {
  id: 'gemspec',
  ecosystem: 'gem',
  nature: 'declared',
  files: ['*.gemspec'],
  coveredBy: ['gemfile-lock'],
  matches: (path) => path.endsWith('.gemspec'),
  read: (file, out) =>
    readLines(file, out, { gemOf: gemOfGemspec, computed: /^\s*\w+\.add_(?:runtime_|development_)?dependency[\s(]/ }),
};

interface Gem {
  readonly name: string;
  /** The other arguments. */
  readonly rest: string;
  readonly scope: DependencyScope;
  /** `path`, `git`, `github` or `source` of a block around it, with its argument. */
  readonly around?: Options;
}

type Options = ReadonlyMap<string, string>;

interface Block {
  readonly indent: number;
  readonly kind: string;
  readonly argument: string;
}

interface GemLines {
  /** @param open the blocks around the line, the innermost last */
  readonly gemOf: (line: string, open: Block[]) => Gem | null;
  /** Lines that name a gem, but not as a literal. */
  readonly computed: RegExp;
}

const maxLineLength = 4_096;
const literal = `["']([^"'#\\\\]{1,200})["']`;
const gemCall = new RegExp(`^gem[\\s(]\\s*${literal}(.*)$`);
const specCall = new RegExp(`\\.add_(runtime_|development_)?dependency[\\s(]\\s*${literal}(.*)$`);

const maxBlocks = 20;

/** Blocks give their gems a scope or a source; they are distinguished by their indentation. */
function gemOfGemfile(line: string, open: Block[]): Gem | null {
  const indent = line.length - line.trimStart().length;
  while (line.trim() === 'end' && open.length > 0 && indent <= open.at(-1)!.indent) open.pop();
  const [, kind, argument = ''] =
    /^(group|path|git|github|source)[\s(]\s*(.{1,500}?)\)?\s+do\b/.exec(line.trim()) ?? [];
  if (kind !== undefined && open.length < maxBlocks) open.push({ indent, kind, argument });
  const [, name, rest = ''] = gemCall.exec(line.trim()) ?? [];
  if (name === undefined) return null;
  const groups = open.filter((block) => block.kind === 'group').map((block) => block.argument);
  const own = /(?:groups?:|:groups?\s*=>)(.*)$/.exec(rest)?.[1]?.split(/,\s*(?:\w+:\s|:\w+\s*=>)/, 1)[0] ?? '';
  const group = `${groups.join(' ')} ${own}`;
  const around = new Map(open.map((block) => [block.kind, /["']([^"']{1,500})["']/.exec(block.argument)?.[1] ?? '']));
  return { name, rest, scope: scopeOf(group), around };
}

/** Of several groups the most exposed one: a gem of `:development, :staging` is installed there, too. */
function scopeOf(groups: string): DependencyScope {
  const written = groups.replace(/%[iw]\W([\w\s]{1,500})/gi, (_, list: string) => list.replace(/\w+/g, ':$&'));
  const names = [...written.matchAll(/(?::|["'])(\w{1,100})/g)].map(([, name]) => name!);
  if (names.length === 0 || !names.every((name) => /development|test/.test(name))) return 'runtime';
  return names.some((name) => /development/.test(name)) ? 'development' : 'test';
}

function gemOfGemspec(line: string): Gem | null {
  const [, kind, name, rest = ''] = specCall.exec(line) ?? [];
  return name === undefined ? null : { name, rest, scope: kind === 'development_' ? 'development' : 'runtime' };
}

/** Lines without those of comments; a call whose arguments go on below is one line. */
function* callLines(lines: readonly string[]): Iterable<{ line: string; index: number }> {
  for (let index = 0; index < lines.length; index += 1) {
    const first = index;
    let line = lines[index]!.slice(0, maxLineLength);
    if (line.trimStart().startsWith('#')) continue;
    if (/^\s*(?:gem|group|source|git|path|github)[\s(]|\.add_\w{0,20}dependency\b/.test(line))
      for (; goesOn(line) && index + 1 < lines.length && line.length < maxLineLength; index += 1) {
        const next = lines[index + 1]!.slice(0, maxLineLength).trim();
        line = `${withoutComment(line)} ${next.startsWith('#') ? '' : next}`;
      }
    yield { line: line.slice(0, maxLineLength), index: first };
  }
}

const withoutComment = (line: string): string => line.replace(/\s#\s.*$/, '').trimEnd();
const goesOn = (line: string): boolean => /(?:[,(\\]|=>|\w:)$/.test(withoutComment(line));

async function readLines(file: ManifestFile, out: ContentsBuilder, { gemOf, computed }: GemLines): Promise<void> {
  const project = out.addProject(folderOf(file.path));
  const open: Block[] = [];
  for (const { line, index } of callLines((await manifestText(file.bytes)).split('\n'))) {
    if (/^\s*eval_gemfile\b/.test(line))
      out.addComputed(index + 1, `What the file of this line asks for was not read: ${line.trim().slice(0, 80)}`);
    const gem = gemOf(line, open);
    if (gem) out.addDependency(project, add(gem, index + 1, out), gem.scope);
    else if (computed.test(line))
      out.addComputed(index + 1, `The gem of this line is computed and was not read: ${line.trim().slice(0, 80)}`);
  }
}

function add({ name, rest, around = new Map() }: Gem, line: number, out: ContentsBuilder): string | null {
  const option = (key: string): string =>
    new RegExp(`\\b${key}(?::|["']?\\s*=>)\\s*["']([^"']{1,500})["']`).exec(rest)?.[1] ?? around.get(key) ?? '';
  if (/\bpath:|:path\s*=>/.test(rest) || around.has('path')) return null; // a folder of the tree
  const requirements = [
    ...rest.split(/\w+:\s|:\w+\s*=>/, 1)[0]!.matchAll(/["']\s*([~<>=!]{0,2}\s*\d[\w.]{0,100})\s*["']/g),
  ];
  const requested = requirements.map((match) => match[1]!).join(', ');
  const version = /^=?\s*(\d+(?:\.\w+)*)$/.exec(requested)?.[1] ?? '';
  const requirement = version === '' && requested !== '' ? { requirement: requested } : {};
  const github = option('github');
  const url = option('git') || (github === '' ? '' : `https://github.com/${github}.git`);
  const vcs = url === '' ? '' : `git+${url}`;
  const registry = vcs === '' ? registryQualifier('gem', option('source')) : '';
  const purl = { type: 'gem', name, version, qualifiers: { vcs_url: vcs, repository_url: registry } };
  const references = vcs === '' ? [] : [{ type: 'vcs', url: vcs }];
  return out.addComponent({ ecosystem: 'gem', name, version, ...requirement, purl, references, line });
}
