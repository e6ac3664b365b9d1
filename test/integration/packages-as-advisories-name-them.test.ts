import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { cyclonedx, importSbom, newSbom, settled } from '../support/sboms.js';
import { loadCatalog } from '../support/score-catalog.js';

const advisory = ([id, ecosystem, name, fixed, summary = 'At fault']: readonly string[]): object => ({
  id,
  summary,
  modified: '2025-09-01T00:00:00Z',
  affected: [
    { package: { ecosystem, name }, ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }] },
  ],
});
const rhel8 = 'Red Hat:enterprise_linux:8::appstream';
const records = [
  ['LEAP', 'openSUSE:Leap 15.5', 'acme', '2.0-150500.3.1'],
  ['TW', 'openSUSE:Tumbleweed', 'acme', '8.5-1.1'],
  ['AQ-23', 'Alpaquita:23', 'acme', '2.0-r5'],
  ['AQ-S', 'Alpaquita:stream', 'acme', '3.0-r0'],
  ['ALSA', 'AlmaLinux:9', 'acme', '2.0-2.el9'],
  ['AZL', 'Azure Linux:2', 'acme', '2.0-2.cm2'],
  ['SLEM', 'SUSE:Linux Enterprise Micro 5.5', 'acme', '2.0-150500.3.1'],
  ['SLES', 'SUSE:Linux Enterprise Server 15 SP5', 'acme', '2.0-150500.2.1'],
  ['RH-9', 'Red Hat:enterprise_linux:9::baseos', 'acme', '0:3.0-2.el9'],
  ['RH-8', 'Red Hat:enterprise_linux:8::baseos', 'acme', '0:1.1-10.el8'],
  ['RH-N18', rhel8, 'nodejs', '1:18.12.1-2.module+el8.7.0+17306+fc023f99', 'Red Hat Security Advisory: nodejs:18 security update'],
  ['RH-N16', rhel8, 'nodejs', '1:16.18.1-3.module+el8.7.0+17465+1a1abd74', 'Red Hat Security Advisory: nodejs:16 security, bug fix, and enhancement update'],
  ['RH-P', rhel8, 'perl', '4:5.30.1-452.module+el8.4.0+8990+01326e37', 'Red Hat Security Advisory: perl:5.30 security update'],
  ['RH-D', rhel8, 'perl-DBI', '0:1.643-2.module+el8.4.0+8990+01326e37', 'Red Hat Security Advisory: perl:5.30 security update'],
  ['RH-B', rhel8, 'perl', '4:5.26.3-420.el8', 'Red Hat Security Advisory: perl security update'],
  ['ROOT', 'Root:Debian:12', 'rootio-acme', '2.0'],
  ['ECHO', 'Echo:PyPi', 'acme', '2.0+echo.1'],
  ['LINE', 'Acme\n\u001b[31mOS', 'acme', '2.0'],
  ['SLASH', 'Acme/os/of/old', 'acme', '2.0'],
  ...Array.from({ length: 25 }, (_, n) => [`Z-${n}`, `Z${n}OS`, 'acme', '2.0']),
  ['SWIFT', 'SwiftURL', 'https://github.com/Acme/Kit.git', '2.0.1'],
  ['DRUPAL', 'Packagist:https://packages.drupal.org/8', 'drupal/acme', '1.6.0'],
  ['ACT', 'GitHub Actions', 'acme/tool', '2.0.1'],
].map(advisory); // prettier-ignore
const sha = '8f4b7f84864484a7bf31766abe9204da3cbe65b3';
const cases: [string, string][] = [
  ['pkg:rpm/opensuse-leap/acme@2.0-150500.3.1?distro=opensuse-leap-15.5&upstream=acme', 'examined'],
  ['pkg:rpm/opensuse-leap/acme@2.0-150500.1.1?distro=opensuse-leap-15.5&upstream=acme', 'LEAP affected, examined'],
  ['pkg:rpm/opensuse-tumbleweed/acme@8.4-1.1?distro=opensuse-tumbleweed-20240312', 'TW affected, examined'],
  ['pkg:rpm/opensuse.tumbleweed/acme@8.5-1.1?distro=opensuse.tumbleweed-20240312', 'examined'],
  ['pkg:apk/alpaquita/acme@2.0-r5?distro=alpaquita-23', 'examined'],
  ['pkg:apk/alpaquita/acme@2.0-r5?distro=alpaquita-stream', 'AQ-S affected, examined'],
  ['pkg:rpm/alma/acme@2.0-1.el9?distro=alma-9.6', 'ALSA affected, examined'],
  ['pkg:rpm/mariner/acme@2.0-1.cm2?distro=mariner-2.0', 'AZL affected, examined'],
  ['pkg:rpm/cbl-mariner/acme@2.0-1.cm2?distro=cbl-mariner-2.0.20240301', 'AZL affected, examined'],
  ['pkg:rpm/sle-micro/acme@2.0-150500.1.1?distro=sle-micro-5.5', 'SLEM affected, examined'],
  ['pkg:rpm/sles_sap/acme@2.0-150500.1.1?distro=sles_sap-15.5', 'SLES affected, examined'],
  ['pkg:rpm/redhat/acme@1.1-10.el8', 'examined'],
  ['pkg:rpm/redhat/acme@1.1-9.el8', 'RH-8 affected, examined'],
  ['pkg:rpm/redhat/acme@3.0-1.el9_2?arch=x86_64', 'RH-9 affected, examined'],
  ['pkg:rpm/redhat/acme@3.0-1.el7', 'not_examined no loaded source of vulnerabilities covers pkg:rpm/redhat of release 7'],
  ['pkg:rpm/redhat/nodejs@16.20.2-1.module%2Bel8.8.0%2B19898%2Bab99ba34?distro=rhel-8.8&epoch=1&rpmmod=nodejs:16:8080020230906095832:63b34585', 'examined'],
  ['pkg:rpm/redhat/nodejs@16.20.2-1.module%2Bel8.8.0%2B19898%2Bab99ba34?distro=redhat-8.8&epoch=1', 'examined'],
  ['pkg:rpm/redhat/nodejs@16.1.0-1.module%2Bel8.8.0%2B19898%2Bab99ba34?distro=redhat-8.8&epoch=1', 'RH-N16 affected, examined'],
  ['pkg:rpm/redhat/nodejs@18.9.0-1.module%2Bel8.8.0%2B19898%2Bab99ba34?distro=redhat-8.8&epoch=1&modularitylabel=nodejs:18:1:2', 'RH-N18 affected, examined'],
  ['pkg:rpm/redhat/perl@5.26.3-422.el8?distro=rhel-8.8&epoch=4', 'examined'],
  ['pkg:rpm/redhat/perl@5.26.3-419.el8?distro=rhel-8.8&epoch=4', 'RH-B affected, examined'],
  ['pkg:rpm/redhat/perl@5.24.4-1.module%2Bel8.3.0%2B6498%2B9eecfe51?distro=rhel-8.8&epoch=4', 'examined'],
  ['pkg:rpm/redhat/perl-DBI@1.642-1.module%2Bel8.3.0%2B6498%2B9eecfe51?distro=rhel-8.8', 'RH-D unknown, partly 1 vulnerabilities could not be compared with the version'],
  ['pkg:rpm/redhat/perl-DBI@1.642-1.module%2Bel8.3.0%2B6498%2B9eecfe51?distro=rhel-8.8&rpmmod=perl-DBI:1.641:1:2', 'examined'],
  ['pkg:deb/echo/acme@1.0-1?upstream=acme', 'examined'],
  ['pkg:swift/github.com/acme/kit@2.0.0', 'SWIFT affected, examined'],
  ['pkg:swift/github.com/Acme/Kit@2.0.0', 'SWIFT affected, examined'],
  ['pkg:swift/github.com/acme/kit.git/Kit@2.0.0', 'SWIFT affected, examined'],
  ['pkg:composer/drupal/acme@8.x-1.5', 'DRUPAL affected, examined'],
  ['pkg:composer/drupal/acme@8.x-1.6', 'examined'],
  ['pkg:composer/drupal/acme@7.x-1.5', 'DRUPAL unknown, partly 1 vulnerabilities could not be compared with the version'],
  [`pkg:github/acme/tool@${sha}`, 'ACT unknown, partly 1 vulnerabilities could not be compared with the version'],
  [`pkg:githubactions/acme/tool@${sha}`, 'ACT unknown, partly 1 vulnerabilities could not be compared with the version'],
  ['pkg:githubactions/acme/tool@v2.0.0', 'ACT affected, examined'],
  ['pkg:githubactions/acme/tool/inner@v2.0.0', 'ACT affected, examined'],
]; // prettier-ignore

