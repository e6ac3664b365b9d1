/**
 * Bundles each child process that reads untrusted files into one file beside it (`parse.child.bundle.cjs`): every import
 * starts such a process, and loading one file takes half the processor time of loading some 240 modules.
 */
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './run.mjs';

const readers = ['sboms/importing/parse.child', 'projects/analyzing/analyze.child'];

await build({
  entryPoints: readers.map((reader) => join(root, 'dist', 'src', `${reader}.js`)),
  outbase: join(root, 'dist', 'src'),
  outdir: join(root, 'dist', 'src'),
  outExtension: { '.js': '.bundle.cjs' },
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  logLevel: 'warning',
  logOverride: { 'empty-import-meta': 'error' }, // import.meta is empty in the bundle: what needs it cannot run there
});
