import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { loadCatalog } from '../support/score-catalog.js';

/** Ecosystem, name and fix of an advisory as its record has them; the package before the fix and at it, as scanners write it. */
const packages = [
  ['Red Hat:enterprise_linux:9::baseos', 'acme', '2.0-3.el9', 'pkg:rpm/redhat/acme@2.0-2.el9?distro=rhel-9.3', 'pkg:rpm/redhat/acme@2.0-3.el9?distro=rhel-9.3'],
  ['Rocky Linux:9', 'acme', '1:2.0-3.el9', 'pkg:rpm/rocky/acme@2.0-2.el9?epoch=1&distro=rocky-9', 'pkg:rpm/rocky/acme@2.0-3.el9?epoch=1&distro=rocky-9'],
  ['SUSE:Linux Enterprise Server 15 SP5', 'acme', '2.0-150500.3.1', 'pkg:rpm/sles/acme@2.0-150500.1.1?distro=sles-15.5', 'pkg:rpm/sles/acme@2.0-150500.3.1?distro=sles-15.5'],
  ['Wolfi', 'acme', '2.0-r10', 'pkg:apk/wolfi/acme@2.0-r9', 'pkg:apk/wolfi/acme@2.0-r10'],
  ['Debian:12', 'acme', '2.0-1+deb12u1', 'pkg:deb/debian/libacme1@2.0-1?distro=bookworm&upstream=acme', 'pkg:deb/debian/libacme1@2.0-1%2Bdeb12u1?distro=bookworm&upstream=acme'],
  ['GitHub Actions', 'acme/tool', '2.0.1', 'pkg:github/acme/tool@v2.0.0', 'pkg:github/acme/tool@v2.0.1'],
  ['GitHub Actions', 'acme/act', '2.0.1', 'pkg:githubactions/acme/act/inner@v2.0.0', 'pkg:githubactions/acme/act/inner@v2.0.1'],
  ['SwiftURL', 'https://github.com/acme/kit.git', '2.0.1', 'pkg:swift/github.com/acme/kit@2.0.0', 'pkg:swift/github.com/acme/kit@2.0.1'],
  ['Julia', 'Acme_jll', '2.0.1', 'pkg:julia/Acme_jll@2.0.0?uuid=d2c73de3-f751-5644-a686-071e5b155ba9', 'pkg:julia/Acme_jll@2.0.1?uuid=d2c73de3-f751-5644-a686-071e5b155ba9'],
  ['ConanCenter', 'acme', '2.0.1', 'pkg:conan/acme@2.0.0', 'pkg:conan/acme@2.0.1'],
  ['NuGet', 'Acme.Tool', '2.0.1', 'pkg:nuget/acme.tool@2.0.0', 'pkg:nuget/ACME.Tool@2.0.1'],
] as const; // prettier-ignore

const [old, mended] = ['a1'.repeat(20), 'b2'.repeat(20)];
const all = [
  ...packages,
  ['GIT', 'acme/core', mended, `pkg:github/acme/core@${old}`, `pkg:github/acme/core@${mended}`],
];

describe('advisories of many ecosystems, from the bundle to the answer', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    admin = await firstAdmin(app);
    const records = packages.map(([ecosystem, name, fixed], place) => ({
      id: `X-${place}`,
      summary: 'At fault',
      modified: '2024-01-02T00:00:00Z',
      affected: [
        { package: { ecosystem, name }, ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }] },
      ],
    }));
    const git = { type: 'GIT', repo: 'https://github.com/acme/core', events: [{ introduced: old }, { fixed: mended }] };
    const ofRepository = { id: 'X-git', modified: '2024-01-02T00:00:00Z', affected: [{ ranges: [git], versions: [] }] };
    await loadCatalog(app, { 'advisories/osv-all.ndjson': [...records, ofRepository] });
  });
  afterAll(() => app.close());

  it.each(all)('%s %s before %s', async (...[, , , old, mended]) => {
    for (const [package_id, count] of [
      [old, 1],
      [mended, 0],
    ] as const) {
      const { status, body } = await admin.client.post('v1/score/getMetricsForEntity', { package_id });
      expect({ package_id, status }).toEqual({ package_id, status: 200 });
      const found = body.data.metrics.find(({ name }: { name: string }) => name === 'vulnerability_count');
      expect({ package_id, value: found.value }).toEqual({ package_id, value: count });
    }
  });
});
