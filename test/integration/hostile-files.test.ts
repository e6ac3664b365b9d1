import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startApp, type TestApp } from '../support/app.js';
import { archiveFiles } from '../support/hostile-files/archive-files.js';
import { cyclonedxOf, type HostileFile } from '../support/hostile-files/hostile-file.js';
import { jsonFiles } from '../support/hostile-files/json-files.js';
import { meaningFiles } from '../support/hostile-files/meaning-files.js';
import { tableFiles } from '../support/hostile-files/table-files.js';
import { tagValueFiles } from '../support/hostile-files/tag-value-files.js';
import { xmlFiles } from '../support/hostile-files/xml-files.js';
import { yamlFiles } from '../support/hostile-files/yaml-files.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';

/** No file of these needs more, on a busy machine either. */
const longestMs = 60_000;
const kinds = { JSON: jsonFiles, XML: xmlFiles, YAML: yamlFiles, 'tag-value': tagValueFiles };
const others = { tables: tableFiles, archives: archiveFiles, meaning: meaningFiles };
const unspeakable = /\bat .+:\d+:\d+|node_modules|SELECT |INSERT |\/tmp\/|heap out of memory/;

describe('files that mean harm', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  /** Files go in several at a time, each worker into its own. */
  let sbomIds: string[];

  beforeAll(async () => {
    app = await startApp({ IMPORT_MEMORY_MB: '512' });
    admin = await firstAdmin(app);
    const described = { name: 'Hostile', version: '1', supplier: 's', contact_name: 'c', contact_email: '' };
    const newSbom = async (): Promise<string> =>
      (await admin.client.post('v1/project/createSBOM', { ...described, org_id: admin.orgId })).body.data.id;
    sbomIds = await Promise.all([newSbom(), newSbom(), newSbom()]);
  });
  afterAll(() => app.close());

  const upload = (sbomId: string, bytes: Buffer | string) =>
    admin.client.upload('v1/project/importSBOM', bytes, { sbom_id: sbomId, allow_empty: 'true' });
  const entries = async (sbomId: string) =>
    (await admin.client.get('v1/project/getSBOM', { id: sbomId, limit: '1000' })).body.data.entries as any[];
  /** All that is unpacked, or not yet whole, lies there. */
  const leftBehind = () => readdirSync(join(app.configuration.dataDir, 'blobs', 'drafts'));

  async function faultOf(sbomId: string, { bytes, refused, names, versions }: HostileFile): Promise<unknown> {
    const start = performance.now();
    const { status, body } = await upload(sbomId, await bytes());
    const tookMs = performance.now() - start;
    const failure = { status, reason: body.reason, message: body.message, tookMs };
    if (tookMs > longestMs || unspeakable.test(JSON.stringify(body))) return failure;
    if (refused) return [413, 415, 422].includes(status) && refused.includes(body.reason) ? null : failure;
    if (status !== 200) return (names ?? versions) || ![413, 415, 422].includes(status) ? failure : null;
    const found = (names ?? versions) ? await entries(sbomId) : [];
    const named = found.map(({ name }) => name).sort();
    if (names && JSON.stringify(named) !== JSON.stringify([...names].sort())) return { ...failure, named };
    const wrong = found.filter(({ name, version }) => versions && versions[name] !== version);
    return wrong.length > 0 || (versions && found.length === 0) ? { ...failure, found } : null;
  }

  it.each(Object.entries({ ...kinds, ...others }))('%s', async (_kind, files) => {
    const faults: unknown[] = [];
    const left = [...files];
    const worker = async (sbomId: string): Promise<void> => {
      for (let file = left.shift(); file; file = left.shift()) {
        const fault = await faultOf(sbomId, file);
        if (fault) faults.push({ what: file.what, fault });
      }
    };
    await Promise.all(sbomIds.map(worker));
    expect(faults).toEqual([]);
    expect(({} as any).polluted).toBeUndefined();
    expect((await upload(sbomIds[0]!, cyclonedxOf([{ name: 'good', version: '1' }]))).status).toBe(200);
    expect((await entries(sbomIds[0]!)).map(({ name }) => name)).toEqual(['good']);
    expect((await app.client.get('health/live')).status).toBe(200);
    expect(leftBehind()).toEqual([]);
  });
});
