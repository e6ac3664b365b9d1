import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '../src/platform/project-root.js';
import type { Wave, WaveEnd } from './load/clients.js';
import { openBenchService, type BenchService } from './service/bench-service.js';

/**
 * What the service does at three times what it can, `npm run bench:load -- [seconds]`: its best throughput is looked
 * for first, then as many requests as that and three times as many are sent at a steady rate, whether they are answered
 * or not, by processes of their own. Everything stays on this machine.
 */
const seconds = Number(process.argv[2] ?? 10);
const clientProcesses = 2;
const line = (what: string, figure: string, bar: string): void =>
  console.log(`${what.padEnd(72)} ${figure.padStart(14)}  (bar: ${bar})`);

const service = await openBenchService();
try {
  const wave = await preparedWave(service);
  await run({ ...wave, seconds: 3, clients: 32 });
  let best = 0;
  for (const clients of [16, 32, 64]) best = Math.max(best, good(await run({ ...wave, seconds, clients })) / seconds);
  line('best throughput: pages of 50 entries, answered with 200', `${best.toFixed(0)}/s`, '-');

  const over = await run({ ...wave, seconds: seconds * 2, rate: best * 3 });
  const kept = good(over) / (seconds * 2) / best;
  line('at three times that rate, answered with 200', `${(kept * 100).toFixed(0)} %`, '80 %');
  line('  turned away with 503 or 429 and Retry-After', `${count(over, 503) + count(over, 429)}`, '-');
  line('  answered in any other way, or not at all', `${others(over)}`, '0');
  line('  median of what was answered with 200', `${over.medianMs.toFixed(0)} ms`, '-');

  const since = performance.now();
  let after = 0;
  while (after < 0.9 * best && performance.now() - since < 60_000)
    after = good(await run({ ...wave, seconds: 2, clients: 32 })) / 2;
  line(
    'until 90 % of the best throughput is there again',
    `${((performance.now() - since) / 1000).toFixed(1)} s`,
    '30 s',
  );
} finally {
  await service.close();
}

async function preparedWave({ url, token, newSbom, upload, get }: BenchService): Promise<Omit<Wave, 'seconds'>> {
  const sbomId = await newSbom('load');
  const components = Array.from({ length: 200 }, (_, n) => ({ type: 'library', name: `c${n}`, version: '1' }));
  const sbom = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components };
  const { meta } = await upload(sbomId, new Blob([JSON.stringify(sbom)]));
  for (let status = ''; !['succeeded', 'failed'].includes(status);)
    status = (await get('jobs/getJob', { id: meta.job_id })).data.status;
  await new Promise((resolve) => setTimeout(resolve, 3_000)); // its resolution and scoring
  return { url: `${url}/v1/project/getSBOM?id=${sbomId}&limit=50`, token };
}

/** Each process does its part of the wave. */
async function run(wave: Wave): Promise<WaveEnd> {
  const part = {
    ...wave,
    ...(wave.rate === undefined ? {} : { rate: wave.rate / clientProcesses }),
    ...(wave.clients === undefined ? {} : { clients: wave.clients / clientProcesses }),
  };
  const ends = await Promise.all([...Array(clientProcesses)].map(() => runInProcess(part)));
  const statuses: Record<string, number> = {};
  for (const end of ends)
    for (const [status, number] of Object.entries(end.statuses)) statuses[status] = (statuses[status] ?? 0) + number;
  return { statuses, medianMs: Math.max(...ends.map(({ medianMs }) => medianMs)) };
}

async function runInProcess(wave: Wave): Promise<WaveEnd> {
  const program = join(projectRoot, 'dist/bench/load/clients.js');
  const child = spawn(process.execPath, [program, JSON.stringify(wave)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [text] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return JSON.parse(text) as WaveEnd;
}

function count({ statuses }: WaveEnd, status: number): number {
  return statuses[String(status)] ?? 0;
}

function good(end: WaveEnd): number {
  return count(end, 200);
}

function others(end: WaveEnd): number {
  const all = Object.values(end.statuses).reduce((sum, number) => sum + number, 0);
  return all - good(end) - count(end, 503) - count(end, 429) - (end.statuses['late'] ?? 0);
}
