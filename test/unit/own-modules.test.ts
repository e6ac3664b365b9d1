import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';

const folder = join(projectRoot, 'test');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const texts = new Map(files.map((file) => [join(folder, file), readFileSync(join(folder, file), 'utf8')]));

/** The file, and what it imports of `test`. */
function loadedBy(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  for (const [, path] of (texts.get(file) ?? '').matchAll(/from '(\.[^']+)\.js'/g)) {
    const imported = join(dirname(file), `${path}.ts`);
    if (texts.has(imported)) loadedBy(imported, loaded);
  }
  return loaded;
}

/** Modules are shared by the files of a worker: the next service there would have jobs that it cannot handle. */
it('a test file that defines jobs has modules of its own', () => {
  const defining = [...texts.keys()]
    .filter((file) => file.endsWith('.test.ts') && file !== __filename)
    .filter((file) => [...loadedBy(file)].some((one) => /\bdefineJob\(\{/.test(texts.get(one)!)));
  expect(defining.length).toBeGreaterThan(5);
  const shared = defining.filter((file) => !texts.get(file)!.startsWith('/** @own-modules '));
  expect(shared.map((file) => relative(projectRoot, file))).toEqual([]);
});
