/**
 * Sources are ES modules with `.js` in their imports; jest runs them as CommonJS straight from TypeScript. This wraps
 * @swc/jest and takes those two differences away, also for the global set-up, where jest maps no module names.
 */
const { resolve } = require('node:path');

/** Guards of the sources can be taken out one by one: the mutation run. */
const isMutable = process.env.STOCKTAKE_LONG_TESTS === 'true';
const root = resolve(__dirname, '../..');
const mutable = (source, filename) =>
  isMutable && filename.startsWith(resolve(root, 'src'))
    ? require('../mutations/guard-sites.cjs').withGuardSites(source, filename, root)
    : source;

const isOurs = (filename) => filename.endsWith('.ts') && !filename.includes('/node_modules/');

const toCommonJs = (source) =>
  source
    .replace(/((?:from|import)\s*\(?\s*['"]\.{1,2}\/[^'"]*?)\.js(['"])/g, '$1$2')
    .replaceAll('import.meta.dirname', '__dirname');

const compilerOptions = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    target: 'es2023',
    keepClassNames: true,
  },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
};

module.exports = {
  compilerOptions,
  toCommonJs,
  createTransformer() {
    const inner = require('@swc/jest').createTransformer(compilerOptions);
    return {
      ...inner,
      process: (source, filename, jestOptions) =>
        inner.process(isOurs(filename) ? toCommonJs(mutable(source, filename)) : source, filename, jestOptions),
      getCacheKey: (...of) => `${inner.getCacheKey(...of)}${isMutable ? '-mutable' : ''}`,
    };
  },
};
