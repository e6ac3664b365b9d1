import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { manifestText } from '../reading/text-file.js';

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
}

interface GemLines {
  readonly gemOf: (line: string, open: { group: string; indent: number }) => Gem | null;
  /** Lines that name a gem, but not as a literal. */
  readonly computed: RegExp;
}

const maxLineLength = 4_096;
const literal = `["']([^"'#\\\\]{1,200})["']`;
const gemCall = new RegExp(`^gem[\\s(]\\s*${literal}(.*)$`);
const specCall = new RegExp(`\\.add_(runtime_|development_)?dependency[\\s(]\\s*${literal}(.*)$`);

/** A `group :test do` block gives its gems a scope; blocks are told apart by their indentation. */
function gemOfGemfile(line: string, open: { group: string; indent: number }): Gem | null {
  const indent = line.length - line.trimStart().length;
  if (open.group !== '' && indent <= open.indent && line.trim() === 'end') open.group = '';
  const [, groups] = /^group[\s(]\s*(.{1,200}?)\)?\s+do\b/.exec(line.trim()) ?? [];
  if (groups !== undefined) Object.assign(open, { group: groups, indent });
  const [, name, rest = ''] = gemCall.exec(line.trim()) ?? [];
  const group = `${open.group} ${/(?:groups?:|:groups?\s*=>)(.*)$/.exec(rest)?.[1] ?? ''}`;
  return name === undefined ? null : { name, rest, scope: scopeOf(group) };
}

function scopeOf(groups: string): DependencyScope {
  if (groups.trim() === '' || /default|production/.test(groups)) return 'runtime';
  return /development/.test(groups) ? 'development' : /test/.test(groups) ? 'test' : 'runtime';
}

function gemOfGemspec(line: string): Gem | null {
  const [, kind, name, rest = ''] = specCall.exec(line) ?? [];
  return name === undefined ? null : { name, rest, scope: kind === 'development_' ? 'development' : 'runtime' };
}

async function readLines(file: ManifestFile, out: ContentsBuilder, { gemOf, computed }: GemLines): Promise<void> {
  const project = out.addProject(folderOf(file.path));
  const open = { group: '', indent: 0 };
  for (const [index, raw] of (await manifestText(file.bytes)).split('\n').entries()) {
    const line = raw.slice(0, maxLineLength);
    if (line.trimStart().startsWith('#')) continue;
    const gem = gemOf(line, open);
    if (gem) out.addDependency(project, add(gem, index + 1, out), gem.scope);
    else if (computed.test(line))
      out.addComputed(index + 1, `The gem of this line is computed and was not read: ${line.trim().slice(0, 80)}`);
  }
}

function add({ name, rest }: Gem, line: number, out: ContentsBuilder): string | null {
  if (/\bpath:|:path\s*=>/.test(rest)) return null; // a folder of the tree
  const requirements = [
    ...rest.split(/\w+:\s|:\w+\s*=>/, 1)[0]!.matchAll(/["']\s*([~<>=!]{0,2}\s*\d[\w.]{0,100})\s*["']/g),
  ];
  const requested = requirements.map((match) => match[1]!).join(', ');
  const version = /^=?\s*(\d+(?:\.\w+)*)$/.exec(requested)?.[1] ?? '';
  const requirement = version === '' && requested !== '' ? { requirement: requested } : {};
  const [, kind, address = ''] = /\b(git|github):\s*["']([^"']{1,500})["']/.exec(rest) ?? [];
  const url = kind === 'github' ? `https://github.com/${address}.git` : address;
  const vcs = url === '' ? '' : `git+${url}`;
  const purl = { type: 'gem', name, version, qualifiers: { vcs_url: vcs } };
  const references = vcs === '' ? [] : [{ type: 'vcs', url: vcs }];
  return out.addComponent({ ecosystem: 'gem', name, version, ...requirement, purl, references, line });
}
