/**
 * Builds the workbench into `dist/ui`: the script of the sign-in, that of the pages, and one style sheet, with their
 * hash in the name, the page that loads them, and each file compressed beside it.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from '../preparation/run.mjs';
import { writeApiTypes } from './api-types.mjs';

const folder = join(root, 'dist', 'ui');

/** Of scripts and style sheet of the first page together, with gzip: on a slow line. 80 kB. */
const maxBytes = 80_000;

/** Scripts of pages that come later, by the end of their address behind the organization (`/o/<id>`). */
const laterPages = {
  '/sboms/.': 'pages/sbom.tsx',
  '/review/decisions$': 'review/decisions-page.tsx',
  '/entity$': 'entity/entity-page.tsx',
  '/compare$': 'pages/compare.tsx',
  '/vulnerabilities$': 'vulnerabilities/vulnerabilities-page.tsx',
  '/vulnerabilities/.': 'vulnerabilities/vulnerability-page.tsx',
  '/projects$': 'projects/projects-page.tsx',
  '/projects/.': 'projects/project-page.tsx',
  '/settings/.': 'settings/settings.tsx',
};

export async function buildWorkbench() {
  writeApiTypes();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'assets'), { recursive: true });
  const { outputFiles, metafile } = await build({
    entryPoints: [join(root, 'ui', 'src', 'main.tsx')],
    outdir: join(folder, 'assets'),
    entryNames: 'workbench-[hash]',
    chunkNames: 'part-[hash]',
    bundle: true,
    splitting: true,
    metafile: true,
    minify: true,
    format: 'esm',
    target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfig: join(root, 'ui', 'tsconfig.json'),
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
  });
  const page = readFileSync(join(root, 'ui', 'index.html'), 'utf8');
  const assets = outputFiles.map(({ path, contents }) => ({ name: basename(path), contents: Buffer.from(contents) }));
  const [entry, { cssBundle, imports }] = Object.entries(metafile.outputs).find(([, { entryPoint }]) =>
    entryPoint?.endsWith('main.tsx'),
  );
  const shared = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path));
  const html = page
    .replace('workbench.js', basename(entry))
    .replace('workbench.css', basename(cssBundle))
    .replace(
      '<script',
      `${shared.map((name) => `<link rel="modulepreload" href="/assets/${name}" />`).join('')}<script`,
    );
  for (const { name, contents } of assets) writeCompressed(join('assets', name), contents);
  writeCompressed('index.html', Buffer.from(html));
  writeFileSync(join(folder, 'preloads.json'), JSON.stringify(preloadsOf(metafile.outputs, entry)));
  const bytesOf = (some) => some.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
  const named = (names) => assets.filter(({ name }) => names.has(name));
  const signIn = bytesOf(named(new Set([basename(entry), basename(cssBundle), ...shared])));
  const bytes = bytesOf(named(new Set([basename(cssBundle), ...firstScripts(metafile.outputs, entry)])));
  const kibibytes = (count) => (count / 1024).toFixed(1);
  console.log(
    `workbench: ${kibibytes(bytes)} KiB with gzip for the first page, of which the sign-in needs ${kibibytes(signIn)}; ` +
      `${kibibytes(bytesOf(assets) - bytes)} more for pages that are opened later`,
  );
  if (bytes > maxBytes) throw new Error(`The workbench has ${bytes} bytes with gzip, more than ${maxBytes}`);
}

/** What is loaded without anybody opening a page that comes later: the entry, what it imports, and the pages. */
const firstScripts = (outputs, entry) => importsOf(outputs, [entry, ...outputs[entry].imports.map(({ path }) => path)]);

/** By the pattern of the address: what the browser of somebody signed in will ask for, so that it need not find out. */
function preloadsOf(outputs, entry) {
  const known = importsOf(outputs, [entry]);
  const pathOf = (source) => {
    const found = Object.keys(outputs).find((path) => outputs[path].entryPoint === `ui/src/${source}`);
    if (!found) throw new Error(`The workbench has no script of its own for ui/src/${source}`);
    return found;
  };
  const scripts = (...sources) =>
    [...importsOf(outputs, sources.map(pathOf))].filter((name) => !known.has(name)).map((name) => `/assets/${name}`);
  for (const { path, kind } of outputs[pathOf('app.tsx')].imports) {
    const source = outputs[path].entryPoint?.slice('ui/src/'.length);
    if (kind === 'dynamic-import' && !Object.values(laterPages).includes(source))
      throw new Error(`ui/src/app.tsx loads ${source} later: name its address in laterPages of scripts/ui/build.mjs`);
  }
  const later = Object.entries(laterPages).map(([end, source]) => [`^/o/[^/]+${end}`, scripts('app.tsx', source)]);
  return Object.fromEntries([...later, ['^/', scripts('app.tsx')]]);
}

/** Names of the given outputs and of all that they import at once. */
function importsOf(outputs, paths) {
  const names = new Set();
  const take = (path) => {
    if (names.has(basename(path))) return;
    names.add(basename(path));
    for (const { path: imported, kind } of outputs[path].imports) if (kind === 'import-statement') take(imported);
  };
  paths.forEach(take);
  return names;
}

function writeCompressed(name, contents) {
  const path = join(folder, name);
  writeFileSync(path, contents);
  writeFileSync(`${path}.gz`, gzipSync(contents, { level: 9 }));
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  );
}

await buildWorkbench();
