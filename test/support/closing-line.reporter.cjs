const { writeFileSync } = require('node:fs');

/** Jest waits for ever for what a test left running; after this long it is told of and left behind. */
const patienceMs = 60_000;

/**
 * The one line that CI reads: "N passed, N failed[, N skipped]". `npm test` has it written to a file and prints it
 * last, after anything that jest still has to say.
 */
class ClosingLineReporter {
  onRunComplete(_contexts, results) {
    const skipped = results.numPendingTests + results.numTodoTests;
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const tail = skipped > 0 ? `, ${skipped} skipped` : '';
    const line = `${results.numPassedTests} passed, ${failed} failed${tail}`;
    const file = process.env.STOCKTAKE_CLOSING_LINE;
    if (file) writeFileSync(file, line);
    else process.stdout.write(`\n${line}\n`);
    setTimeout(() => {
      process.stderr.write(`A test left something running: ${process.getActiveResourcesInfo().join(', ')}\n`);
      process.exit(failed === 0 && results.success ? 0 : 1);
    }, patienceMs).unref();
  }
}
module.exports = ClosingLineReporter;
