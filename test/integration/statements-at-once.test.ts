import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { cyclonedx, importSbom, library, newSbom, settled } from '../support/sboms.js';
import { advisory, critical, loadCatalog } from '../support/score-catalog.js';

const bundle = {
  'packages.ndjson': [{ purl: 'pkg:npm/broken', versions: ['1.0.0', '2.0.0'], latest_known: '2.0.0', seen: 9, sources: ['index'] }],
  'advisories/osv-npm.ndjson': [
    advisory('GHSA-aaaa', 'broken', '2.0.0', { ...critical, aliases: ['CVE-2024-1111'] }),
    advisory('GHSA-bbbb', 'broken', '2.0.0', critical),
  ],
}; // prettier-ignore

/** Of `lockScoringShared`: whoever holds it alone keeps every entry from being scored. */
const scoringLock = 7_203_914;

describe('A statement is seen', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker', WORKER_CONCURRENCY: '1' });
    admin = await firstAdmin(app);
    await loadCatalog(app, bundle);
    await app.nest.get(RescoringScheduler).schedule();
  });
  afterAll(() => app.close());

  const shop = async () => {
    const id = await newSbom(admin);
    await importSbom(app, admin, id, cyclonedx([library('broken', '1.0.0')]));
    return id;
  };
  const found = async (id: string): Promise<Record<string, any>> => {
    const { body } = await admin.client.get('v1/vulnerability/getVulnerabilitiesForSBOM', { id });
    return Object.fromEntries(body.data.map((one: any) => [one.id, one]));
  };
  const take = async (sbom_id: string, document: object) => {
    const { status } = await admin.client.post('v1/vulnerability/importStatements', { sbom_id, document });
    expect(status).toBe(200);
  };
  const unscored = (work: () => Promise<void>) =>
    withClient(app.databaseUrl, async (client) => {
      await client.query(`SELECT pg_advisory_lock(${scoringLock})`);
      await work();
    });
  const broken = { '@id': 'pkg:npm/broken@1.0.0' };
  const openVex = (...statements: [name: string, status: string, timestamp?: string][]) => ({
    '@context': 'https://openvex.dev/ns/v0.2.0',
    statements: statements.map(([name, status, timestamp = '2025-01-01T00:00:00Z']) => ({
      vulnerability: { name },
      products: [broken],
      status,
      timestamp,
      impact_statement: 'never called',
      action_statement: 'update',
    })),
  });
  const cycloneDxVex = {
    bomFormat: 'CycloneDX', specVersion: '1.6', version: 1,
    components: [{ type: 'library', name: 'broken', 'bom-ref': 'b', purl: broken['@id'] }],
    vulnerabilities: [{ id: 'GHSA-aaaa', analysis: { state: 'not_affected', detail: 'never called' }, affects: [{ ref: 'b' }] }],
  }; // prettier-ignore

  it.each([
    ['OpenVEX', openVex(['GHSA-aaaa', 'not_affected'])],
    ['CycloneDX', cycloneDxVex],
  ])('with the answer to an import of %s that names an alias, before anything is scored', async (_format, document) => {
    const [id, other] = [await shop(), await shop()];
    await unscored(async () => {
      await take(id, document);
      const { 'CVE-2024-1111': stated, 'GHSA-bbbb': silent } = await found(id);
      expect(stated).toMatchObject({ status: 'not_affected', statement: { status: 'not_affected', stated_by: 'person' } });
      expect(silent).toMatchObject({ status: 'affected', statement: null });
      expect((await found(other))['CVE-2024-1111']).toMatchObject({ status: 'affected', statement: null });
      await take(id, openVex(['CVE-2024-1111', 'affected']));
      expect((await found(id))['CVE-2024-1111']).toMatchObject({ status: 'affected', statement: { status: 'affected' } });
    });
    const before = await found(id);
    await settled(app);
    expect(await found(id)).toEqual(before);
  }); // prettier-ignore

  it.each([
    ['affected', [['GHSA-aaaa', 'not_affected'], ['CVE-2024-1111', 'affected']]],
    ['affected', [['GHSA-aaaa', 'affected'], ['CVE-2024-1111', 'not_affected']]],
    ['not_affected', [['CVE-2024-1111', 'not_affected', '2025-01-02T00:00:00Z'], ['GHSA-aaaa', 'affected']]],
    ['affected', [['CVE-2024-1111', 'not_affected'], ['GHSA-aaaa', 'affected']]],
  ] as [string, [string, string, string?][]][])('as %s, where a document says both under two names', async (status, said) => {
    const id = await shop();
    await unscored(async () => {
      await take(id, openVex(...said));
      expect((await found(id))['CVE-2024-1111']).toMatchObject({ status, statement: { status } });
    });
    await settled(app);
    expect((await found(id))['CVE-2024-1111']).toMatchObject({ status, statement: { status } });
  }); // prettier-ignore

  it('though a scoring that read the former statement is about to write', async () => {
    const id = await shop();
    await withClient(app.databaseUrl, async (client) => {
      await client.query(`
        CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1); RETURN NEW; END';
        CREATE TRIGGER linger BEFORE INSERT ON component_scores FOR EACH ROW EXECUTE FUNCTION linger()`);
      await take(id, openVex(['GHSA-aaaa', 'not_affected']));
      const lingering = `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`;
      for (const end = Date.now() + 30_000; Date.now() < end && !(await client.query(lingering)).rowCount;)
        await new Promise((resolve) => setTimeout(resolve, 10));
      await take(id, openVex(['GHSA-aaaa', 'affected']));
      expect((await found(id))['CVE-2024-1111'].status).toBe('affected');
      await settled(app);
      await client.query('DROP TRIGGER linger ON component_scores; DROP FUNCTION linger()');
    });
    expect((await found(id))['CVE-2024-1111'].status).toBe('affected');
  });
});
