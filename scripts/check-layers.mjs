/**
 * Checks the import rules of `src` (docs/adr/0001-layers.md). As a command it prints each breach and exits with 1; the
 * test imports a folder with planted breaches.
 *
 * To add a rule, add an entry to `rules`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The modules (top folders of `src`) in layers: a module imports only modules of the layers before its own. */
export const layers = [
  ['model'],
  ['platform'],
  ['organizations'],
  ['identities'],
  ['jobs'],
  ['webhooks'],
  ['alarms'],
  ['formats'],
  ['quality', 'vex', 'licenses', 'manifests'],
  ['trees'],
  ['catalog'],
  ['resolution'],
  ['scores'],
  ['rulesets'],
  ['sboms'],
  ['projects'],
  ['monitoring'],
  ['retention'],
  ['web', 'cli'],
  ['commands'],
];

/** Programs that start the service or parts of it: they import the files at the top of `src`, which wire the modules. */
const programs = ['commands'];

/** Folders without Nest, database, queue or Node I/O. The order of the layers holds for them too. */
export const pureFolders = [
  'model',
  'formats',
  'quality',
  'vex',
  'licenses',
  'manifests',
  'resolution/matching',
  'resolution/lists',
  'scores/coverage',
  'scores/metrics',
  'scores/vulnerabilities',
  'rulesets/rules',
];

/** Folders whose parts data walks through once: each imports only those before it. */
const orderedFolders = { 'resolution/matching': ['query', 'compare', 'rank', 'select'] };

/** A pure folder imports only itself, these folders and packages that do no I/O. */
const importableByPure = [
  'model',
  'formats',
  'vex',
  'licenses',
  'resolution/matching',
  'scores/coverage',
  'scores/metrics',
  'scores/vulnerabilities',
];
const impurePackages =
  /^(@nestjs\/|typeorm$|pg$|pg-|bullmq$|ioredis$|pino|multer$|express$|passport|@aws-sdk\/|(node:)?(fs|net|http|https|http2|tls|dns|dgram|child_process|cluster|worker_threads|readline|repl|inspector|os)(\/|$))/;

/** Folders of `formats` that serve the families, and know none. Every other folder there is a family of formats. */
const sharedFormatFolders = [
  'formats/reading',
  'formats/writing',
  'formats/shared',
  'formats/schema',
  'formats/containers',
  'formats/signatures',
  'formats/conversion',
];

/**
 * What an import must satisfy. `file` and `target` are paths below `src`; `target` is null for a package, whose name is
 * `specifier`. A rule answers what is wrong, or a falsy value.
 *
 * @type {((edge: { file: string, specifier: string, target: string | null }) => string | false | null | undefined)[]}
 */
const rules = [
  function importsOnlyEarlierLayers({ file, target }) {
    const module = moduleOf(file);
    if (target === null || module === null || moduleOf(target) === module) return null;
    const isEarlier =
      moduleOf(target) === null ? programs.includes(module) : layerOf(moduleOf(target)) < layerOf(module);
    return !isEarlier && `module ${module} imports ${target}, which is not in an earlier layer`;
  },
  function controllersOpenNoTransaction({ file, target }) {
    return (
      file.endsWith('.controller.ts') &&
      target === 'platform/database/database.ts' &&
      'a controller opens a transaction; that is the work of its service'
    );
  },
  function pureFoldersImportNoImpurePackage({ file, specifier, target }) {
    const folder = folderOf(file, pureFolders);
    return target === null && folder && impurePackages.test(specifier) && `pure folder ${folder} imports ${specifier}`;
  },
  function pureFoldersImportOnlyPureFolders({ file, target }) {
    const folder = folderOf(file, pureFolders);
    if (target === null || !folder || folderOf(target, [folder, ...importableByPure])) return null;
    return `pure folder ${folder} imports ${target}, which is not pure`;
  },
  function partsImportOnlyEarlierParts({ file, target }) {
    const folder = folderOf(file, Object.keys(orderedFolders));
    if (target === null || !folder) return null;
    const parts = orderedFolders[folder];
    const orderOf = (path) => parts.indexOf(path.slice(folder.length + 1).split('/')[0]);
    if (orderOf(file) < 0) return `${file} is in none of the folders ${parts.join(', ')} of ${folder}`;
    if (!target.startsWith(`${folder}/`) || orderOf(target) <= orderOf(file)) return null;
    return `imports ${target}, which comes later in ${parts.join(', ')}`;
  },
  function formatFamiliesAreIndependent({ file, target }) {
    const own = formatFolderOf(file);
    const family = own && target !== null && !folderOf(target, sharedFormatFolders) && formatFolderOf(target);
    return family && family !== own && `${own} imports ${target} of another format family`;
  },
];

/** Null for the files at the top of `src`, which wire the modules. */
function moduleOf(file) {
  return file.includes('/') ? file.split('/')[0] : null;
}

function layerOf(module) {
  return layers.findIndex((modules) => modules.includes(module));
}

function folderOf(file, folders) {
  return folders.find((folder) => file.startsWith(`${folder}/`));
}

/** Null for the files at the top of `formats`, which wire the families. */
function formatFolderOf(file) {
  return /^formats\/[^/]+(?=\/)/.exec(file)?.[0] ?? null;
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(?:type\s+)?(?:[^'";]*?\s+from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

function* sourceFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sourceFiles(path);
    else if (entry.name.endsWith('.ts')) yield path;
  }
}

function importsOf(path, sourceFolder) {
  return [...readFileSync(path, 'utf8').matchAll(importPattern)].map((match) => {
    const specifier = match[1] ?? match[2];
    const target = specifier.startsWith('.') ? relativePath(sourceFolder, resolve(dirname(path), specifier)) : null;
    return { specifier, target: target?.replace(/\.js$/, '.ts') ?? null };
  });
}

function relativePath(from, to) {
  return relative(from, to).split(sep).join('/');
}

function findCycles(graph) {
  const cycles = [];
  const state = new Map();
  const walk = (file, path) => {
    state.set(file, 'open');
    for (const next of graph.get(file) ?? []) {
      if (state.get(next) === 'open') cycles.push([...path.slice(path.indexOf(next)), next]);
      else if (!state.has(next)) walk(next, [...path, next]);
    }
    state.set(file, 'done');
  };
  for (const file of graph.keys()) if (!state.has(file)) walk(file, [file]);
  return cycles;
}

/** @returns {{ files: number, breaches: string[] }} */
export function checkLayers(sourceFolder) {
  const breaches = [];
  const graph = new Map();
  for (const path of sourceFiles(sourceFolder)) {
    const file = relativePath(sourceFolder, path);
    const module = moduleOf(file);
    if (module !== null && layerOf(module) < 0)
      breaches.push(`${file}: "${module}" is no module; add it to the layers in scripts/check-layers.mjs`);
    const imports = importsOf(path, sourceFolder);
    for (const { specifier, target } of imports)
      for (const rule of rules) {
        const breach = rule({ file, specifier, target });
        if (breach) breaches.push(`${file}: ${breach}`);
      }
    graph.set(
      file,
      imports.map(({ target }) => target).filter((target) => target !== null),
    );
  }
  for (const cycle of findCycles(graph)) breaches.push(`cycle: ${cycle.join(' -> ')}`);
  return { files: graph.size, breaches };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { files, breaches } = checkLayers(resolve(process.argv[2] ?? 'src'));
  for (const breach of breaches) console.error(breach);
  console.log(`layers: ${files} files, ${breaches.length} breaches`);
  process.exitCode = breaches.length > 0 || files === 0 ? 1 : 0;
}
