const { sep } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Files that take long for their size. Where jest has not run a file before, as in CI, it starts with the largest; one of
 * these as the last would keep the other workers idle.
 */
const slow = [
  'integration/authorization',
  'integration/jobs-faults',
  'integration/workbench',
  'integration/corpus',
  'integration/workbench-pages',
  'integration/hostile-files',
  'integration/hostile-input',
  'integration/authorization-ids',
  'integration/start',
  'integration/production-layout',
];
const rankOf = ({ path }) => slow.findIndex((name) => path.endsWith(`${name.replaceAll('/', sep)}.test.ts`));

class SlowestFirstSequencer extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const listed = sorted.filter((test) => rankOf(test) >= 0).sort((one, other) => rankOf(one) - rankOf(other));
    return [...listed, ...sorted.filter((test) => rankOf(test) < 0)];
  }
}

module.exports = SlowestFirstSequencer;
