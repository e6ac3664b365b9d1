import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../../src/platform/project-root.js';

/** A type, interface, class or enum that a file exports. */
interface ExportedType {
  readonly name: string;
  readonly file: string;
}

const isDeclaration = (
  node: ts.Statement,
): node is ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.EnumDeclaration =>
  ts.isClassDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isEnumDeclaration(node);

function exportedTypes(file: string, text: string): ExportedType[] {
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  return statements.flatMap((node): ExportedType[] => {
    if (ts.isExportDeclaration(node) && node.exportClause && ts.isNamedExports(node.exportClause))
      return node.exportClause.elements.map(({ name }) => ({ name: name.text, file }));
    if (!isDeclaration(node) || !node.name) return [];
    const isExported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    return isExported ? [{ name: node.name.text, file }] : [];
  });
}

/** `x.view.ts` may call its answer as `x.repository.ts` or `x.entities.ts` of the same folder calls the row of it. */
function isViewOfRow(files: readonly string[]): boolean {
  const [view, row, ...others] = [...files].sort((a, b) => Number(isView(b)) - Number(isView(a)));
  if (!view || !row || others.length > 0 || !isView(view)) return false;
  return [view.replace('.view.ts', '.repository.ts'), view.replace('.view.ts', '.entities.ts')].includes(row);
}
const isView = (file: string): boolean => file.endsWith('.view.ts');

/** Names that more than one file exports as a type, with the files. */
function sharedNames(types: readonly ExportedType[]): Record<string, string[]> {
  const files = new Map<string, string[]>();
  for (const { name, file } of types) files.set(name, [...(files.get(name) ?? []), file]);
  return Object.fromEntries([...files].filter(([, own]) => own.length > 1 && !isViewOfRow(own)));
}

function sourceTypes(): ExportedType[] {
  const folder = join(projectRoot, 'src');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      return exportedTypes(relative(dirname(folder), path).split(sep).join('/'), readFileSync(path, 'utf8'));
    });
}

describe('exported types', () => {
  const one = exportedTypes('src/a/a.repository.ts', 'export interface Thing {}');

  it('have names of their own in the whole of src', () => {
    const types = sourceTypes();
    expect(types.length).toBeGreaterThan(500);
    expect(sharedNames(types)).toEqual({});
  });

  it.each([
    'export interface Thing {}',
    'export type Thing = string;',
    'export abstract class Thing {}',
    'export declare enum Thing {}',
    'interface Thing {}\nexport type { Thing };',
    "export { Other as Thing } from './other.js';",
  ])('are found in %j', (text) => {
    const types = [...one, ...exportedTypes('src/b/b.ts', text)];
    expect(sharedNames(types)).toEqual({ Thing: ['src/a/a.repository.ts', 'src/b/b.ts'] });
  });

  it('do not count where they are not exported', () => {
    expect(sharedNames([...one, ...exportedTypes('src/b/b.ts', 'interface Thing {}')])).toEqual({});
  });

  it('may have one name in a view and in the repository or the entities beside it, and nowhere else', () => {
    const declared = 'export interface Thing {}';
    const named = (...files: string[]) =>
      Object.keys(sharedNames(files.flatMap((file) => exportedTypes(file, declared))));
    expect(named('src/a/a.repository.ts', 'src/a/a.view.ts')).toEqual([]);
    expect(named('src/a/a.view.ts', 'src/a/a.entities.ts')).toEqual([]);
    expect(named('src/a/a.view.ts', 'src/a/b.repository.ts')).toEqual(['Thing']);
    expect(named('src/a/a.view.ts', 'src/b/a.repository.ts')).toEqual(['Thing']);
    expect(named('src/a/a.view.ts', 'src/a/a.service.ts')).toEqual(['Thing']);
    expect(named('src/a/a.view.ts', 'src/a/a.repository.ts', 'src/a/a.entities.ts')).toEqual(['Thing']);
    expect(named('src/a/a.repository.ts', 'src/a/a.entities.ts')).toEqual(['Thing']);
  });
});
