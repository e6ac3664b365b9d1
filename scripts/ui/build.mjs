/**
 * Builds the workbench into `dist/ui`: one script and one style sheet with their hash in the name, the page that loads
 * them, and each file compressed beside it.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from '../preparation/run.mjs';
import { writeApiTypes } from './api-types.mjs';

const folder = join(root, 'dist', 'ui');

/** Of script and style sheet together, with gzip: the first page on a slow line. */
const maxBytes = 80 * 1024;

export async function buildWorkbench() {
  writeApiTypes();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'assets'), { recursive: true });
  const { outputFiles } = await build({
    entryPoints: [join(root, 'ui', 'src', 'main.tsx')],
    outdir: join(folder, 'assets'),
    entryNames: 'workbench-[hash]',
    bundle: true,
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
  const named = (ending) => assets.find(({ name }) => name.endsWith(ending)).name;
  const html = page.replace('workbench.js', named('.js')).replace('workbench.css', named('.css'));
  for (const { name, contents } of assets) writeCompressed(join('assets', name), contents);
  writeCompressed('index.html', Buffer.from(html));
  const bytes = assets.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
  console.log(`workbench: ${(bytes / 1024).toFixed(1)} KiB with gzip`);
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
