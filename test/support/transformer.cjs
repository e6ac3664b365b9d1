/**
 * Sources are ES modules with `.js` in their imports; jest runs them as CommonJS straight from TypeScript. This wraps
 * @swc/jest and takes those two differences away, also for the global set-up, where jest maps no module names.
 */
const swcJest = require('@swc/jest');

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
    const inner = swcJest.createTransformer(compilerOptions);
    return {
      ...inner,
      process: (source, filename, jestOptions) =>
        inner.process(isOurs(filename) ? toCommonJs(source) : source, filename, jestOptions),
    };
  },
};
