import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import { startApp, type TestApp } from '../support/app.js';
import { cyclonedx, importSbom, library, newSbom, settled } from '../support/sboms.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { advisory, critical, loadCatalog } from '../support/score-catalog.js';

const cpe = 'cpe:2.3:a:elsewhere:gadget:1.0.0:*:*:*:*:*:*:*';
const bundle = {
  'packages.ndjson': ['broken', 'evil', 'sound', 'aged'].map((name) => ({ purl: `pkg:npm/${name}`, seen: 9, sources: ['index'] })),
  'products.ndjson': [{ cpe: cpe.replace('1.0.0', '*'), title: 'Gadget', versions: ['1.0.0'], weight: 1, deprecated: true, sources: ['nvd'] }],
  'advisories/osv-npm.ndjson': [
    advisory('GHSA-aaaa', 'broken', '2.0.0', { ...critical, aliases: ['CVE-2024-1'] }),
    advisory('GHSA-bbbb', 'broken', '2.0.0', { aliases: ['CVE-2024-2'] }),
    advisory('MAL-2024-1', 'evil', null),
  ],
  'kev.ndjson': [{ cveID: 'CVE-2024-1', dateAdded: '2024-02-01' }],
  'epss.csv': 'cve,epss,percentile\nCVE-2024-1,0.2,0.9\nCVE-2024-2,0.64,0.99\n',
  'eol.ndjson': [
    {
      slug: 'aged', title: 'Aged', link: 'https://endoflife.date/aged', identifiers: [{ purl: 'pkg:npm/aged' }],
      releases: [
        { releaseCycle: '2', releaseDate: '2025-01-01', eol: false, latest: '2.0.0', latestReleaseDate: '2025-01-01' },
        { releaseCycle: '1', releaseDate: '2020-01-01', eol: '2024-06-30', latest: '1.0.0', latestReleaseDate: '2020-01-01' },
      ],
    },
  ],
}; // prettier-ignore

const license = (id: string): object => ({ licenses: [{ license: { id } }] });
const bad = [
  library('broken', '1.0.0', license('MIT')),
  library('evil', '1.0.0', license('AGPL-3.0-only')),
  library('aged', '1.0.0', license('Apache-2.0')),
  { type: 'application', group: 'elsewhere', name: 'gadget', version: '1.0.0', 'bom-ref': 'g', cpe, ...license('MIT') },
  { type: 'library', name: 'nobody knows what this is 77', 'bom-ref': 'x' },
];
const good = [library('broken', '2.0.0', license('MIT')), library('aged', '2.0.0', license('ISC'))];

const unknown = 'nobody knows what this is 77';
const notExamined = {
  [unknown]: 'Not examined: no package or product is selected.',
  gadget: 'Not examined: no loaded source has ever named the product of its CPE.',
};
const undated = 'Not examined: no loaded source says how old its version and the latest are.';
const unlisted = 'Not examined: no loaded source says until when its release line is supported.';
const notCalled = 'Not examined: no loaded source says whether it is deprecated.';
const unrated = { evil: 'MAL-2024-1 is not rated by any source.' };

/** Of each rule what it says of whom in the bad SBOM. */
const broken: Record<string, Record<string, string>> = {
  'vulnerability.none-critical': { broken: 'CVE-2024-1 has CVSS 9.8.', ...unrated, ...notExamined },
  'vulnerability.none-high': { broken: 'CVE-2024-1 has CVSS 9.8.', ...unrated, ...notExamined },
  'vulnerability.none-exploited': { broken: 'CVE-2024-1 is exploited in the wild.', ...notExamined },
  'vulnerability.none-malicious': { evil: 'MAL-2024-1 reports it as malicious.', [unknown]: notExamined[unknown]! },
  'vulnerability.examined': notExamined,
  'vulnerability.fixed-in-time': {
    broken: 'CVE-2024-1 has been public for _ days and is fixed in 2.0.0, and 1 more.',
    ...notExamined,
  },
  'vulnerability.exploit-probability': {
    broken: 'CVE-2024-2 has a chance of exploitation of 64.0 %, and 1 more.',
    ...notExamined,
  },
  'license.known': { 'nobody knows what this is 77': 'No licence is declared.' },
  'license.allowed': { evil: 'AGPL-3.0-only is not on the list.', [unknown]: 'No licence is declared.' },
  'license.copyleft': { evil: 'AGPL-3.0-only is a network copyleft licence.', [unknown]: 'No licence is declared.' },
  'identity.resolved': { 'nobody knows what this is 77': 'No package, repository or product is selected.' },
  'identity.examinable': notExamined,
  'maintenance.supported': { aged: 'Its release line has reached its end of life.' },
  'maintenance.not-deprecated': {
    gadget: 'It is deprecated.',
    broken: notCalled,
    evil: notCalled,
    aged: notCalled,
    [unknown]: notCalled,
  },
  'maintenance.years-behind': {
    aged: 'It is 5.0 years older than the latest version.',
    broken: undated,
    evil: undated,
    gadget: undated,
    [unknown]: undated,
  },
  'risk.below': {
    broken: 'Its risk is _ of 100.',
    evil: 'Its risk is _ of 100.',
    aged: 'Its risk is _ of 100 and could be _: no complete data for deprecated, archived, versions_behind and 4 more.',
    ...notExamined,
  },
};

