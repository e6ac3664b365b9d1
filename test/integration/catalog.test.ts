import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { DataSource } from 'typeorm';
import { linksOf } from '../../src/catalog/catalog.repository.js';
import { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import { coverageOfLoadedSources, loadedSources } from '../../src/catalog/sources.repository.js';
import type { BulkSource } from '../../src/catalog/sources/source.js';
import { bundleSource } from '../../src/catalog/sources/bundle.js';
import { openDataSource } from '../../src/data-source.js';
import { entryKinds } from '../../src/model/catalog-entry.js';
import { Database } from '../../src/platform/database/database.js';
import type { ComponentEvidence } from '../../src/resolution/matching/query/evidence.js';
import { entryKey } from '../../src/model/entry-key.js';
import type { ResolutionOutcome } from '../../src/resolution/matching/select/outcome.js';
import { ResolutionEngine } from '../../src/resolution/resolution-engine.js';
import { cloneDatabase } from '../support/postgres.js';
import { positional } from '../support/positional-parameters.js';

const tables = [
  ...['packages', 'products', 'repositories', 'links', 'keys', 'typo_keys', 'advisories', 'advisory_packages'],
  ...['vulnerable_products', 'exploited', 'exploit_predictions', 'lifecycles', 'lifecycle_identifiers'],
];

let dataSource: DataSource;
let database: Database;
let drop: () => Promise<void>;
let folder: string;

async function counts(): Promise<Record<string, number>> {
  const parts = tables.map((table) => `(SELECT count(*)::integer FROM catalog_${table}) AS ${table}`);
  const row = await database.transaction('system', (sql) => sql.one<Record<string, number>>(`SELECT ${parts.join()}`));
  return row!;
}

async function resolve(...components: Partial<ComponentEvidence>[]): Promise<ResolutionOutcome[]> {
  const whole = components.map((component) => ({ name: '', org: '', version: '', ...component }));
  return new ResolutionEngine().resolve(database, whole);
}

function writeBundle(file: string, lines: readonly object[]): void {
  writeFileSync(join(folder, file), gzipSync(lines.map((line) => JSON.stringify(line)).join('\n')));
}

beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  dataSource = await openDataSource(clone.url, 3);
  database = new Database(dataSource);
  folder = mkdtempSync(join(tmpdir(), 'stocktake-bundle-'));
  mkdirSync(join(folder, 'advisories'));
});

afterAll(async () => {
  await dataSource.destroy();
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the starter catalogue', () => {
  beforeAll(() => new CatalogLoader(database).loadStarter());

  it('is loaded on an empty catalogue only, and says so', async () => {
    const before = await counts();
    expect(before.packages).toBeGreaterThan(180);
    expect(before.products).toBeGreaterThan(120);
    await new CatalogLoader(database).loadStarter();
    expect(await counts()).toEqual(before);
    const [source] = await database.transaction('system', loadedSources);
    expect(source).toMatchObject({ name: 'starter', state: 'loaded', data_as_of: new Date('2026-11-21') });
    expect(source!.records).toBeGreaterThan(500);
  });

  it('resolves what lists name, all three kinds', async () => {
    const [log4j, lodash, openssl] = await resolve(
      { name: 'log4j-core', org: 'org.apache.logging.log4j', version: '2.14.1' },
      { name: 'lodash', version: '4.17.21', hint: 'npm' },
      { name: 'OpenSSL', version: '3.0.7' },
    );
    expect(log4j!.searchResults.package[0]).toMatchObject({
      purl: 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1',
      name: 'log4j-core',
      org: 'org.apache.logging.log4j',
      version: '2.14.1',
      selected: true,
      automatically_selected: true,
      is_user_input: false,
    });
    expect(log4j!.searchResults.product[0]).toMatchObject({ cpe: 'cpe:2.3:a:apache:log4j:2.14.1:*:*:*:*:*:*:*' });
    expect(log4j!.searchResults.repo[0]).toMatchObject({ repo_url: 'https://github.com/apache/logging-log4j2' });
    expect(lodash!.status).toBe('resolved');
    expect(lodash!.searchResults.package[0]).toMatchObject({ purl: 'pkg:npm/lodash@4.17.21', selected: true });
    expect(openssl!.searchResults.product[0]).toMatchObject({ cpe: 'cpe:2.3:a:openssl:openssl:3.0.7:*:*:*:*:*:*:*' });
  });

  it('finds nothing for a name that it knows nothing of, unless the list says where to look', async () => {
    const [plain, hinted, coordinates, stated] = await resolve(
      { name: 'zorbulatrix', version: '1.0' },
      { name: 'zorbulatrix', version: '1.0', hint: 'npm' },
      { name: '@zorbula/trix', version: '1.0' },
      { name: 'zorbulatrix', purls: ['pkg:npm/zorbulatrix@1.0'] },
    );
    expect(plain).toEqual({
      status: 'no-resolution',
      searchResults: { package: [], repo: [], product: [] },
      suggestions: null,
    });
    expect([hinted!.status, coordinates!.status, stated!.status]).toEqual([
      'partial-resolution',
      'partial-resolution',
      'resolved',
    ]);
    expect(coordinates!.searchResults.package[0]).toMatchObject({ purl: 'pkg:npm/%40zorbula/trix@1.0' });
  });

  it('takes a purl that the file names at its word, known or not, and finds the other kinds through it', async () => {
    const [known, unknown] = await resolve(
      { name: 'x', purls: ['pkg:pypi/Django@4.2.7'] },
      { name: 'frobnicate', version: '1.2.3', purls: ['pkg:npm/%40acme/frobnicate@1.2.3'] },
    );
    expect(known!.searchResults.package[0]).toMatchObject({
      purl: expect.stringMatching(/^pkg:pypi\/django/),
      selected: true,
    });
    expect(known!.searchResults.product[0]).toMatchObject({ org: 'djangoproject', name: 'django' });
    expect(unknown!.searchResults.package[0]).toMatchObject({
      purl: 'pkg:npm/%40acme/frobnicate@1.2.3',
      selected: true,
    });
  });

  it('selects nothing for what nobody knows, and gives the same answer every time', async () => {
    const unknown = { name: 'Umbrella Alarm Dispatcher', org: 'Umbrella Instruments', version: '4.19.2' };
    const [first, second] = [await resolve(unknown), await resolve(unknown)];
    expect(first[0]!.status).not.toBe('resolved');
    expect(second).toEqual(first);
  });

  it('finds a name with a typo and suggests the right one', async () => {
    const [misspelt] = await resolve({ name: 'expres', version: '4.18.2', hint: 'npm' });
    expect(misspelt!.searchResults.package[0]).toMatchObject({ purl: 'pkg:npm/express@4.18.2', selected: false });
    expect(misspelt!.suggestions).toContainEqual({ key: 'name', value: 'express' });
  });

  it('answers hostile names without failing', async () => {
    const names = ['', '\0', '\ud800', "'; DROP TABLE x", '%', 'a'.repeat(100_000), '\u202e', 'pkg:', 'cpe:2.3:', '{}'];
    const outcomes = await resolve(...names.map((name) => ({ name, org: name, version: name })));
    expect(outcomes).toHaveLength(names.length);
  });
});

