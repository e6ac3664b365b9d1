import type { TestApp } from './app.js';
import type { Person, TenantIds } from './people.js';
import { withClient } from './postgres.js';

/** A CycloneDX document of these components, which are libraries unless they say otherwise. */
export const cyclonedx = (components: object[], more: object = {}): string =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    components: components.map((part) => ({ type: 'library', ...part })),
    ...more,
  });

export const library = (name: string, version: string, more: object = {}): object => ({
  type: 'library',
  name,
  version,
  purl: `pkg:npm/${name}@${version}`,
  'bom-ref': name,
  ...more,
});

export async function newSbom(by: Person & TenantIds, more: object = {}): Promise<string> {
  const { body } = await by.client.post('v1/project/createSBOM', {
    name: 'sbom',
    version: '1',
    supplier: 's',
    contact_name: 'c',
    contact_email: '',
    org_id: by.orgId,
    ...more,
  });
  return body.data.id;
}

/** Imports the document and waits until it is resolved and scored. */
export async function importSbom(
  app: TestApp,
  by: Person & TenantIds,
  sbomId: string,
  document: string,
): Promise<void> {
  const answer = await by.client.upload('v1/project/importSBOM', document, { sbom_id: sbomId });
  // 202: a busy machine takes longer than the answer waits.
  if (![200, 202].includes(answer.status))
    throw new Error(`importSBOM: ${answer.status} ${JSON.stringify(answer.body)}`);
  await settled(app);
}

/** The entries of an SBOM, once all that waited are resolved. */
export async function resolvedEntries(by: Person, sbomId: string): Promise<any[]> {
  const { body } = await by.client.post('v1/project/resolveComponents', { sbom_id: sbomId });
  for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 25))) {
    const { data } = (await by.client.get('v1/jobs/getJob', { id: body.data.job_id })).body;
    if (data.status === 'succeeded')
      return (await by.client.get('v1/project/getSBOM', { id: sbomId, limit: '1000' })).body.data.entries;
  }
  throw new Error('the resolution does not end');
}

/** A new SBOM with what the document holds, resolved. */
export async function resolvedSbom(by: Person & TenantIds, document: string, more: object = {}): Promise<string> {
  const sbomId = await newSbom(by, more);
  const answer = await by.client.upload('v1/project/importSBOM', document, { sbom_id: sbomId });
  expect(answer.status).toBe(200);
  await resolvedEntries(by, sbomId);
  return sbomId;
}

/** Waits until no job waits or runs; what a job queues is waited for as well. */
export async function settled(app: TestApp, jobs = ''): Promise<void> {
  await withClient(app.databaseUrl, async (client) => {
    let open: { name: string; state: string }[] = [];
    for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 40))) {
      const { rows } = await client.query(
        `SELECT name, state, error FROM job_runs
         WHERE state IN ('waiting', 'queued', 'active', 'failed') AND starts_with(name, $1)`,
        [jobs],
      );
      const failed = rows.find(({ state }) => state === 'failed');
      if (failed) throw new Error(`${failed.name}: ${failed.error}`);
      if (rows.length === 0) return;
      open = rows;
    }
    throw new Error(`The jobs did not end: ${open.map((run) => JSON.stringify(run)).join(', ')}`);
  });
}
