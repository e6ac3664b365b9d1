const { createRequire } = require('node:module');
const { join, sep } = require('node:path');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const root = join(__dirname, '../../..');
const isOurs = (filename) => filename.startsWith(root + sep) && !filename.includes(`${sep}node_modules${sep}`);

/** Of the file that runs now; sources that are still to be loaded are compiled by it. */
let transforms;
const sourceMaps = new Map();

require.extensions['.ts'] = (module, filename) => module._compile(transforms.transform(filename), filename);

/** Node 20 warns of each CommonJS module that requires an ES module. */
const { emitWarning } = process;
process.emitWarning = (warning, ...rest) => {
  if (!String(warning).includes('require()')) emitWarning.call(process, warning, ...rest);
};

/** Takes our modules out of those that are loaded. */
function takeOurs() {
  const taken = Object.entries(require.cache).filter(([filename]) => filename.endsWith('.ts') && isOurs(filename));
  for (const [filename] of taken) delete require.cache[filename];
  return taken;
}

/**
 * Only the test file and the set-up files are loaded anew for each file. The sources, their packages and those of jest
 * are loaded by Node, once for each worker: loading and warming them up took most of the time of most files. So a file's
 * result must not depend on a module's state; none mocks a module. A file that changes such a state says `@own-modules`
 * in its first comment, and has our sources for itself.
 */
class WorkerRuntime extends Runtime {
  constructor(...given) {
    super(...given);
    const [, { hasOwnModules }, , , , { collectCoverage }, , { watch, watchAll }] = given;
    // Only jest's own loader counts what runs, and sees that a source has changed.
    this.isShared = !collectCoverage && !watch && !watchAll;
    this.others = hasOwnModules ? takeOurs() : null;
    transforms = this.transformCache;
    transforms.sourceMaps = sourceMaps;
    this.executor.compile = (code, filename) =>
      compileFunction(code, this.executor.injectedModuleParameters, { filename });
  }

  requireModuleOrMock(from, name) {
    if (!this.isShared || name === '@jest/globals') return super.requireModuleOrMock(from, name);
    return createRequire(from)(name);
  }

  requireInternalModule(from, name) {
    return name ? createRequire(from)(name) : super.requireInternalModule(from, name);
  }

  teardown() {
    super.teardown();
    if (!this.others) return;
    takeOurs();
    for (const [filename, module] of this.others) require.cache[filename] = module;
  }
}

module.exports = WorkerRuntime;
