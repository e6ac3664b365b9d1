import { openBenchService, percentile, timed, type BenchService } from './service/bench-service.js';

/**
 * How much one organization's heap of imports delays another's single one: `npm run bench:fairness -- [imports]`. Each
 * import is a small CycloneDX document, from upload to visible.
 */
const heap = Number(process.argv[2] ?? 1_000);
const rounds = 5;

const sbom = JSON.stringify({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components: Array.from({ length: 20 }, (_, n) => ({ type: 'library', name: `c${n}`, version: '1' })),
});

const service = await openBenchService();
try {
  const other = await secondOrganization(service);
  const alone = await singles(service, other);
  const ids: string[] = [];
  for (let n = 0; n < heap; n += 1) ids.push(await service.newSbom(`heap ${n}`));
  for (let from = 0; from < heap; from += 50)
    await Promise.all(ids.slice(from, from + 50).map((id) => service.upload(id, new Blob([sbom]))));
  const beside = await singles(service, other);
  const [middle, crowded] = [alone, beside].map((times) => percentile(times, 0.5)) as [number, number];
  console.log(
    `one import alone: ${middle.toFixed(0)} ms; beside ${heap} of another organization: ${crowded.toFixed(0)} ms`,
  );
  console.log(
    `  delayed ${(crowded / middle).toFixed(2)} x (bar: 3 x); the heap is still ${await waiting(service)} imports`,
  );
} finally {
  await service.close();
}

async function secondOrganization({ post }: BenchService): Promise<string> {
  return (await post('organizations/createOrganization', { name: 'Other' })).data.id as string;
}

async function singles(service: BenchService, orgId: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const sbomId = await service.newSbom('single', orgId);
    const { ms } = await timed(async () => {
      const { meta } = await service.upload(sbomId, new Blob([sbom]));
      for (let status = ''; status !== 'succeeded';) {
        status = (await service.get('jobs/getJob', { id: meta.job_id })).data.status as string;
        if (status === 'failed') throw new Error('the import failed');
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    });
    if (round > 0) times.push(ms); // the first one warms up
  }
  return times;
}

async function waiting({ metrics }: BenchService): Promise<string> {
  const open = (await metrics()).split('\n').find((one) => /^stocktake_jobs_open\{.*interactive.*waiting/.test(one));
  return open?.split(' ').at(-1) ?? '0';
}