/** The same of the good SBOM: only what nobody knows. */
const unproven: Record<string, Record<string, string>> = {
  'maintenance.not-deprecated': { broken: notCalled, aged: notCalled },
  'maintenance.years-behind': { broken: undated },
  'risk.below': {
    broken:
      'Its risk is _ of 100 and could be _: no complete data for end_of_life, deprecated, years_behind and 7 more.',
  },
};

describe('each rule', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let sboms: { bad: string; good: string };
  let rulesetId: string;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    await loadCatalog(app, bundle);
    await app.nest.get(RescoringScheduler).schedule();
    const made = await admin.client.post('v1/ruleset/createRuleset', { name: 'one', team_id: admin.teamId });
    rulesetId = made.body.data.id;
    sboms = {
      bad: await newSbom(admin, { ruleset_id: rulesetId }),
      good: await newSbom(admin, { ruleset_id: rulesetId }),
    };
    await importSbom(app, admin, sboms.bad, cyclonedx(bad));
    await importSbom(app, admin, sboms.good, cyclonedx(good));
    await select(sboms.bad, 'gadget');
  });
  afterAll(() => app.close());

  /** What is deprecated is never selected by the service itself. */
  async function select(sbomId: string, name: string): Promise<void> {
    const { body } = await admin.client.get('v1/project/getSBOM', { id: sbomId, q: name });
    const search_results = { product: [{ cpe, selected: true }] };
    const [{ id }] = body.data.entries;
    await admin.client.post('v1/project/updateComponents', [{ id, sbom_id: sbomId, search_results }]);
    await settled(app);
  }

  const failuresOf = ({ components }: any): Record<string, string> =>
    Object.fromEntries(
      components.map(({ name, failures }: any) => [name, failures[0].reason.replaceAll(/(?<=is |for |be )[\d.]+(?= of| days|:)/g, '_')]),
    ); // prettier-ignore

  it('is among those that are tried here', async () => {
    const { body } = await admin.client.get('v1/ruleset/getRules');
    expect(body.data.map((one: any) => one.id)).toEqual(Object.keys(broken));
  });

  it('on ends of life is broken by what no source lists, where the ruleset says so', async () => {
    const rule = 'maintenance.supported';
    const draft = { sbom_id: sboms.bad, rule_ids: [rule], parameters: { [rule]: { unknown: 'fails' } } };
    const { body } = await admin.client.post('v1/ruleset/evaluateRuleset', draft);
    const others = { broken: unlisted, evil: unlisted, gadget: unlisted, [unknown]: unlisted };
    expect(failuresOf(body.data)).toEqual({ ...broken[rule], ...others });
  });

  it.each(Object.keys(broken))('%s is broken by whom it concerns, as a draft and applied', async (rule) => {
    const draft = await admin.client.post('v1/ruleset/evaluateRuleset', { sbom_id: sboms.bad, rule_ids: [rule] });
    expect(failuresOf(draft.body.data)).toEqual(broken[rule]);
    await admin.client.post('v1/ruleset/updateRuleset', { id: rulesetId, rule_ids: [rule] });
    await settled(app);
    for (const sbom of ['bad', 'good'] as const) {
      const expected = (sbom === 'bad' ? broken[rule] : unproven[rule]) ?? {};
      const components = Object.keys(expected).length;
      const sbomId = sboms[sbom];
      const [applied] = (await admin.client.get('v1/ruleset/getAppliedRulesets', { sbom_id: sbomId })).body.data;
      expect(failuresOf(applied)).toEqual(expected);
      expect(applied).toMatchObject({ verdict: components === 0 ? 'passed' : 'failed', failing: components });
      const { metrics, entry_count } = (await admin.client.get('v1/project/getSBOM', { id: sbomId })).body.data;
      expect(metrics.compliance).toEqual({ passing: entry_count - components, failing: components, pending: 0 });
    }
  });
});
