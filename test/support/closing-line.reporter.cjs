/** Prints the one line that CI reads: "N passed, N failed[, N skipped]". */
class ClosingLineReporter {
  onRunComplete(_contexts, results) {
    const skipped = results.numPendingTests + results.numTodoTests;
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const tail = skipped > 0 ? `, ${skipped} skipped` : '';
    process.stdout.write(`\n${results.numPassedTests} passed, ${failed} failed${tail}\n`);
  }
}
module.exports = ClosingLineReporter;
