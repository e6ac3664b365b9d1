/**
 * Compares package.json with what the code imports: every imported package is declared, every declared package is used,
 * and `src` and `migrations` import no devDependency except for types. A package counts as used when a file imports it,
 * a script calls its program, a used package names it as a peer, or it holds the types of a used package.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const shipped = ['src', 'migrations'];
const others = ['test', 'bench', 'scripts', 'ui', 'eslint.config.mjs', 'jest.config.mjs'];

function* sourceFiles(path) {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory())
    for (const name of readdirSync(path)) if (name !== 'node_modules') yield* sourceFiles(join(path, name));
  if (/\.(ts|tsx|mts|mjs|cjs|js)$/.test(path)) yield path;
}

function packageOf(specifier) {
  if (/^[./]/.test(specifier) || specifier.startsWith('node:') || builtinModules.includes(specifier)) return null;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Package name to the first file that imports it; with `values`, imports of types alone do not count. */
function importedBy(root, folders, { values = false } = {}) {
  const imported = new Map();
  for (const file of folders.flatMap((folder) => [...sourceFiles(join(root, folder))])) {
    const text = readFileSync(file, 'utf8');
    const code = values ? text.replace(/^(?:import|export) type [^;]*;/gm, '') : text;
    const specifiers = [
      ...ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName),
      ...[...code.matchAll(/\brequire\.resolve\('([^']+)'\)/g)].map((match) => match[1]),
    ];
    for (const name of specifiers.map(packageOf)) {
      if (name !== null && !imported.has(name)) imported.set(name, file.slice(root.length + 1));
    }
  }
  return imported;
}

function typesOf(name) {
  return `@types/${name.replace('@', '').replace('/', '__')}`;
}

/** @returns {string[]} what is wrong, one sentence each */
export function checkDependencies(root) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { dependencies = {}, devDependencies = {} } = manifest;
  const declared = { ...devDependencies, ...dependencies };
  const inShipped = importedBy(root, shipped, { values: true });
  const anywhere = importedBy(root, [...shipped, ...others]);

  const faults = [];
  for (const [name, file] of inShipped)
    if (!dependencies[name]) faults.push(`${file} imports ${name}, which package.json has not among its dependencies`);
  for (const [name, file] of anywhere)
    if (!declared[name] && !declared[typesOf(name)] && !inShipped.has(name))
      faults.push(`${file} imports ${name}, which package.json does not declare`);

  const used = usedPackages(root, Object.keys(declared), anywhere, manifest);
  for (const name of Object.keys(declared))
    if (!used.has(name)) faults.push(`package.json declares ${name}, which nothing uses: npm uninstall ${name}`);
  return faults;
}

function usedPackages(root, names, imported, { scripts }) {
  const manifestOf = (name) => JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
  const commands = [
    ...Object.values(scripts),
    ...[...sourceFiles(join(root, 'scripts'))].map((file) => readFileSync(file, 'utf8')),
  ].join('\n');
  const isCalled = (name) => {
    const { bin = {} } = manifestOf(name);
    return (typeof bin === 'string' ? [name] : Object.keys(bin)).some((one) =>
      new RegExp(`\\b${one}\\b`).test(commands),
    );
  };
  const ambient = ['@types/node', '@types/jest'];
  const used = new Set(names.filter((name) => imported.has(name) || ambient.includes(name) || isCalled(name)));
  for (const name of imported.keys()) used.add(typesOf(name));
  for (const name of [...used].filter((one) => names.includes(one)))
    for (const peer of Object.keys(manifestOf(name).peerDependencies ?? {})) used.add(peer);
  return used;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = checkDependencies(resolve(process.argv[2] ?? '.'));
  for (const fault of faults) console.error(fault);
  console.log(`dependencies: ${faults.length} faults`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
