import { parseArgs } from 'node:util';
import { fuzzTarget, fuzzTargetIds } from './fuzz-targets.js';
import { fuzz } from './fuzzing.js';
import { HangWatch } from './hang-watch.js';

/** `npm run fuzz -- [--cases N] [--seed S] [--parser ID]`: faulty documents for every parser; exit code 1 for a fault. */
const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    parser: { type: 'string', default: '' },
  },
});
const ids = fuzzTargetIds.filter((id) => values.parser === '' || id === values.parser);
if (ids.length === 0) throw new Error(`--parser is one of ${fuzzTargetIds.join(', ')}`);
let faults = 0;
const watch = new HangWatch();

for (const id of ids) {
  const start = performance.now();
  const { refused } = await fuzz(await fuzzTarget(id), {
    cases: Number(values.cases),
    seed: Number(values.seed),
    onCase: (bytes) => watch.begin(id, bytes),
    onFault: ({ what, document }) => {
      faults += 1;
      if (faults <= 20) console.log(`${id}: ${what}\n  ${document.slice(0, 4_000)}`);
    },
  });
  const seconds = (performance.now() - start) / 1_000;
  console.log(`${id.padEnd(18)} ${values.cases} cases, ${refused} refused, ${seconds.toFixed(0)} s`);
}
watch.end();
console.log(`${faults} faults`);
process.exitCode = faults > 0 ? 1 : 0;
