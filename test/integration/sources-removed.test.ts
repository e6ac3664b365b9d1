import fc from 'fast-check';
import { Database } from '../../src/platform/database/database.js';
import { rules } from '../../src/rulesets/rules/rules.js';
import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import { startApp, type TestApp } from '../support/app.js';
import { csvOf, cyclonedxOf } from '../support/known-components/documents.js';
import { synchronize } from '../support/known-components/installation.js';
import { publishAll, publishedSources } from '../support/known-components/publishers.js';
import { knownComponents } from '../support/known-components/table.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { Publisher } from '../support/publisher.js';
import { newSbom, settled } from '../support/sboms.js';

/** Every fourth: packages of several registries, and products. */
const components = knownComponents.filter((_, index) => index % 4 === 0);

const ruleIds = rules.map(({ id }) => id);

/** Tables with the records of a source, by a column with its name. */
const tablesWithSource = ['catalog_advisories', 'catalog_vulnerable_products', 'catalog_cves'];
const tablesOfOneSource: Readonly<Record<string, readonly string[]>> = {
  'cisa-kev': ['catalog_exploited'],
  epss: ['catalog_exploit_predictions'],
  endoflife: ['catalog_lifecycle_identifiers', 'catalog_lifecycles'],
};

describe('an installation that loses its sources one after another', () => {
  let publisher: Publisher;
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    publisher = await Publisher.start();
    await publishAll(
      publisher,
      knownComponents,
      components.filter(({ cpe, purl }) => cpe && !purl),
    );
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
  });
  afterAll(async () => {
    await app.close();
    await publisher.close();
  });

  async function remove(source: string): Promise<void> {
    await app.nest.get(Database).transaction('system', async (sql) => {
      for (const table of tablesWithSource) await sql.run(`DELETE FROM ${table} WHERE source = $source`, { source });
      for (const table of tablesOfOneSource[source] ?? []) await sql.run(`DELETE FROM ${table}`);
      await sql.run('DELETE FROM catalog_sources WHERE name = $source', { source });
    });
    await app.nest.get(RescoringScheduler).schedule();
    await settled(app);
  }

  /** `rule: component` of everything that breaks a rule. */
  async function failures(sbomId: string): Promise<Set<string>> {
    const found = new Set<string>();
    for (const rule of ruleIds) {
      const body = { sbom_id: sbomId, rule_ids: [rule] };
      const { data } = (await admin.client.post('v1/ruleset/evaluateRuleset', body, { limit: '1000' })).body;
      for (const { name } of data.components) found.add(`${rule}: ${name}`);
    }
    return found;
  }

  it.each<[string[]]>([[['cve-list']], [[]]])(
    'never lets pass what broke a rule before, first without %j',
    async (first) => {
      await synchronize(app, publisher);
      const sboms: string[] = [];
      for (const document of [csvOf(components), cyclonedxOf(components)]) {
        const id = await newSbom(admin);
        expect((await admin.client.upload('v1/project/importSBOM', document, { sbom_id: id })).status).toBe(200);
        sboms.push(id);
      }
      await settled(app);
      const names = publishedSources.map(({ name }) => name);
      const others = names.filter((name) => !first.includes(name));
      const [rest] = fc.sample(fc.shuffledSubarray(others, { minLength: others.length }), 1);
      const order = [...first, ...rest!];
      const passed: string[] = [];
      const before = new Map(await Promise.all(sboms.map(async (id) => [id, await failures(id)] as const)));
      for (const source of order) {
        await remove(source);
        for (const id of sboms) {
          const after = await failures(id);
          passed.push(
            ...[...before.get(id)!].filter((one) => !after.has(one)).map((one) => `without ${source}: ${one}`),
          );
          before.set(id, after);
          const { verdict } = (await admin.client.get('v1/project/getSBOM', { id })).body.data;
          expect(verdict).toBe('failed');
        }
      }
      expect({ order, passed }).toEqual({ order, passed: [] });
    },
  );
});
