const { existsSync, writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');

/** How long jest may wait for what a test left running. */
const patienceMs = 60_000;
const root = join(__dirname, '..', '..');

/**
 * Ends a run with what a person or CI must know: each skipped test with its reason, the seed of the property tests, and
 * the one line "N passed, N failed[, N skipped]". `npm test` has that line written to a file and prints it last. In CI a
 * skipped test fails the run: a missing program or fixture must not look like success.
 */
class ClosingLineReporter {
  constructor(globalConfig) {
    this.seed = globalConfig.seed;
    this.isFilteredByName = Boolean(globalConfig.testNamePattern);
  }

  onRunComplete(_contexts, results) {
    const skipped = skippedTests(results);
    const isRefused = Boolean(process.env.CI) && !this.isFilteredByName && skipped.length > 0;
    if (isRefused) this.error = new Error(`${skipped.length} tests were skipped, which CI does not accept`);
    if (!this.isFilteredByName) this.printNotes(skipped);

    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites + (isRefused ? skipped.length : 0);
    const tail = skipped.length > 0 && !isRefused ? `, ${skipped.length} skipped` : '';
    const line = `${results.numPassedTests} passed, ${failed} failed${tail}`;
    const file = process.env.STOCKTAKE_CLOSING_LINE;
    if (file) writeFileSync(file, line);
    else process.stdout.write(`\n${line}\n`);
    setTimeout(() => {
      process.stderr.write(`A test left something running: ${process.getActiveResourcesInfo().join(', ')}\n`);
      process.exit(failed === 0 && results.success ? 0 : 1);
    }, patienceMs).unref();
  }

  printNotes(skipped) {
    if (skipped.length > 0) process.stdout.write(`\nSkipped:\n${skipped.map((one) => `  ${one}\n`).join('')}`);
    if (!existsSync(join(root, '..', 'shared')))
      process.stdout.write('\nConformance: the documents of the repository only; ../shared has none to add\n');
    if (process.env.CI || process.env.FC_SEED)
      process.stdout.write(`\nProperty tests: FC_SEED=${process.env.FC_SEED ?? this.seed}\n`);
  }

  /** Jest asks for it at the end; an error fails the run. */
  getLastError() {
    return this.error;
  }
}

function skippedTests({ testResults }) {
  return testResults.flatMap(({ testFilePath, testResults: tests }) =>
    tests
      .filter(({ status }) => status === 'pending' || status === 'todo')
      .map(({ fullName }) => `${relative(root, testFilePath)}: ${fullName}`),
  );
}

module.exports = ClosingLineReporter;
