import { parseArgs } from 'node:util';
import type { Format } from '../../src/formats/format.js';
import { formats } from '../../src/formats/index.js';
import { fuzz } from './fuzzing.js';
import { generatedBom, readOnlySeeds, written } from './seeds.js';

/** `npm run fuzz -- [--cases N] [--seed S] [--parser ID]`: faulty documents for every parser; exit code 1 for a fault. */
const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    parser: { type: 'string', default: '' },
  },
});
const bills = await Promise.all([1, 4].map(generatedBom));
let faults = 0;

const documentsFor = async (format: Format): Promise<Uint8Array[]> =>
  format.serialize
    ? Promise.all(bills.map((bom) => written(format, bom)))
    : [Buffer.from(readOnlySeeds[format.id] ?? '')];

for (const format of formats.filter(({ id }) => values.parser === '' || id === values.parser)) {
  const documents = await documentsFor(format);
  if (documents.every(({ length }) => length === 0)) continue;
  const start = performance.now();
  const { refused } = await fuzz(format, {
    ...{ cases: Number(values.cases), seed: Number(values.seed), documents },
    onFault: ({ what, document }) => {
      faults += 1;
      if (faults <= 20) console.log(`${format.id}: ${what}\n  ${document.slice(0, 4_000)}`);
    },
  });
  const seconds = (performance.now() - start) / 1_000;
  console.log(`${format.id.padEnd(18)} ${values.cases} cases, ${refused} refused, ${seconds.toFixed(0)} s`);
}
console.log(`${faults} faults`);
process.exitCode = faults > 0 ? 1 : 0;
