/** The command line as its runner starts it: without the runner's own argument. */
process.argv.splice(2, 1);
void import('../../src/cli/main.js');