describe('a catalogue bundle', () => {
  beforeAll(() => {
    writeBundle('packages.ndjson.gz', [
      {
        purl: 'pkg:npm/@acme/widget',
        repo_url: 'https://github.com/acme/widget',
        versions: ['1.1.0'],
        seen: 3,
        sources: ['a'],
      },
      { purl: 'pkg:jenkins/widget-plugin', seen: 1, sources: ['a'] },
      { purl: 'no purl at all' },
    ]);
    writeBundle('products.ndjson.gz', [
      {
        cpe: 'cpe:2.3:a:acme:widget\\!:*:*:*:*:*:*:*:*',
        title: 'Acme Widget',
        versions: ['1.1.0'],
        weight: 2,
        sources: ['b'],
      },
    ]);
    writeBundle('links.ndjson.gz', [
      { a: 'pkg:npm/@acme/widget', b: 'cpe:2.3:a:acme:widget\\!:*:*:*:*:*:*:*:*', rel: 'same', source: ['c'] },
    ]);
    writeBundle('advisories/osv-npm.ndjson.gz', [
      { id: 'OSV-1', aliases: ['CVE-2020-1'], affected: [{ package: { ecosystem: 'npm', name: '@acme/widget' } }] },
    ]);
    writeBundle('advisories/cve-cpe.ndjson.gz', [
      { cve: 'CVE-2020-1', match: [{ criteria: 'cpe:2.3:a:acme:widget\\!:1.0:*:*:*:*:*:*:*' }] },
    ]);
    writeBundle('kev.ndjson.gz', [
      { cveID: 'CVE-2020-1', dateAdded: '2021-11-03', knownRansomwareCampaignUse: 'Known' },
    ]);
    writeFileSync(join(folder, 'epss.csv.gz'), gzipSync('cve,epss,percentile\nCVE-2020-1,0.5,0.9\n'));
    writeBundle('eol.ndjson.gz', [
      {
        slug: 'widget',
        title: 'Widget',
        releases: [{ releaseCycle: '1' }],
        identifiers: [{ purl: 'pkg:npm/@acme/widget' }],
      },
    ]);
  });

  it('is loaded twice without doubling; what is no identifier is left out and counted', async () => {
    const before = await counts();
    const loader = new CatalogLoader(database);
    const [first] = await loader.load([bundleSource(folder)]);
    const after = await counts();
    expect(first).toMatchObject({ source: 'bundle', skipped: 1 });
    expect(after.packages! - before.packages!).toBe(2);
    expect([after.advisories, after.advisory_packages, after.vulnerable_products]).toEqual([1, 1, 1]);
    expect([after.exploited, after.exploit_predictions, after.lifecycles, after.lifecycle_identifiers]).toEqual([
      1, 1, 1, 1,
    ]);
    await loader.load([bundleSource(folder)]);
    expect(await counts()).toEqual(after);
  });

  it('brings canonical identifiers, linked with each other', async () => {
    const [widget] = await resolve({ name: '@acme/widget', version: '1.1.0' });
    expect(widget!.searchResults.package[0]).toMatchObject({ purl: 'pkg:npm/%40acme/widget@1.1.0', selected: true });
    expect(widget!.searchResults.product[0]).toMatchObject({ cpe: 'cpe:2.3:a:acme:widget\\!:1.1.0:*:*:*:*:*:*:*' });
    expect(widget!.searchResults.repo[0]).toMatchObject({ repo_url: 'https://github.com/acme/widget' });
  });

  it('follows links both ways, twelve of them each way, and down only where both ends are the same thing', async () => {
    const [hub, source, product, nobody] = [900_001, 900_002, 900_003, 900_004];
    const { package: pack, product: cpe, repo } = entryKinds;
    const others = Array.from({ length: 13 }, (_, index) => 910_000 + index);
    const rows = [
      ...others.map((other) => [pack, hub, repo, other, 'source_of']),
      ...others.map((other) => [pack, other, pack, hub, 'packaged_as']),
      ...[[pack, others[0], pack, source, 'built_from'], [pack, others[1], cpe, product, 'same']], // prettier-ignore
    ];
    const asked = [entryKey(pack, hub), entryKey(pack, source), entryKey(cpe, product), entryKey(pack, nobody)];
    const found = await database.transaction('system', async (sql) => {
      for (const row of rows)
        await sql.run(...positional('INSERT INTO catalog_links VALUES ($1, $2, $3, $4, $5)', row));
      const links = await linksOf(sql, asked);
      await sql.run('DELETE FROM catalog_links WHERE from_id >= 900000');
      return links;
    });
    const first = others.slice(0, 12);
    expect(found.get(asked[0]!)).toEqual([repo, pack].flatMap((kind) => first.map((other) => entryKey(kind, other))));
    expect([...found.keys()].sort()).toEqual([asked[0], asked[2]].sort());
    expect(found.get(asked[2]!)).toEqual([entryKey(pack, others[1]!)]);
  });

  it('never shows types that the purl registry does not have', async () => {
    const [plugin] = await resolve({ name: 'widget-plugin', hint: 'jenkins' });
    expect(plugin!.searchResults.package.filter(({ purl }) => purl.startsWith('pkg:jenkins'))).toEqual([]);
  });

  it('says which source failed, and leaves the catalogue as it was', async () => {
    const before = await counts();
    writeBundle('packages.ndjson.gz', [{ purl: 'pkg:npm/before-the-fault' }]);
    writeFileSync(join(folder, 'links.ndjson'), '{"a":');
    await expect(new CatalogLoader(database).load([bundleSource(folder)])).rejects.toThrow(/JSON/);
    expect(await counts()).toEqual(before);
    const sources = await database.transaction('system', loadedSources);
    expect(sources.find(({ name }) => name === 'bundle')).toMatchObject({ state: 'failed', records: 9 });
  });

  it('refuses a folder that holds no bundle', () => {
    expect(() => bundleSource(join(folder, 'nowhere'))).toThrow('does not exist');
    expect(() => bundleSource(tmpdir())).toThrow('contains no file of a catalogue bundle');
  });
});

