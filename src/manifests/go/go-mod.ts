import { FormatError } from '../../formats/format.js';
import { compareVersions } from '../../model/versions/versions.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind, SourceTree } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { perPath } from '../reading/per-tree.js';
import { Warnings, withinLimit } from '../reading/within-limit.js';
import { manifestText } from '../reading/text-file.js';
import { goComponent, type GoSum, parseGoSum } from './go-package.js';
import { isVendoredCopy, vendoredModules } from './vendored-modules.js';

/** go.mod (go.dev/ref/mod) with the hashes of its go.sum. From Go 1.17 on it lists all modules in use. */
export const goMod: ManifestKind = {
  id: 'go-mod',
  ecosystem: 'golang',
  nature: 'locked',
  files: ['go.mod', 'go.*.mod'],
  matches: (path) => /^go(?:\.[\w-]{1,50})?\.mod$/.test(baseName(path)),
  read,
};

const moduleLimit = {
  max: 2_000,
  of: 'modules in go.work',
  unknown: 'a module of the workspace among them counts as one from elsewhere',
};

interface Requirement {
  readonly path: string;
  readonly version: string;
  readonly isIndirect: boolean;
  readonly line: number;
}

interface Replacement {
  readonly path: string;
  /** Empty: any version. */
  readonly version: string;
  readonly by: string;
  readonly byVersion: string;
  /** That a path is relative to, where it is not that of the file. */
  readonly folder?: string;
}

interface GoMod {
  module: string;
  goVersion: string;
  readonly requirements: Requirement[];
  readonly replacements: Replacement[];
  readonly excluded: Set<string>;
}

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  if (await isVendoredCopy(file)) return;
  const mod = parse(await manifestText(file.bytes), (line, bad) =>
    out.addLoss(line, `This line is none of a go.mod: ${bad}`),
  );
  const folder = folderOf(file.path);
  const sums = await sumsBeside(file, out);
  const hashes = new Map(sums.map(({ path, version, hash }) => [`${path} ${version}`, hash]));
  const project = out.addProject(folder, mod.module);
  const workspace = await workspaceModules(file.tree, folder);
  workspace.warnings.repeat(out);
  // Replacements of a workspace override those of its modules (go.dev/ref/mod, "go.work files").
  const replace = replacer([...mod.replacements, ...workspace.replacements]);
  for (const { path, version, isIndirect, line } of mod.requirements) {
    if (mod.excluded.has(`${path} ${version}`)) {
      out.addWarning(line, `${path.slice(0, 200)} ${version.slice(0, 80)} is excluded here: which version is used instead is unknown`); // prettier-ignore
      out.addDependency(project, out.addComponent({ ...goComponent(path, '', line), requirement: `>${version}` }));
      continue;
    }
    const target = replace(path, version);
    const local = /^\.{0,2}\//.test(target.path) || target.path === '.' || target.path === '..';
    const own = local ? (joinPath(target.folder ?? folder, target.path) ?? target.path) : workspace.modules.get(path);
    const ref =
      own !== undefined
        ? out.addProject(own, path, local ? version : '')
        : out.addComponent({
            ...goComponent(target.path, target.version, line, hashes.get(`${target.path} ${target.version}`)),
            ...(isIndirect ? { relation: 'transitive', scope: 'runtime' } : {}),
          });
    if (!isIndirect) out.addDependency(project, ref);
  }
  if (namesAllModules(mod.goVersion) || mod.requirements.length === 0) return;
  const vendored = await vendoredModules(file.tree, folder);
  addUnnamed(mod, vendored ?? sums, out);
  if (vendored === null && sums.length === 0)
    out.addWarning(1, 'A go.mod before Go 1.17 does not name what its modules need, and neither a go.sum nor a vendor/modules.txt is beside it: those modules are unknown. Add the go.sum, or run "go mod tidy -go=1.17"'); // prettier-ignore
}

interface Workspace {
  /** Folders of its modules by module path: their versions do not count. */
  readonly modules: ReadonlyMap<string, string>;
  readonly replacements: readonly Replacement[];
  readonly warnings: Warnings;
}

/** The nearest go.work above. */
const workspaceModules = perPath(readWorkspace);

