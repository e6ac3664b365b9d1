import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { cyclonedx, importSbom, newSbom, settled } from '../support/sboms.js';
import { loadCatalog } from '../support/score-catalog.js';

const advisory = (id: string, ...ecosystems: string[]): object => ({
  id,
  modified: '2025-09-01T00:00:00Z',
  affected: ecosystems.map((ecosystem) => ({
    package: { ecosystem, name: 'acme' },
    ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '2.0-1' }] }],
  })),
});
const bundle = {
  'advisories/osv-debian.ndjson': [
    advisory('D-1', 'Debian:11', 'Debian:12'),
    advisory('A-1', 'Alpine:v3.18'),
    advisory('W-1', 'Wolfi'),
    advisory('S-1', 'SUSE:Linux Enterprise Server 15 SP5'),
    advisory('R-1', 'Red Hat:enterprise_linux:9::appstream', 'Red Hat:openshift:4.12::el8'),
  ],
};
const other = 'not_examined no loaded source of vulnerabilities covers';

describe('a package of a distribution', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let sbomId: string;
  let answers: Map<string, string>;

  const cases = [
    ['pkg:deb/debian/acme@2.0-1?distro=debian-12', 'examined '],
    ['pkg:deb/debian/acme@2.0-1?distro=bookworm', 'examined '],
    ['pkg:deb/debian/acme@2.0-1', 'examined '],
    ['pkg:deb/debian/acme@2.0-1?distro=debian-8', `${other} pkg:deb/debian of release 8`],
    ['pkg:deb/debian/acme@2.0-1?distro=forky', `${other} pkg:deb/debian of release 14`],
    ['pkg:apk/alpine/acme@2.0-r0?distro=alpine-3.18.4', 'examined '],
    ['pkg:apk/alpine/acme@2.0-r0?distro=alpine-3.1', `${other} pkg:apk/alpine of release 3.1`],
    ['pkg:apk/wolfi/acme@2.0-r0?distro=wolfi-20230201', 'examined '],
    ['pkg:rpm/sles/acme@2.0-1?distro=sles-15.5', 'examined '],
    ['pkg:rpm/sles/acme@2.0-1?distro=sles-15', 'examined '],
    ['pkg:rpm/redhat/acme@2.0-1?distro=rhel-9.3', 'examined '],
    // Products besides the system tell nothing of its release.
    ['pkg:rpm/redhat/acme@2.0-1?distro=rhel-8.6', `${other} pkg:rpm/redhat of release 8.6`],
  ] as const;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    await loadCatalog(app, bundle);
    sbomId = await newSbom(admin);
    const components = cases.map(([purl]) => ({ name: 'acme', version: /@([^?]+)/.exec(purl)![1], purl }));
    await importSbom(app, admin, sbomId, cyclonedx(components));
    answers = await answered();
  });
  afterAll(() => app.close());

  async function answered(): Promise<Map<string, string>> {
    await app.nest.get(RescoringScheduler).schedule();
    await settled(app);
    const { entries } = (await admin.client.get('v1/project/getSBOM', { id: sbomId })).body.data;
    const found = new Map<string, string>();
    for (const { id, position } of entries) {
      const { body } = await admin.client.get('v1/vulnerability/getVulnerabilitiesForComponent', { id });
      const { status, reason } = body.meta.coverage[0];
      found.set(cases[position]![0], `${status} ${reason}`);
    }
    return found;
  }

  it.each(cases)('%s is %s', (purl, answer) => {
    expect(answers.get(purl)).toBe(answer);
  });

  it('is assessed again once an advisory names its release', async () => {
    const more = [...bundle['advisories/osv-debian.ndjson'], advisory('D-2', 'Debian:14')];
    await loadCatalog(app, { 'advisories/osv-debian.ndjson': more });
    const again = await answered();
    expect(again.get('pkg:deb/debian/acme@2.0-1?distro=forky')).toBe('examined ');
    expect(again.get('pkg:deb/debian/acme@2.0-1?distro=debian-8')).toMatch(/^not_examined/);
  });
});
