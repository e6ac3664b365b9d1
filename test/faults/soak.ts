/**
 * `npm run soak -- --minutes N --seed S [--backend redis]`: one fault after the other, chosen by chance, and after each
 * the whole history is checked. It prints its seed, with which it can be run again, and writes the history of a broken
 * promise to a file.
 */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import setUp from '../support/global-setup.js';
import tearDown from '../support/global-teardown.js';
import type { BackendName } from '../support/job-environment.js';
import { importSteps, uploadSteps } from './fault-step.js';
import { resourceTable, usedResources, type UsedResources } from './used-resources.js';
import { live, openSite, outagesOf, type Site } from './outages.js';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    backend: { type: 'string', default: 'postgres' },
  },
});
const backend = values.backend as BackendName;
const seed = Number(values.seed);

/** mulberry32 */
function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function soak(site: Site, used: UsedResources[]): Promise<string[]> {
  const random = randomFrom(seed);
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const { environment } = site;
  const start = Date.now();
  const end = start + Number(values.minutes) * 60_000;
  for (let round = 1; Date.now() < end; round += 1) {
    // So that the history stays short enough to be read.
    if (round % 20 === 0) await environment.newSbom();
    const isOutage = random() < 0.3;
    const fault = isOutage ? one(outagesOf(backend)) : one([...uploadSteps, ...importSteps]);
    console.log(`${round}. ${fault.name}`);
    if ('spoil' in fault) await live(site, fault);
    else await environment.strikeAt(fault);
    const broken = await environment.violations();
    if (broken.length > 0) return broken;
    used.push(await usedResources(environment, start));
  }
  return [];
}

async function main(): Promise<void> {
  console.log(`npm run soak -- --minutes ${values.minutes} --seed ${seed} --backend ${backend}`);
  await setUp();
  const site = await openSite(backend);
  try {
    const used: UsedResources[] = [];
    const broken = await soak(site, used);
    console.log(`${used.length} faults\n${resourceTable(used)}`);
    const { uploads, reads, person } = site.environment;
    const { changes } = person;
    if (broken.length === 0)
      return console.log(`${uploads.length} uploads, ${changes.length} changes, every promise kept`);
    const file = join(tmpdir(), `soak-${seed}.json`);
    writeFileSync(file, JSON.stringify({ broken, uploads, reads, changes }, null, 1));
    console.error(`${broken.join('\n')}\nThe history is in ${file}`);
    process.exitCode = 1;
  } finally {
    await site.close();
    await tearDown();
  }
}

void main();
