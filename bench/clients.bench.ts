import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { CatalogLoader } from '../src/catalog/catalog-loader.js';
import { bundleSource } from '../src/catalog/sources/bundle.js';
import { Database } from '../src/platform/database/database.js';
import { openBenchService, percentile, timed, type BenchService } from './service/bench-service.js';
import { generatedSbom } from './service/generated-sbom.js';
import { settled } from './service/settled.js';

/**
 * What a pipeline waits for: `npm run bench:clients -- [rounds]`. Everything goes over HTTP against the embedded database,
 * and the client runs in the process of the service, which makes the figures a little worse.
 */
const rounds = Number(process.argv[2] ?? 40);
const components = 100;
const atOnce = 50;
const pageOf = 1_000;

const line = (what: string, figure: string, bar: string): void =>
  console.log(`${what.padEnd(64)} ${figure.padStart(12)}  (bar: ${bar})`);
const load = (): string => loadavg()[0]!.toFixed(1);

const service = await openBenchService();
try {
  await fillCatalog(service);
  console.log(`${availableParallelism()} processors, load ${load()}`);
  await uploadFigures(service);
  await pageFigure(service);
  console.log(`load ${load()}`);
} finally {
  await service.close();
}

/** Every component of the uploads is known. */
async function fillCatalog({ nest }: BenchService): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'stocktake-bench-catalog-'));
  const { components: made } = JSON.parse(generatedSbom(pageOf)) as { components: { name: string; version: string }[] };
  const packages = made.map(({ name, version }) =>
    JSON.stringify({
      purl: `pkg:npm/${name}`,
      versions: [version],
      latest_known: version,
      seen: 9,
      sources: ['index'],
    }),
  );
  writeFileSync(join(folder, 'packages.ndjson'), `${packages.join('\n')}\n`);
  await new CatalogLoader(nest.get(Database)).load([bundleSource(folder)]);
  rmSync(folder, { recursive: true });
}

async function uploadFigures(of: BenchService): Promise<void> {
  const text = generatedSbom(components);
  const one = (name: string, wait: boolean): Promise<number> => upload(of, text, { name, wait: String(wait) });
  for (let round = 0; round < 5; round += 1) await one(`warm-up ${round}`, true);
  const imported: number[] = [];
  const assessed: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await settled(of.databaseUrl);
    imported.push(await one(`imported ${round}`, false));
  }
  for (let round = 0; round < rounds; round += 1) assessed.push(await one(`assessed ${round}`, true));
  await settled(of.databaseUrl);
  const row = (times: readonly number[]): string =>
    `${percentile(times, 0.5).toFixed(0)} / ${percentile(times, 0.95).toFixed(0)} ms`;
  line(`uploadSBOM of ${components} known components, imported, p50 / p95`, row(imported), 'p50 120 ms');
  line('  every component assessed, p50 / p95', row(assessed), 'p50 1000 ms');

  const { ms } = await timed(() =>
    Promise.all(Array.from({ length: atOnce }, (_, index) => one(`at once ${index}`, true))),
  );
  // One after the other is what the workers do for one client; together they may not be slower than that.
  const alone = percentile(assessed, 0.5) * atOnce;
  line(`${atOnce} uploads at once, all assessed`, `${ms.toFixed(0)} ms`, '-');
  line('  against one after the other', `${(ms / alone).toFixed(2)} x`, '1 x');
}

async function upload({ url, token }: BenchService, text: string, fields: Record<string, string>): Promise<number> {
  const body = new FormData();
  body.append('file', new Blob([text]), 'bench.json');
  const query = new URLSearchParams({ ...fields, version: '1' }).toString();
  const headers = { Authorization: `Bearer ${token}` };
  const { ms, value } = await timed(async () => {
    const response = await fetch(`${url}/v1/project/uploadSBOM?${query}`, { method: 'POST', headers, body });
    return { status: response.status, text: await response.text() };
  });
  const { data, message } = JSON.parse(value.text) as { data?: { verdict: string }; message?: string };
  if (value.status !== 200) throw new Error(`uploadSBOM: ${value.status} ${message ?? ''}`);
  if (fields.wait === 'true' && data?.verdict === 'pending') throw new Error('The verdict is pending');
  return ms;
}

async function pageFigure(of: BenchService): Promise<void> {
  const id = await of.newSbom('page');
  await of.upload(id, new Blob([generatedSbom(pageOf)]));
  await settled(of.databaseUrl);
  const path = `/v1/project/getSBOM?id=${id}&limit=${pageOf}`;
  for (const encoding of ['gzip', 'br', 'identity'])
    line(
      `page of ${pageOf} entries, ${encoding}`,
      `${Math.round((await bytesOf(of, path, encoding)) / 1_000)} kB`,
      encoding === 'identity' ? '-' : '150 kB',
    );
}

/** As they travel: fetch would unpack them. */
function bytesOf({ url, token }: BenchService, path: string, encoding: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': encoding };
    get(`${url}${path}`, { headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length)).on('end', () => resolve(bytes));
    }).on('error', reject);
  });
}