async function readWorkspace(tree: SourceTree, folder: string): Promise<Workspace> {
  const bytes = await tree.read(folder === '' ? 'go.work' : `${folder}/go.work`);
  const warnings = new Warnings();
  if (!bytes) return folder === '' ? { modules: new Map(), replacements: [], warnings } : workspaceModules(tree, folderOf(folder)); // prettier-ignore
  const modules = new Map<string, string>();
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/\/\/.*$/gm, '');
  const uses = [...text.matchAll(/^use[ \t]*(?:\(([^)]*)\)?|(\S+))/gm)].map((match) => match[1] ?? match[2]!);
  const paths = uses.flatMap((use) => use.split(/\s+/)).filter((path) => path !== '');
  for (const path of withinLimit(paths, moduleLimit, warnings)) {
    const at = joinPath(folder, unquoted(path));
    const mod = at === null ? null : await tree.read(at === '' ? 'go.mod' : `${at}/go.mod`);
    const name = mod && /^module[ \t]+"?([^\s"]+)/m.exec(Buffer.from(mod).toString('utf8'))?.[1];
    if (name) modules.set(name, at!);
  }
  const { replacements } = parse(text, () => undefined);
  return { modules, replacements: replacements.map((one) => ({ ...one, folder })), warnings };
}

/** go.dev/ref/mod, "Graph pruning": a go.mod at `go 1.17` or higher lists every module that the build needs. */
function namesAllModules(goVersion: string): boolean {
  const [, major = '1', minor = '0'] = /^(\d{1,4})\.(\d{1,4})/.exec(goVersion) ?? [];
  return Number(major) > 1 || Number(minor) >= 17;
}

/** Older files omit indirect dependencies; the highest version in go.sum is the selected one, and vendored is no other. */
function addUnnamed(mod: GoMod, sums: readonly GoSum[], out: ContentsBuilder): void {
  const named = new Set(mod.requirements.map(({ path }) => path));
  const highest = new Map<string, GoSum>();
  for (const sum of sums) {
    if (named.has(sum.path)) continue;
    const current = highest.get(sum.path);
    if (!current || compareVersions('golang', current.version, sum.version) < 0) highest.set(sum.path, sum);
  }
  for (const { path, version, hash } of highest.values())
    out.addComponent({ ...goComponent(path, version, 1, hash), relation: 'transitive' });
}

async function sumsBeside(file: ManifestFile, out: ContentsBuilder): Promise<GoSum[]> {
  const bytes = await file.tree.read(file.path.replace(/mod$/, 'sum'));
  if (!bytes) return [];
  try {
    return parseGoSum(await manifestText(bytes), () => undefined); // go.sum reports its own invalid lines
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    out.addWarning(1, `The go.sum beside this file cannot be read: ${error.message}`);
    return [];
  }
}

function replacer(replacements: readonly Replacement[]): (path: string, version: string) => Module {
  const current = new Map(replacements.map((one) => [`${one.path} ${one.version}`, one]));
  return (path, version) => {
    const found = current.get(`${path} ${version}`) ?? current.get(`${path} `);
    return found ? { path: found.by, version: found.byVersion, folder: found.folder } : { path, version };
  };
}

interface Module {
  readonly path: string;
  readonly version: string;
  readonly folder?: string | undefined;
}

function parse(text: string, onBadLine: (line: number, text: string) => void): GoMod {
  const mod: GoMod = { module: '', goVersion: '', requirements: [], replacements: [], excluded: new Set() };
  let block = '';
  for (const [index, raw] of text.split('\n').entries()) {
    const [code = '', ...comment] = raw.slice(0, 8_192).split('//');
    const words = code.replace(/^(\s*\w+)\(/, '$1 (').trim().split(/[ \t]+/).map(unquoted).filter((word) => word !== ''); // prettier-ignore
    if (words.length === 0) continue;
    if (block !== '' && words[0] === ')') block = '';
    else if (block === '' && words[1] === '(') block = words[0]!;
    else {
      const [verb, rest] = block === '' ? [words[0]!, words.slice(1)] : [block, words];
      const isIndirect = /^\s*indirect\b/.test(comment.join('//'));
      if (!readDirective(mod, verb, rest, { isIndirect, line: index + 1 }))
        onBadLine(index + 1, raw.trim().slice(0, 80));
    }
  }
  return mod;
}

const otherVerbs = new Set(['toolchain', 'retract', 'godebug', 'tool', 'ignore']);

function readDirective(
  mod: GoMod,
  verb: string,
  words: readonly string[],
  { isIndirect, line }: { isIndirect: boolean; line: number },
): boolean {
  const [path = '', version = ''] = words;
  if (verb === 'module') mod.module = path;
  else if (verb === 'go') mod.goVersion = path;
  else if (verb === 'require' && words.length === 2) mod.requirements.push({ path, version, isIndirect, line });
  else if (verb === 'exclude' && words.length === 2) mod.excluded.add(`${path} ${version}`);
  else if (verb === 'replace' && words.includes('=>')) {
    const arrow = words.indexOf('=>');
    const [by = '', byVersion = ''] = words.slice(arrow + 1);
    mod.replacements.push({ path, version: arrow > 1 ? version : '', by, byVersion });
    return by !== '';
  } else return otherVerbs.has(verb);
  return true;
}

const unquoted = (word: string): string => (/^(["`]).*\1$/.test(word) ? word.slice(1, -1) : word);
