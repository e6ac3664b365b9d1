import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApplication } from '../../src/commands/application.js';
import { Configuration } from '../../src/platform/configuration/configuration.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { ApiClient } from '../support/api-client.js';
import { runOperation } from '../support/operations.js';
import { createDatabase, withClient } from '../support/postgres.js';

/** Made by `test/support/former-release.mjs` in checkouts of the commits that name them. */
const fixtures = join(projectRoot, 'test/fixtures/backups');
const password = 'correct horse battery staple of former releases';

describe.each(readdirSync(fixtures))('the backup %s of a former release', (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'stocktake-former-'));
  const copy = join(folder, 'copy');

  afterAll(() => rmSync(folder, { recursive: true }));

  it('is restored with its SBOM, corrections, webhook and users, and goes on from there', async () => {
    mkdirSync(copy);
    expect(spawnSync('tar', ['-C', copy, '-xzf', join(fixtures, name)]).status).toBe(0);
    const database = await createDatabase();
    const settings = {
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, 'data'),
      MASTER_KEY_FILE: join(copy, 'master.key'),
      LOG_LEVEL: 'silent',
      SAMPLE: 'false',
      RESOLUTION_THREADS: '0',
      IMPORT_READER_IDLE_S: '0',
    };
    try {
      expect(await runOperation(['restore', copy], settings)).toMatchObject({ code: 0 });
      const { nest } = await createApplication(new Configuration(settings), database.url);
      try {
        await nest.listen(0, '127.0.0.1');
        const { port } = nest.getHttpServer().address() as AddressInfo;
        await isUsable(new ApiClient(`http://127.0.0.1:${port}`));
      } finally {
        await nest.close();
      }
      const sealed = 'SELECT count(*)::int AS keys FROM master_keys';
      expect(await withClient(database.url, async (client) => (await client.query(sealed)).rows)).toEqual([
        { keys: 1 },
      ]);
    } finally {
      await database.drop();
    }
  });

  async function isUsable(stranger: ApiClient): Promise<void> {
    const { body, status } = await stranger.post('v1/sessions/login', { username: 'admin', password });
    expect(status).toBe(200);
    const client = stranger.as(body.data.jwt);
    const [{ organization }] = (await client.get('v1/organizations/getOwnOrganizations')).body.data;
    const own = { org_id: organization.id };
    const [sbom] = (await client.get('v1/project/getSBOMs', own)).body.data.softwareLists;
    expect(sbom).toMatchObject({ name: 'Older product', version: '1.0', supplier: 'Older supplier' });
    const { entries } = (await client.get('v1/project/getSBOM', { id: sbom.id })).body.data;
    const selected = ({ search_results }: any): string =>
      search_results.package.find((one: { selected: boolean }) => one.selected)?.purl;
    const of = (wanted: string) => entries.find((entry: { name: string }) => entry.name === wanted);
    expect(entries).toHaveLength(3);
    expect(selected(of('lodash'))).toBe('pkg:npm/lodash@4.17.20');
    expect(selected(of('Häuslicher Baustein'))).toBe('pkg:generic/haus-baustein@1.0');
    const exported = await client.post('v1/report/getSBOM', { sbom_id: sbom.id }, { sbom_type: 'CycloneDX', download: 'true' }); // prettier-ignore
    expect(exported.body.dependencies).toEqual(
      expect.arrayContaining([expect.objectContaining({ ref: 'b', dependsOn: ['c'] })]),
    );
    expect((await client.get('v1/webhooks/getWebhooks', own)).body.data).toMatchObject([
      { url: 'https://hooks.example.org/x' },
    ]);
    const again = await client.upload('v1/project/importSBOM', JSON.stringify(exported.body), { sbom_id: sbom.id, wait: 'true' }); // prettier-ignore
    expect(again.status).toBe(200);
    const after = (await client.get('v1/project/getSBOM', { id: sbom.id })).body.data.entries;
    expect(after.map(({ name: entry }: { name: string }) => entry).sort()).toEqual(entries.map(({ name: entry }: { name: string }) => entry).sort()); // prettier-ignore
    expect(selected(after.find(({ name: entry }: { name: string }) => entry === 'Häuslicher Baustein'))).toBe('pkg:generic/haus-baustein@1.0'); // prettier-ignore
  }
});
