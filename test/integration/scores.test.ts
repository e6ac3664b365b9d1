import { fullCoverage } from '../support/entity-facts.js';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import { everything } from '../support/score-catalog.js';
import { bundleSource } from '../../src/catalog/sources/bundle.js';
import { entityId } from '../../src/model/entity.js';
import { metrics } from '../../src/scores/metrics/index.js';
import { formulaVersion } from '../../src/scores/metrics/formula.js';
import { startApp, type TestApp } from '../support/app.js';
import { withClient } from '../support/postgres.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';

const overviewPath = 'v1/score/getEntityOverviewForEntity';
const metricsPath = 'v1/score/getMetricsForEntity';

const cpeOf = (vendor: string, product: string, version = '*') =>
  `cpe:2.3:a:${vendor}:${product}:${version}:*:*:*:*:*:*:*`;

const bundle: Record<string, object[]> = {
  'packages.ndjson': [
    { purl: 'pkg:npm/widget', repo_url: 'https://github.com/acme/widget', versions: ['1.0.0', '1.1.0', '2.0.0'], latest_known: '2.0.0', seen: 500, sources: ['index'] },
    { purl: 'pkg:npm/widgett', seen: 1, sources: ['index'] },
    { purl: 'pkg:npm/lonely', seen: 1, sources: ['index'] },
    { purl: 'pkg:deb/debian/node-widget', seen: 900, sources: ['debian'] },
    { purl: 'pkg:pypi/typed-burrow', repo_url: 'https://github.com/acme/widget', seen: 900, sources: ['index'] },
    { purl: 'pkg:cargo/other', repo_url: 'https://github.com/other/other', seen: 5, sources: ['index'] },
  ],
  'products.ndjson': [
    { cpe: cpeOf('acme', 'widget'), title: 'Acme Widget', versions: ['1.0.0'], weight: 3, sources: ['nvd'] },
    { cpe: cpeOf('elsewhere', 'gadget'), title: 'Gadget', weight: 1, deprecated: true, sources: ['nvd'] },
    { cpe: cpeOf('acme', 'runtime'), title: 'Acme Runtime', weight: 1, sources: ['nvd'] },
  ],
  'links.ndjson': [
    { a: 'pkg:npm/widget', b: cpeOf('acme', 'widget'), rel: 'same', source: ['x', 'y'] },
    { a: 'pkg:deb/debian/node-widget', b: cpeOf('acme', 'widget'), rel: 'same', source: ['x', 'y', 'z'] },
    { a: 'pkg:pypi/typed-burrow', b: cpeOf('acme', 'widget'), rel: 'same', source: ['x', 'y', 'z'] },
    { a: 'pkg:pypi/typed-burrow', b: cpeOf('elsewhere', 'gadget'), rel: 'same', source: ['x', 'y', 'z'] },
    { a: 'https://github.com/acme/widget', b: cpeOf('acme', 'widget'), rel: 'same', source: ['x'] },
  ],
  'advisories/osv-npm.ndjson': [
    {
      id: 'GHSA-1', aliases: ['CVE-2024-1'], summary: 'Widgets explode', published: '2024-01-01T00:00:00Z', modified: '2024-01-02T00:00:00Z',
      severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
      affected: [{ package: { ecosystem: 'npm', name: 'widget' }, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.1.0' }] }] }],
    },
    {
      id: 'GHSA-2', summary: 'Known by its advisory alone', published: '2024-01-01T00:00:00Z', modified: '2024-01-02T00:00:00Z',
      affected: [{ package: { ecosystem: 'npm', name: 'unlisted' }, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }] }],
    },
  ],
  'advisories/cve-cpe.ndjson': [{ cve: 'CVE-2024-1', match: [{ vulnerable: true, criteria: cpeOf('acme', 'widget'), versionEndExcluding: '1.1.0' }] },
    { cve: 'CVE-2024-2', match: [{ vulnerable: true, criteria: 'cpe:2.3:a:acme:runtime:1.8.0:update201:*:*:*:*:*:*' }] }],
  'kev.ndjson': [{ cveID: 'CVE-2024-1', dateAdded: '2024-02-01', knownRansomwareCampaignUse: 'Unknown' }],
  'eol.ndjson': [
    {
      slug: 'widget', title: 'Widget', link: 'https://endoflife.date/widget', identifiers: [{ purl: 'pkg:npm/widget' }],
      releases: [
        { releaseCycle: '3', releaseDate: '2026-01-01' },
        { releaseCycle: '2', releaseDate: '2025-01-01', eol: false, latest: '2.0.0', latestReleaseDate: '2025-01-01' },
        { releaseCycle: '1', releaseDate: '2021-01-01', eol: '2024-06-30', latest: '1.1.0', latestReleaseDate: '2024-01-03' },
      ],
    },
  ],
}; // prettier-ignore

