/**
 * `node test/support/run-typescript.cjs file.ts …`: runs a test's child process straight from the sources, as
 * CommonJS like jest itself, so that no build can be out of date. Node 20.19 and later can require ES modules.
 */
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { compilerOptions, toCommonJs } = require('./transformer.cjs');

const root = resolve(__dirname, '../..');
const cache = join(root, 'node_modules/.cache/run-typescript');
mkdirSync(cache, { recursive: true });
const fixed = JSON.stringify([compilerOptions, String(toCommonJs), require('@swc/core/package.json').version]);

/** Compiled code by its source: tests start dozens of such processes, and the compiler takes longer than the rest. */
function compiled(source, filename) {
  const path = join(cache, createHash('sha256').update(`${fixed}\0${filename}\0${source}`).digest('hex'));
  try {
    return readFileSync(path, 'utf8');
  } catch {
    const { code } = require('@swc/core').transformSync(toCommonJs(source), { ...compilerOptions, filename });
    writeFileSync(`${path}.${process.pid}`, code);
    renameSync(`${path}.${process.pid}`, path); // another process may be writing the same
    return code;
  }
}

require.extensions['.ts'] = (module, filename) =>
  module._compile(compiled(readFileSync(filename, 'utf8'), filename), filename);

// What is run finds its arguments where it would find them if it were started by itself.
process.argv.splice(1, 1);
require(resolve(process.argv[1]));
