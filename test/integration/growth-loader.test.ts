import { cloneSboms } from '../../bench/growth/cloned-sboms.js';
import { Database } from '../../src/platform/database/database.js';
import { findOrCreateDefaultRuleset } from '../../src/rulesets/rulesets.repository.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { advisory, critical, loadCatalog } from '../support/score-catalog.js';
import { cyclonedx, importSbom, library, newSbom } from '../support/sboms.js';

const cloneId = '0198c0de-0000-7abc-8000-000000000001';

const document = cyclonedx(
  [
    library('alpha', '1.0.0', { licenses: [{ license: { id: 'MIT' } }] }),
    library('beta', '2.0.0', { hashes: [{ alg: 'SHA-256', content: 'a'.repeat(64) }] }),
    { name: 'nobody knows this', version: '3' },
  ],
  {
    metadata: { component: { type: 'application', name: 'whole', 'bom-ref': 'whole' } },
    dependencies: [{ ref: 'alpha', dependsOn: ['beta'] }],
    vulnerabilities: [{ id: 'CVE-2024-1', analysis: { state: 'in_triage' }, affects: [{ ref: 'alpha' }] }],
    annotations: [
      { subjects: ['alpha'], annotator: { individual: { name: 'a' } }, timestamp: '2026-01-01T00:00:00Z', text: 't' },
    ],
  },
);

/** What a clone may differ in. */
const own = new Set(['id', 'sbom_id', 'org_id', 'team_id', 'component_id', 'import_id', 'stamp', 'name', 'created_at']);
const ownRulesets = new Set(['ruleset_id', 'assessed_ruleset_id']);

describe('the loader of bench:growth', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let other: Person & TenantIds;
  let model: string;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    await loadCatalog(app, {
      'advisories/osv-npm.ndjson': [advisory('GHSA-1', 'alpha', '1.5.0', { ...critical, aliases: ['CVE-2024-1'] })],
    });
    admin = await firstAdmin(app);
    other = await otherOrganization(app, admin);
    model = await newSbom(admin);
    await importSbom(app, admin, model, document);
    await app.nest.get(Database).session('system', async (session) => {
      const ruleset = await findOrCreateDefaultRuleset(session, other.orgId);
      const { orgId, teamId } = other;
      await cloneSboms(session, [{ id: cloneId, model, orgId, teamId, rulesetId: ruleset.id, name: 'clone' }]);
    });
  });
  afterAll(() => app.close());

  /** Rows of an SBOM by table, those of components by position, without what a clone may differ in. */
  const rowsOf = async (sbomId: string): Promise<Map<string, object[]>> =>
    withClient(app.databaseUrl, async (client) => {
      const { rows: tables } = await client.query<{ name: string }>(
        `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'sbom_id'
         UNION SELECT 'sboms' ORDER BY 1`,
      );
      const found = new Map<string, object[]>();
      for (const { name } of tables) {
        const key = name === 'sboms' ? 'id' : 'sbom_id';
        const { rows } = await client.query(`SELECT to_jsonb(t) AS row FROM ${name} t WHERE ${key} = $1`, [sbomId]);
        const compared = rows.map(({ row }) => comparable(row, name));
        if (rows.length > 0)
          found.set(
            name,
            compared.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
          );
      }
      return found;
    });

  it('copies every row that the pipeline wrote for an SBOM, and nothing else; copies are not monitored', async () => {
    const [original, clone] = [await rowsOf(model), await rowsOf(cloneId)];
    expect([...original.keys()]).toEqual(
      expect.arrayContaining(['components', 'component_scores', 'component_statements', 'sbom_dependencies', 'sboms']),
    );
    expect(original.get('components')).toHaveLength(3);
    expect(original.get('sboms')).toMatchObject([{ monitor_frequency: 'daily' }]);
    const unwatched = original.get('sboms')!.map((row) => Object.assign({}, row, { monitor_frequency: 'never' }));
    expect(clone).toEqual(new Map(original).set('sboms', unwatched));
  });

  it('gives scores that are those of their entries, and outdated for nobody', async () => {
    const { rows } = await withClient(app.databaseUrl, (client) =>
      client.query(
        `SELECT count(*)::int AS entries, count(*) FILTER (WHERE s.org_id = c.org_id AND s.sbom_id = c.sbom_id AND (
             s.entity_id IS NULL OR s.stamp = c.xmin::text || ' ' || e.digest))::int AS current
         FROM components c LEFT JOIN component_scores s ON s.component_id = c.id
         LEFT JOIN entity_scores e ON e.entity_id = s.entity_id WHERE c.sbom_id = $1`,
        [cloneId],
      ),
    );
    expect(rows).toEqual([{ entries: 3, current: 3 }]);
  });

  it('answers with the clone as with the model, to those of its organization alone', async () => {
    const entriesFor = async (by: Person, id: string) =>
      (await by.client.get('v1/project/getSBOM', { id })).body.data.entries.map(
        ({ name, version, status, risk, vulnerabilities, examined, failures }: any) =>
          ({ name, version, status, risk, vulnerabilities, examined, failures }), // prettier-ignore
      );
    expect(await entriesFor(other, cloneId)).toEqual(await entriesFor(admin, model));
    expect((await other.client.get('v1/project/getSBOM', { id: model })).status).toBe(404);
    const { body } = await other.client.get('v1/project/findComponents', { purl: 'pkg:npm/alpha' });
    expect(body.data.map(({ sbom_id }: { sbom_id: string }) => sbom_id)).toEqual([cloneId]);
  });
});

function comparable(row: Record<string, unknown>, table: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (column === 'name' && table === 'components') return [column, value];
      if (ownRulesets.has(column)) return [column, value !== null];
      return [column, own.has(column) ? typeof value : value];
    }),
  );
}
