const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { rememberGlobals } = require('./globals.cjs');

/** Where a test file's own jest keeps what would change the files after it. */
const symbolsOfJest = new Set([
  'JEST_STATE_SYMBOL',
  'EVENT_HANDLERS',
  'TEST_TIMEOUT_SYMBOL',
  'RETRY_TIMES',
  'RETRY_TIMES_SETTER',
  'RETRY_IMMEDIATELY',
  'WAIT_BEFORE_RETRY',
  'LOG_ERRORS_BEFORE_RETRY',
]);

/** Before any test file: jest gives each its own `describe` and `it`, which are not among them. */
const putGlobalsBack = rememberGlobals();

/**
 * A test file runs among the globals of its worker, as the product runs in its process. Jest's own environment makes new
 * ones for every file, and for them every package has to be loaded anew (see `runtime.cjs`). What a file changes of the
 * process is taken back after it.
 */
class WorkerEnvironment {
  constructor({ projectConfig }, { docblockPragmas }) {
    this.hasOwnModules = 'own-modules' in docblockPragmas;
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.before = { env: { ...process.env }, exit: process.exit };
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    this.fakeTimersModern = null;
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (symbolsOfJest.has(symbol.description)) delete globalThis[symbol];
    for (const name of Object.keys(process.env)) if (!(name in this.before.env)) delete process.env[name];
    Object.assign(process.env, this.before.env);
    process.exit = this.before.exit;
    putGlobalsBack();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return globalThis;
  }
}

module.exports = WorkerEnvironment;
