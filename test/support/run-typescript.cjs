/**
 * `node test/support/run-typescript.cjs file.ts …`: runs a test's child process straight from the sources, as
 * CommonJS like jest itself, so that no build can be out of date. Node 20.19 and later can require ES modules.
 */
const { readFileSync } = require('node:fs');
const { resolve } = require('node:path');
const { transformSync } = require('@swc/core');
const { compilerOptions, toCommonJs } = require('./transformer.cjs');

require.extensions['.ts'] = (module, filename) => {
  const source = toCommonJs(readFileSync(filename, 'utf8'));
  module._compile(transformSync(source, { ...compilerOptions, filename }).code, filename);
};

// What is run finds its arguments where it would find them if it were started by itself.
process.argv.splice(1, 1);
require(resolve(process.argv[1]));