describe('scores of an entity', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let folder: string;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    admin = await firstAdmin(app);
    folder = mkdtempSync(join(tmpdir(), 'stocktake-scores-'));
    mkdirSync(join(folder, 'advisories'));
    for (const [file, lines] of Object.entries(bundle))
      writeFileSync(join(folder, file), lines.map((line) => JSON.stringify(line)).join('\n'));
    writeFileSync(join(folder, 'epss.csv'), 'cve,epss,percentile\nCVE-2024-1,0.64,0.99\n');
    await app.nest.get(CatalogLoader).load([{ ...bundleSource(folder), covers: everything }]);
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = (question: Record<string, unknown>, path = overviewPath) => admin.client.post(path, question);
  const metricsOf = async (question: Record<string, string>) => {
    const { body } = await ask(question, metricsPath);
    return Object.fromEntries(body.data.metrics.map((one: { name: string }) => [one.name, one]));
  };

  it('shows an overview, field by field', async () => {
    const answer = await ask({ package_id: 'pkg:npm/widget@1.0.0' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      data: {
        id: entityId({
          purl: 'pkg:npm/widget@1.0.0',
          cpe: cpeOf('acme', 'widget', '1.0.0'),
          repoUrl: 'https://github.com/acme/widget',
        }),
        name: 'widget', org: '', version: '1.0.0',
        sources: [
          { type: 'package', source: expect.arrayContaining(['index']), id: 'pkg:npm/widget@1.0.0', link: 'https://www.npmjs.com/package/widget' },
          { type: 'product', source: expect.arrayContaining(['nvd']), id: cpeOf('acme', 'widget', '1.0.0'), link: expect.stringMatching(/^https:\/\/nvd\.nist\.gov\//) },
          { type: 'repo', source: expect.any(Array), id: 'https://github.com/acme/widget', link: 'https://github.com/acme/widget' },
        ],
        score: {
          name: `risk-${formulaVersion}`,
          value: expect.any(Number),
          scopes: ['ecosystem', 'technology', 'supply_chain'].map((name) => ({ name, value: expect.any(Number) })),
          coverage: expect.any(Number),
        },
        coverage: fullCoverage,
        may_concern: [],
        summary: expect.stringMatching(/^widget 1\.0\.0 has a risk of \d+(\.\d)? of 100, based on \d+ % of the data\. 1 vulnerability is exploited in the wild\./),
        risk_tags: [
          { name: 'vulnerable', severity: 'red', description: 'CVE-2024-1 affects this version (critical)' },
          { name: 'exploited', severity: 'red', description: 'CVE-2024-1 is exploited in the wild' },
          { name: 'end_of_life', severity: 'red', description: 'Widget 1 has reached its end of life on 2024-06-30' },
        ],
      },
      meta: { total_count: 1, offset: 0 },
    }); // prettier-ignore
    expect(answer.body.data.score.value).toBeGreaterThan(85);
  });

  it('does not take a release line without an end for examined', async () => {
    const coverageOf = async (version: string) =>
      (await ask({ package_id: `pkg:npm/widget@${version}` })).body.data.coverage.end_of_life;
    expect(await coverageOf('2.0.0')).toMatchObject({ status: 'examined' });
    expect(await coverageOf('3.0.0')).toMatchObject({ status: 'not_examined', cause: 'not_covered' });
  });

  it('compares the update that a CPE states', async () => {
    const countOf = async (update: string) =>
      (await metricsOf({ product_id: `cpe:2.3:a:acme:runtime:1.8.0:${update}:*:*:*:*:*:*` }))['vulnerability_count'];
    expect(await countOf('update201')).toMatchObject({ value: 1 });
    expect(await countOf('update202')).toMatchObject({ value: 0 });
    const { body } = await ask({ product_id: cpeOf('acme', 'runtime', '1.8.0') });
    expect(body.data.coverage.vulnerabilities).toMatchObject({ status: 'partly', cause: 'undecided' });
  });

  it('shows what live sources have said of its repository, with its age', async () => {
    const question = { repo_id: 'https://github.com/other/other' };
    expect((await metricsOf(question))['scorecard']).toMatchObject({ value: null, score: null, observed_at: null });
    const facts = { scorecard: { score: 7.4, date: '2026-08-17', checks: {} }, 'deps.dev-projects': { starsCount: 3, license: 'MIT' } };
    await withClient(app.databaseUrl, async (client) => {
      for (const [source, said] of Object.entries(facts))
        await client.query('INSERT INTO catalog_lookups (source, key, found, facts) VALUES ($1, $2, true, $3)', [source, question.repo_id, said]);
      const { rows } = await client.query("SELECT key FROM score_changes WHERE key LIKE 'https:%'");
      expect(rows).toEqual([{ key: question.repo_id }, { key: question.repo_id }]);
    });
    expect((await metricsOf(question))['scorecard']).toMatchObject({
      value: 7.4, score: 26, source: 'OpenSSF Scorecard', observed_at: '2026-08-17T00:00:00.000Z',
      text: 'Its OpenSSF Scorecard is 7.4 of 10 (2026-08-17).',
    });
    expect((await metricsOf(question))['license_known']).toMatchObject({ value: true, text: 'Its licence is MIT.' });
    const nothing = { score: -1, date: '2026-08-24', checks: {} };
    await withClient(app.databaseUrl, (client) => client.query("UPDATE catalog_lookups SET facts = $1 WHERE source = 'scorecard'", [nothing]));
    expect((await metricsOf(question))['scorecard']).toMatchObject({ value: null });
  }); // prettier-ignore

  it('finds the same entity by any identifier, and by all', async () => {
    const [package_id, product_id, repo_id] = ['pkg:npm/widget@1.0.0', cpeOf('acme', 'widget', '1.0.0'), 'git@github.com:acme/widget.git'];
    const byPackage = (await ask({ package_id })).body.data;
    for (const question of [{ product_id }, { package_id, product_id }, { package_id, repo_id }, { package_id, product_id, repo_id }, { product_id, repo_id }])
      expect((await ask(question)).body.data).toEqual(byPackage);
    const byRepository = (await ask({ repo_id })).body.data;
    expect(byRepository.sources.map(({ id }: { id: string }) => id)).toEqual(['pkg:npm/widget', cpeOf('acme', 'widget'), 'https://github.com/acme/widget']);
    expect(byRepository.version).toBe('');
  }); // prettier-ignore

  it('names a product after itself where the linked package bears another name', async () => {
    const { data } = (await ask({ product_id: cpeOf('elsewhere', 'gadget', '1.0.0') })).body;
    expect(data).toMatchObject({ name: 'gadget', org: 'elsewhere', version: '1.0.0' });
    expect(data.sources.map(({ type }: { type: string }) => type)).not.toContain('package');
  });

  it('takes identifiers in other spellings', async () => {
    const plain = (await ask({ package_id: 'pkg:npm/widget@1.0.0' })).body.data;
    expect((await ask({ product_id: 'cpe:/a:Acme:Widget:1.0.0' })).body.data).toEqual(plain);
    expect((await ask({ product_id: 'cpe:2.3:a:ACME:widget:1.0.0:*:*:*:*:*:*:*' })).body.data).toEqual(plain);
    expect((await ask({ package_id: ' PKG:NPM/widget@1.0.0 ' })).body.data).toEqual(plain);
  });

  it('answers the same to GET', async () => {
    for (const path of [overviewPath, metricsPath]) {
      const question = { package_id: 'pkg:npm/widget@1.0.0' };
      expect((await admin.client.get(path, question)).body).toEqual((await ask(question, path)).body);
    }
  });

  it('shows every metric, those without data as missing', async () => {
    const { status, body } = await ask({ package_id: 'pkg:npm/widget@1.0.0' }, metricsPath);
    expect(status).toBe(200);
    expect(body.meta).toEqual({ total_count: metrics.length, offset: 0 });
    expect(body.data).toMatchObject({ name: 'widget', org: '', version: '1.0.0' });
    expect(body.data.metrics.map(({ name }: { name: string }) => name)).toEqual(metrics.map(({ name }) => name));
    const found = await metricsOf({ package_id: 'pkg:npm/widget@1.0.0' });
    expect(found.worst_severity).toMatchObject({
      scope: 'technology',
      value: 9.8,
      unit: 'CVSS',
      score: 98,
      weight: 0.9,
      source: 'OSV, NVD',
      link: expect.stringContaining('CVE-2024-1'),
      observed_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(found.exploit_probability).toMatchObject({ value: expect.closeTo(0.64), score: 80 });
    expect(found.versions_behind).toMatchObject({ value: 2 });
    expect(found.end_of_life).toMatchObject({ value: 'ended', score: 100 });
    expect(found.contributors).toMatchObject({
      value: null,
      score: null,
      observed_at: null,
      text: 'There is no data; it adds nothing to the risk.',
    });
  });

  it('knows that a fixed version is fixed', async () => {
    const found = await metricsOf({ package_id: 'pkg:npm/widget@2.0.0' });
    expect(found.vulnerability_count).toMatchObject({ value: 0, score: 0 });
    const [old, fixed] = [await ask({ package_id: 'pkg:npm/widget@1.0.0' }), await ask({ package_id: 'pkg:npm/widget@2.0.0' })];
    expect(fixed.body.data.score.value).toBeLessThan(old.body.data.score.value - 40);
  }); // prettier-ignore

  it('calls out a look-alike, deprecation, and what is known by an advisory alone', async () => {
    const tags = async (question: Record<string, string>) =>
      (await ask(question)).body.data.risk_tags.map(({ name }: { name: string }) => name);
    expect(await tags({ package_id: 'pkg:npm/widgett@1.0.0' })).toContain('look_alike');
    expect(await tags({ package_id: 'pkg:npm/widget@2.0.0' })).not.toContain('look_alike');
    expect(await tags({ product_id: cpeOf('elsewhere', 'gadget') })).toContain('deprecated');
    expect(await tags({ package_id: 'pkg:npm/unlisted@1.0.0' })).toContain('vulnerable');
  });

  it('sees that an advisory has changed, or is withdrawn', async () => {
    const question = { package_id: 'pkg:npm/unlisted@1.0.0' };
    const write = async (change: object) => {
      const advisories = bundle['advisories/osv-npm.ndjson']!.map((one, index) => (index === 1 ? { ...one, ...change } : one));
      writeFileSync(join(folder, 'advisories/osv-npm.ndjson'), advisories.map((line) => JSON.stringify(line)).join('\n'));
      await app.nest.get(CatalogLoader).load([{ ...bundleSource(folder), covers: everything }]);
      return (await metricsOf(question)).vulnerability_count;
    };
    expect((await metricsOf(question)).vulnerability_count).toMatchObject({ value: 1 });
    const fixed = [{ package: { ecosystem: 'npm', name: 'unlisted' }, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '0.9.0' }] }] }];
    expect(await write({ affected: fixed, modified: '2024-03-01T00:00:00Z' })).toMatchObject({ value: 0 });
    expect(await write({ modified: '2024-04-01T00:00:00Z' })).toMatchObject({ value: 1 });
    expect(await write({ modified: '2024-05-01T00:00:00Z', withdrawn: '2024-05-01T00:00:00Z' })).toMatchObject({ value: 0 });
  }); // prettier-ignore

  it('says nothing of vulnerabilities where no source covers the kind of package', async () => {
    const found = await metricsOf({ package_id: 'pkg:cargo/other@1.0.0' });
    expect(found.vulnerability_count).toMatchObject({ value: null, score: null });
    expect((await metricsOf({ package_id: 'pkg:npm/lonely@1.0.0' })).vulnerability_count).toMatchObject({ value: 0 });
  });

  it("tells a distribution's package from what it is built of", async () => {
    const found = (await ask({ package_id: 'pkg:deb/debian/node-widget@1.0.0-1' })).body.data;
    expect(found.risk_tags.map(({ name }: { name: string }) => name)).not.toContain('vulnerable');
    expect(found.sources.map(({ id }: { id: string }) => id)).toContain(cpeOf('acme', 'widget'));
  });

  it.each([
    ['nothing', {}, 400, {}],
    ['empty texts', { package_id: '', product_id: ' ', repo_id: null }, 400, {}],
    ['what is no identifier, all at once', { package_id: 'lodash', product_id: 'cpe:x', repo_id: '???' }, 400, { package_id: expect.any(String), product_id: expect.any(String), repo_id: expect.any(String) }],
    ['a CPE without a product', { product_id: 'cpe:2.3:a:acme:*:*:*:*:*:*:*:*:*' }, 400, { product_id: expect.any(String) }],
    ['no text', { package_id: 7 }, 400, { package_id: expect.any(String) }],
    ['what nobody knows', { package_id: 'pkg:npm/never-heard-of' }, 404, undefined],
    ['a product of something else', { package_id: 'pkg:npm/widget', product_id: cpeOf('elsewhere', 'gadget') }, 409, { package_id: 'pkg:npm/widget', product_id: cpeOf('elsewhere', 'gadget') }],
    ['a repository of something else', { package_id: 'pkg:npm/widget', repo_id: 'https://github.com/other/other' }, 409, { package_id: 'pkg:npm/widget', repo_id: 'https://github.com/other/other' }],
    ['two versions', { package_id: 'pkg:npm/widget@1.0.0', product_id: cpeOf('acme', 'widget', '2.0.0') }, 409, expect.any(Object)],
  ])('answers %s', async (_what, question, status, fields) => {
    for (const path of [overviewPath, metricsPath]) {
      const answer = await ask(question, path);
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ code: status, message: expect.any(String) });
      if (fields !== undefined && Object.keys(fields as object).length > 0) expect(answer.body.fields).toEqual(fields);
    }
  }); // prettier-ignore

  it('takes hostile text as text', async () => {
    for (const text of ['pkg:npm/%00', `pkg:npm/${'x'.repeat(3000)}`, "pkg:npm/a'; DROP TABLE catalog_packages--", 'pkg:npm/%', '\ud800'])
      expect([400, 404]).toContain((await ask({ package_id: text })).status);
  }); // prettier-ignore

  it('is for those who are logged in', async () => {
    expect((await app.client.post(overviewPath, { package_id: 'pkg:npm/widget' })).status).toBe(401);
  });
});