describe('a load that breaks off', () => {
  const broken = (): BulkSource => ({
    name: 'broken',
    origin: 'test',
    covers: [{ kind: 'malicious', scopes: ['pkg:npm'], completeSince: null }],
    async *records() {
      yield [{ kind: 'package', purl: 'pkg:npm/never-whole' }];
      // The connection that loads is gone, which must not hide what went wrong.
      await database.transaction('system', (sql) =>
        sql.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                   WHERE datname = current_database() AND pid <> pg_backend_pid()`),
      );
      throw new Error('the file ends too early');
    },
  });

  it('tells its cause and changes nothing, even where its connection broke', async () => {
    await expect(new CatalogLoader(database).load([broken()])).rejects.toThrow('the file ends too early');
    const row = (await database.transaction('system', loadedSources)).find(({ name }) => name === 'broken');
    expect(row).toMatchObject({ state: 'failed', message: 'the file ends too early', loaded_at: null, records: 0 });
    const covered = await database.transaction('system', coverageOfLoadedSources);
    expect(covered.map(({ name }) => name)).not.toContain('broken');
    const found = await database.transaction('system', (sql) =>
      sql.query(`SELECT FROM catalog_packages WHERE name = 'never-whole'`),
    );
    expect(found).toEqual([]);
  });
});
