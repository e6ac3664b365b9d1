import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { folderOf } from '../paths.js';
import { manifestText } from '../reading/text-file.js';

/**
 * A package description of Cabal (cabal.readthedocs.io, "Package Description"). Conditional dependencies count. Lock files
 * do not name the packages that they are for, so those above have the versions.
 */
export const cabal: ManifestKind = {
  id: 'cabal',
  ecosystem: 'hackage',
  nature: 'declared',
  files: ['*.cabal'],
  matches: (path) => /[^/]\.cabal$/.test(path),
  read,
};

/** Sections whose dependencies are not those of what is shipped; `library`, `executable`, `common` … are. */
const sectionScopes = new Map<string, DependencyScope>([
  ['test-suite', 'test'],
  ['benchmark', 'development'],
  ['custom-setup', 'build'],
]);
const fieldScopes = new Map<string, DependencyScope | null>([
  ['build-depends', null],
  ['setup-depends', 'build'],
  ['build-tool-depends', 'build'],
  ['build-tools', 'build'],
]);

const maxLineLength = 4_096;

interface Field {
  /** In lower case. */
  readonly name: string;
  readonly indent: number;
  readonly line: number;
  readonly section: string;
  /** With the lines that continue it, one for each line of the file. */
  value: string;
}

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const fields = fieldsOf(await manifestText(file.bytes));
  const top = (name: string): string =>
    fields.find((one) => one.section === '' && one.name === name)?.value.trim() ?? '';
  const own = top('name');
  const project = out.addProject(folderOf(file.path), own, top('version'));
  for (const { name, line, section, value } of fields) {
    if (!fieldScopes.has(name)) continue;
    const scope = fieldScopes.get(name) ?? sectionScopes.get(section) ?? 'runtime';
    for (const [text, offset] of itemsOf(value)) {
      const at = line + offset;
      const dependency = nameOf(text);
      if (dependency === null) out.addLoss(at, `This is no dependency of Cabal: ${text.slice(0, 80)}`);
      else if (dependency.name !== own) out.addDependency(project, add({ ...dependency, line: at }, file, out), scope);
    }
  }
}

/** Fields by layout: a line that is indented more than the name of a field continues it. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  let section = '';
  let open: Field | null = null;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.slice(0, maxLineLength).replace(/\t/g, '        ').trimEnd();
    const indent = line.length - line.trimStart().length;
    const isBlank = indent === line.length || line.startsWith('--', indent);
    if (isBlank || (open && indent > open.indent)) {
      if (open) open.value += `\n${isBlank ? '' : line}`;
      continue;
    }
    const [, name, value = ''] = /^([A-Za-z][\w-]{0,100})\s{0,100}:(.*)$/.exec(line.slice(indent)) ?? [];
    open = name === undefined ? null : { name: name.toLowerCase(), indent, line: index + 1, section, value };
    if (open) fields.push(open);
    else if (indent === 0) section = /^[\w-]{1,100}/.exec(line)?.[0].toLowerCase() ?? '';
  }
  return fields;
}

/** Each with the number of lines before it. Several libraries of one package are one: `name:{a, b}`. */
function* itemsOf(value: string): Iterable<[text: string, offset: number]> {
  let offset = 0;
  for (const part of value
    .replace(/:\s{0,20}\{[^{}]{0,2000}\}/g, (list) => '\n'.repeat(list.split('\n').length - 1))
    .split(',')) {
    const text = part.trim();
    const before = part.slice(0, part.length - part.trimStart().length).split('\n').length - 1;
    if (text !== '') yield [text, offset + before];
    offset += part.split('\n').length - 1;
  }
}

interface Dependency {
  readonly name: string;
  readonly range: string;
}

const packageName = /^[A-Za-z0-9][A-Za-z0-9-]{0,200}/;
/** A library of the package. */
const libraryName = /^:[\w.-]{1,200}/;

function nameOf(text: string): Dependency | null {
  const name = packageName.exec(text)?.[0];
  if (name === undefined || text.length > maxLineLength) return null;
  const range = text.slice(name.length).replace(libraryName, '').replace(/\s+/g, ' ').trim();
  return range === '' || /^[<>=^(-]/.test(range) ? { name, range } : null;
}

function add(
  { name, range, line }: Dependency & { readonly line: number },
  { tree }: ManifestFile,
  out: ContentsBuilder,
): string | null {
  // A description has the name of its package.
  const [local] = tree.named(`${name}.cabal`);
  if (local !== undefined) return out.addProject(folderOf(local), name);
  const version = /^== ?(\d+(?:\.\d+)*)$/.exec(range)?.[1] ?? '';
  const requirement = version === '' && range !== '' ? { requirement: range } : {};
  const purl = { type: 'hackage', name, version };
  return out.addComponent({ ecosystem: 'hackage', name, version, ...requirement, purl, line });
}
