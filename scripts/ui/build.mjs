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

/** Of scripts and style sheet together, with gzip: the first page on a slow line. */
const maxBytes = 80 * 1024;

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
  const bytesOf = (some) => some.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
  const bytes = bytesOf(assets);
  const first = bytesOf(assets.filter(({ name }) => [basename(entry), basename(cssBundle), ...shared].includes(name)));
  const kibibytes = (count) => (count / 1024).toFixed(1);
  console.log(`workbench: ${kibibytes(bytes)} KiB with gzip, of which the sign-in needs ${kibibytes(first)}`);
  if (bytes > maxBytes) throw new Error(`The workbench has ${bytes} bytes with gzip, more than ${maxBytes}`);
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
