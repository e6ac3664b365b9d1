import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { cyclonedx, importSbom, library, newSbom } from '../support/sboms.js';

const components = [
  library('log4j-core', '2.14.1', { purl: 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1' }),
  library('openssl', '1.1.1k', { purl: undefined, cpe: 'cpe:2.3:a:openssl:openssl:1.1.1k:*:*:*:*:*:*:*' }),
  library('event-stream', '3.3.6', { purl: 'pkg:npm/event-stream@3.3.6' }),
  library('what nobody knows', '1', { purl: undefined }),
];

/** No source is loaded: every answer says that nothing was looked for, and no verdict is passed. */
describe('a fresh installation', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let id: string;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    id = await newSbom(admin);
    await importSbom(app, admin, id, cyclonedx(components));
  });
  afterAll(() => app.close());

  const entries = async (): Promise<any[]> => (await admin.client.get('v1/project/getSBOM', { id })).body.data.entries;
  const report = async (format: string) => (await admin.client.get('v1/report/getSBOMReport', { id, format })).body;

  it('examines nothing, and says why', async () => {
    const { data, meta } = (await admin.client.get('v1/vulnerability/getVulnerabilitiesForSBOM', { id })).body;
    expect(data).toEqual([]);
    expect(meta.coverage.map(({ status }: any) => status)).not.toContain('examined');
    expect(meta.coverage.reduce((sum: number, { count }: any) => sum + count, 0)).toBe(components.length);
    expect(meta.coverage.map(({ reason }: any) => reason)).toContain('no source of vulnerabilities is loaded');
    for (const entry of await entries()) {
      const own = await admin.client.get('v1/vulnerability/getVulnerabilitiesForComponent', { id: entry.id });
      expect(own.body.meta.coverage).toMatchObject([{ status: 'not_examined', count: 1 }]);
    }
  });

  it('fails every component by the default ruleset, and by every rule on vulnerabilities alone', async () => {
    const [applied] = (await admin.client.get('v1/ruleset/getAppliedRulesets', { sbom_id: id })).body.data;
    expect(applied).toMatchObject({ verdict: 'failed', passed: false });
    expect(applied.components).toHaveLength(components.length);
    const { data: rules } = (await admin.client.get('v1/ruleset/getRules')).body;
    const ids = rules.map((rule: any) => rule.id).filter((rule: string) => rule.startsWith('vulnerability.'));
    expect(ids.length).toBeGreaterThan(5);
    for (const rule of ids) {
      const draft = { sbom_id: id, rule_ids: [rule] };
      const { data } = (await admin.client.post('v1/ruleset/evaluateRuleset', draft)).body;
      expect([rule, data.verdict]).toEqual([rule, 'failed']);
    }
  });

  it('says so in reports of every format', async () => {
    const { data } = await report('json');
    expect(data.unexamined).toBe(components.length);
    expect(data.components.map(({ exploited }: any) => exploited)).toEqual(components.map(() => null));
    const csv: string = await report('csv');
    expect(csv.match(/not_examined: no source of vulnerabilities is loaded/g)!.length).toBeGreaterThanOrEqual(2);
    const html: string = await report('html');
    expect(html).toContain('no source of vulnerabilities is loaded');
    expect(html).not.toContain('No known issues.');
  });
});
