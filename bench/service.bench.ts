import { once } from 'node:events';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { exportFigures } from './service/exports.js';
import { openBenchService, percentile, timed, type BenchService } from './service/bench-service.js';
import { generatedSbom } from './service/generated-sbom.js';
import { settled } from './service/settled.js';

/**
 * The service's figures, as ratios within one run: `npm run bench -- [components [exports
 * [format …]]]`, the second word for the exports alone. Everything goes over HTTP against the embedded database, as a user would.
 */
const size = Number(process.argv[2] ?? 100_000);
const line = (what: string, figure: string, bar: string): void =>
  console.log(`${what.padEnd(72)} ${figure.padStart(10)}  (bar: ${bar})`);

const service = await openBenchService();
try {
  if (process.argv[3] === 'exports')
    await writeFigures(service, (await importToVisible(service, generatedSbom(size))).sbomId);
  else {
    const { large } = await importFigures(service);
    await writeFigures(service, large);
    await pageFigures(service, large);
    await listFigures(service);
  }
} finally {
  await service.close();
}

async function importFigures(service: BenchService): Promise<{ large: string }> {
  const texts = { small: generatedSbom(size / 10), large: generatedSbom(size) };
  await importToVisible(service, texts.small); // warm-up
  const small = await importToVisible(service, texts.small);
  const large = await importToVisible(service, texts.large);
  const baseline = await parseAndCopy(service, texts.large, large.sbomId);
  line(`import of ${size} components, upload to visible`, `${large.ms.toFixed(0)} ms`, '-');
  line('  against JSON.parse and COPY of the same rows', `${(large.ms / baseline).toFixed(2)} x`, '3 x');
  line('  against a tenth of the components', `${(large.ms / small.ms).toFixed(2)} x`, '11 x');
  return { large: large.sbomId };
}

async function importToVisible(service: BenchService, text: string): Promise<{ ms: number; sbomId: string }> {
  const sbomId = await service.newSbom('bench');
  const { ms } = await timed(async () => {
    const { meta } = await service.upload(sbomId, new Blob([text]));
    for (;;) {
      const { data } = await service.get('jobs/getJob', { id: meta.job_id });
      if (data.status === 'succeeded') return;
      if (data.status === 'failed') throw new Error(data.error);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  await settled(service.databaseUrl);
  return { ms, sbomId };
}

/** What no import can do without: reading the JSON and bringing the rows that it made into tables with their indexes. */
async function parseAndCopy(service: BenchService, text: string, sbomId: string): Promise<number> {
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  const tables = [
    {
      name: 'components',
      columns: 'id, org_id, sbom_id, position, name, org, version, ref, identity, source_key, source',
    },
    { name: 'sbom_dependencies', columns: 'sbom_id, seq, org_id, data' },
  ];
  const rows: Buffer[][] = [];
  for (const { name, columns } of tables) {
    await client.query(`CREATE TABLE baseline_${name} (LIKE ${name} INCLUDING ALL)`);
    const chunks: Buffer[] = [];
    const out = client.query(
      copyStreams.to(`COPY (SELECT ${columns} FROM ${name} WHERE sbom_id = '${sbomId}') TO STDOUT`),
    );
    for await (const chunk of out as AsyncIterable<Buffer>) chunks.push(chunk);
    rows.push(chunks);
  }
  const { ms } = await timed(async () => {
    JSON.parse(text);
    for (const [index, { name, columns }] of tables.entries()) {
      const into = client.query(copyStreams.from(`COPY baseline_${name} (${columns}) FROM STDIN`));
      for (const chunk of rows[index]!) if (!into.write(chunk)) await once(into, 'drain');
      into.end();
      await once(into, 'finish');
    }
  });
  for (const { name } of tables) await client.query(`DROP TABLE baseline_${name}`);
  await client.end();
  return ms;
}

async function writeFigures(service: BenchService, large: string): Promise<void> {
  for (const { format, firstMs, ms, copyMs, grownMb } of await exportFigures(service, large, process.argv.slice(4))) {
    line(`export of ${size} components as ${format}`, `${ms.toFixed(0)} ms`, '-');
    line('  against COPY TO of the same rows', `${(ms / copyMs).toFixed(2)} x`, '3 x');
    line('  first byte', `${firstMs.toFixed(0)} ms`, '200 ms');
    line('  memory grows by', `${grownMb.toFixed(0)} MB`, 'flat');
  }
}

async function pageFigures(service: BenchService, large: string): Promise<void> {
  const small = await service.newSbom('a thousand');
  await service.upload(small, new Blob([generatedSbom(1_000)]));
  await settled(service.databaseUrl);
  const page = async (id: string, offset: number): Promise<number> =>
    (await timed(() => service.get('project/getSBOM', { id, offset: String(offset), limit: '100' }))).ms;
  const times = { small: [] as number[], large: [] as number[] };
  for (let round = 0; round < 60; round += 1) {
    times.small.push(await page(small, (round * 97) % 900));
    times.large.push(await page(large, (round * 9_973) % (size - 100)));
  }
  const medians = { small: percentile(times.small.slice(10), 0.5), large: percentile(times.large.slice(10), 0.5) };
  line(`page of 100 out of ${size} entries`, `${medians.large.toFixed(1)} ms`, '-');
  line('  against a page out of 1000', `${(medians.large / medians.small).toFixed(2)} x`, '2 x');
}

async function listFigures(service: BenchService): Promise<void> {
  const times = async (): Promise<number> => {
    const taken: number[] = [];
    for (let round = 0; round < 220; round += 1)
      taken.push((await timed(() => service.get('project/getSBOMs', { org_id: service.orgId, limit: '1' }))).ms);
    return percentile(taken.slice(20), 0.99);
  };
  const few = await times();
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  await client.query(
    `INSERT INTO sboms (id, org_id, team_id, name, version, supplier, contact_name, contact_email, monitor_frequency)
     SELECT gen_random_uuid(), org_id, team_id, name || n, version, supplier, contact_name, contact_email, 'never'
     FROM sboms s, generate_series(1, 1000) n WHERE s.id = (SELECT id FROM sboms LIMIT 1)`,
  );
  await client.query(
    `INSERT INTO components (id, org_id, sbom_id, position, name, ref, pending)
     SELECT gen_random_uuid(), s.org_id, s.id, n, 'c' || n, 'r' || n, false
     FROM sboms s, generate_series(0, 999) n WHERE s.monitor_frequency = 'never'`,
  );
  await client.query(`UPDATE sboms SET unresolved_count = 1000 WHERE monitor_frequency = 'never'`);
  await client.query('VACUUM ANALYZE sboms, components');
  await client.end();
  const many = await times();
  line('getSBOMs, p99, 1000 SBOMs with 1000000 components', `${many.toFixed(1)} ms`, '-');
  line('  against a handful of SBOMs', `${(many / few).toFixed(2)} x`, '3 x');
}
