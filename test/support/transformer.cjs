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

module.exports = {
  createTransformer(options) {
    const inner = swcJest.createTransformer(options);
    return {
      ...inner,
      process: (source, filename, jestOptions) =>
        inner.process(isOurs(filename) ? toCommonJs(source) : source, filename, jestOptions),
    };
  },
};