describe('packages under the names and releases that scanners write', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  const answers = new Map<string, string>();

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    await loadCatalog(app, { 'advisories/osv-all.ndjson': records });
    const id = await newSbom(admin);
    const components = cases.map(([purl]) => ({
      name: /([^/]+)@/.exec(purl)![1],
      version: decodeURIComponent(/@([^?]+)/.exec(purl)![1]!),
      purl,
    }));
    await importSbom(app, admin, id, cyclonedx(components));
    await app.nest.get(RescoringScheduler).schedule();
    await settled(app);
    const { entries } = (await admin.client.get('v1/project/getSBOM', { id })).body.data;
    for (const entry of entries) {
      const { body } = await admin.client.get('v1/vulnerability/getVulnerabilitiesForComponent', { id: entry.id });
      const { status, reason } = body.meta.coverage[0];
      const found = body.data.map((one: any) => `${one.id} ${one.status}`).sort();
      answers.set(cases[entry.position]![0], [...found, `${status} ${reason}`.trim()].join(', '));
    }
  });
  afterAll(() => app.close());

  it.each(cases)('%s: %s', (purl, answer) => expect(answers.get(purl)).toBe(answer));

  it('are none where an ecosystem has no package URL, which the source says', async () => {
    const { body } = await admin.client.get('v1/catalog/getSources');
    expect(body.data.find((one: any) => one.name === 'bundle')).toMatchObject({
      state: 'loaded',
      message: expect.stringMatching(
        /of Acme \[31mOS, Acme\/os\/of\/old, Echo:PyPi, Root:Debian:12, Z0OS, .*OS and others are kept, and no component is/,
      ),
    });
  });
});
