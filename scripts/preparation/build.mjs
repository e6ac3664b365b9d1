import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

const inputs = [
  'package-lock.json',
  'nest-cli.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'src',
  'migrations',
  'bench',
  'ui',
  'scripts/ui',
  'scripts/preparation',
];
const stamp = join(root, 'dist', '.sources');

/**
 * Compiles to `dist` when the sources differ from those of the last complete build. The stamp is written last: after an
 * interrupted build there is none, and the next build starts from an empty folder.
 */
export function build() {
  const current = hashOfSources();
  const built = readStamp();
  if (built === current) return;
  console.log('Building …');
  if (built === null) rmSync(join(root, 'dist'), { recursive: true, force: true });
  else rmSync(stamp);
  run(process.execPath, [join('node_modules', '@nestjs', 'cli', 'bin', 'nest.js'), 'build']);
  run(process.execPath, [join('scripts', 'preparation', 'bundle-readers.mjs')]);
  run(process.execPath, [join('scripts', 'ui', 'build.mjs')]);
  writeFileSync(stamp, current);
}

function readStamp() {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return null;
  }
}

function hashOfSources() {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0]);
  const add = (path) => {
    if (path === 'ui/src/generated') return; // made by the build itself
    const entries = readEntries(join(root, path));
    if (entries) for (const name of entries.sort()) add(`${path}/${name}`);
    else hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  };
  inputs.forEach(add);
  return hash.digest('hex');
}

/** Names in a folder ([] if it does not exist), null for a file. */
function readEntries(path) {
  try {
    return readdirSync(path);
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR') return null;
    throw error;
  }
}
