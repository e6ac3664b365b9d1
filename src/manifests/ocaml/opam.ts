import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { lineCounter, manifestText } from '../reading/text-file.js';

/** What `opam lock` writes: every package in use with its version. */
export const opamLocked: ManifestKind = {
  id: 'opam-locked',
  ecosystem: 'opam',
  nature: 'locked',
  files: ['*.opam.locked'],
  matches: (path) => path.endsWith('.opam.locked') || baseName(path) === 'opam.locked',
  read,
};

/** The package description of opam (opam.ocaml.org/doc/Manual.html). */
export const opam: ManifestKind = {
  id: 'opam',
  ecosystem: 'opam',
  nature: 'declared',
  files: ['*.opam', 'opam'],
  coveredBy: ['opam-locked'],
  matches: (path) => path.endsWith('.opam') || baseName(path) === 'opam',
  read,
};

/** A text, a filter in braces, or a bracket; comments are passed over. */
const token = /"((?:[^"\\\n]|\\.){0,300})"|\{([^{}]{0,2000})\}|[[\]]|#[^\n]*|\(\*[^*]{0,2000}\*\)/g;

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const text = await manifestText(file.bytes);
  const lineAt = lineCounter(text);
  const field = (name: string): string => new RegExp(`^${name}:\\s{0,20}"([^"\\n]{1,200})"`, 'm').exec(text)?.[1] ?? '';
  const name = field('name') || baseName(file.path).replace(/\.opam(?:\.locked)?$/, '');
  const project = out.addProject(folderOf(file.path), name === 'opam' ? '' : name, field('version'), file.path);
  for (const list of ['depends', 'depopts']) {
    const start = new RegExp(`^${list}:\\s{0,200}(?=[["])`, 'm').exec(text);
    if (!start) continue;
    const from = start.index + start[0].length;
    for (const { name: needed, filter, at } of packagesIn(text.slice(from))) {
      const scope: DependencyScope = list === 'depopts' ? 'optional' : scopeOf(filter);
      const found = { ...versionOf(filter), line: lineAt(from + at) };
      const purl = { type: 'opam', name: needed, version: found.version ?? '' };
      out.addDependency(project, out.addComponent({ ecosystem: 'opam', name: needed, ...found, purl }), scope);
    }
  }
}

interface Needed {
  readonly name: string;
  filter: string;
  readonly at: number;
}

/** A list of packages, or a single one. */
function packagesIn(text: string): readonly Needed[] {
  const found: Needed[] = [];
  const isList = text.startsWith('[');
  for (const match of text.matchAll(token)) {
    const [all, name, filter] = match;
    if (name !== undefined) {
      if (!isList && found.length > 0) break;
      found.push({ name, filter: '', at: match.index });
    } else if (filter !== undefined && found.length > 0) found.at(-1)!.filter = filter;
    else if (all === ']') break;
  }
  return found;
}

const scopeOf = (filter: string): DependencyScope =>
  filter.includes('with-test')
    ? 'test'
    : /with-doc|with-dev-setup/.test(filter)
      ? 'development'
      : /\bbuild\b/.test(filter)
        ? 'build'
        : 'runtime';

/** Without the words that say when it is needed. */
function versionOf(filter: string): { version?: string; requirement?: string } {
  const constraint = filter.replace(/\b(?:with-test|with-doc|with-dev-setup|build|dev|post)\b/g, ' ').replace(/^[\s&|]+|[\s&|]+$/g, ''); // prettier-ignore
  const version = /^=\s*"([^"]+)"$/.exec(constraint)?.[1];
  if (version !== undefined) return { version };
  return constraint === '' ? {} : { requirement: constraint.replace(/\s+/g, ' ') };
}
