/** The command as its runner starts it: without the runner's own argument. */
process.argv.splice(2, 1);
void import('../../src/operations-command.js');
