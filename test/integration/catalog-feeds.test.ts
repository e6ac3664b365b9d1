import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { cpeKey, parseCpe } from '../../src/model/cpe.js';
import { unanalyzedCves } from '../../src/scores/facts/unanalyzed-cves.js';
import { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import type { SyncResult } from '../../src/catalog/catalog-sync.js';
import { coverageOfLoadedSources, loadedSources } from '../../src/catalog/sources.repository.js';
import { csafSource } from '../../src/catalog/sources/csaf.js';
import { cveListSource } from '../../src/catalog/sources/cve-list.js';
import type { FeedSource } from '../../src/catalog/sources/feed.js';
import { nvdCveSource } from '../../src/catalog/sources/nvd-cve.js';
import { osvMaliciousSource } from '../../src/catalog/sources/osv-malicious.js';
import type { RemoteSource } from '../../src/catalog/sources/source.js';
import type { JsonObject } from '../../src/model/document.js';
import type { Database } from '../../src/platform/database/database.js';
import { openCatalogSync, type SyncedCatalog } from '../support/catalog-sync.js';
import { answering, breakingOff, type Publisher } from '../support/publisher.js';
import { bytesOf, zipOf } from '../support/zip.js';

const patience = { silence: 2, betweenAttempts: 0.01 };
const thisYear = new Date().getUTCFullYear();

let publisher: Publisher;
let database: Database;
let dataDir: string;
let synced: SyncedCatalog;

beforeAll(async () => {
  synced = await openCatalogSync({
    [nvdCveSource.address]: '/nvd/',
    [cveListSource.address]: '/cve-list/',
    'https://github.com/': '/github/',
    'https://acme.example/': '/acme/',
  });
  ({ publisher, database, dataDir } = synced);
});
afterAll(() => synced.close());

async function sync(source: FeedSource | RemoteSource): Promise<SyncResult> {
  const [result] = await synced.catalog.sync([source], { patience });
  return result!;
}
const rows = <Row extends object>(text: string): Promise<Row[]> =>
  database.transaction('system', (sql) => sql.query<Row>(text));
const column = async (text: string): Promise<unknown[]> =>
  (await rows<object>(text)).map((row) => Object.values(row)[0]);
const sourceRow = async (name: string) =>
  (await database.transaction('system', loadedSources)).find((row) => row.name === name);
const isCovered = async (name: string): Promise<boolean> =>
  (await database.transaction('system', coverageOfLoadedSources)).some((one) => one.name === name);
const paths = (): string[] => publisher.asked.map(({ path }) => path.split('/').at(-1)!);

describe('nvd-cve', () => {
  const cve = (id: string, products: Record<string, string>, fields: JsonObject = {}): JsonObject => ({
    cve: {
      id,
      vulnStatus: 'Analyzed',
      published: '2020-01-01T00:00:00.000',
      lastModified: '2020-01-01T00:00:00.000',
      descriptions: [{ lang: 'en', value: `About ${id}` }],
      references: [],
      configurations: Object.entries(products).map(([product, versionEndExcluding]) => ({
        nodes: [
          {
            operator: 'OR',
            negate: false,
            cpeMatch: [
              { vulnerable: true, criteria: `cpe:2.3:a:acme:${product}:*:*:*:*:*:*:*:*`, versionEndExcluding },
            ],
          },
        ],
      })),
      ...fields,
    },
  });
  /** Publishes a feed and its .meta as NVD does. */
  function feed(id: string, lastModified: string, entries: readonly object[], head: JsonObject = {}): string {
    const document = JSON.stringify({
      resultsPerPage: entries.length,
      startIndex: 0,
      totalResults: entries.length,
      format: 'NVD_CVE',
      version: '2.0',
      timestamp: lastModified,
      vulnerabilities: entries,
      ...head,
    });
    const packed = gzipSync(document);
    const sha256 = createHash('sha256').update(document).digest('hex').toUpperCase();
    publisher.publish(`/nvd/nvdcve-2.0-${id}.json.gz`, packed);
    publisher.publish(
      `/nvd/nvdcve-2.0-${id}.meta`,
      `lastModifiedDate:${lastModified}\r\nsize:${document.length}\r\nzipSize:1\r\ngzSize:${packed.length}\r\nsha256:${sha256}\r\n`,
    );
    return sha256;
  }
  const products = (): Promise<unknown[]> =>
    column(`SELECT product_key || ' ' || cve FROM catalog_vulnerable_products WHERE source = 'nvd-cve' ORDER BY 1`);

  beforeAll(() => {
    for (let year = 2002; year < thisYear; year += 1) feed(String(year), '2026-01-01T03:00:00-05:00', []);
    feed('2020', '2026-01-01T03:00:00-05:00', [
      cve('CVE-2020-1000', { rocket: '2.0', sled: '1.0' }),
      cve('CVE-2020-1001', { rocket: '3.0' }),
    ]);
    feed('2021', '2026-01-01T03:00:00-05:00', [cve('CVE-2021-1000', { rocket: '4.0' })]);
    feed('modified', '2026-01-01T03:00:00-05:00', []);
  });
  beforeEach(() => publisher.forget());

  it('does not count as loaded where a year cannot be fetched, and goes on there the next time', async () => {
    publisher.fail('/nvd/nvdcve-2.0-2021.json.gz', ...Array(4).fill(answering(503)));
    const result = await sync(nvdCveSource);
    expect(result).toMatchObject({ state: 'failed', message: 'nvdcve-2.0-2021.json.gz: the server answered 503' });
    expect([await products(), await isCovered('nvd-cve')]).toEqual([[], false]);
    publisher.forget();
    expect(await sync(nvdCveSource)).toMatchObject({ state: 'loaded' });
    // What had come whole before is only asked whether it is still the same.
    const again = publisher.asked.filter(({ path }) => path.endsWith('2020.json.gz'));
    expect(again.map(({ range }) => range)).toEqual([expect.stringMatching(/^bytes=\d+-$/)]);
    expect(await products()).toEqual([
      'a:acme:rocket CVE-2020-1000',
      'a:acme:rocket CVE-2020-1001',
      'a:acme:rocket CVE-2021-1000',
      'a:acme:sled CVE-2020-1000',
    ]);
    expect(existsSync(join(dataDir, 'catalog-downloads', 'nvd-cve'))).toBe(false);
  });

  it('says what it covers, as of when', async () => {
    const [source] = (await database.transaction('system', coverageOfLoadedSources)).filter(
      ({ name }) => name === 'nvd-cve',
    );
    expect(source).toMatchObject({ covers: nvdCveSource.covers, dataAsOf: new Date('2026-01-01T08:00:00Z') });
  });

  it('makes products that it names known to the look-up', async () => {
    const found = await rows<object>(
      `SELECT p.cpe FROM catalog_products p JOIN catalog_keys k ON k.kind = 2 AND k.id = p.id WHERE p.vendor = 'acme' GROUP BY 1 ORDER BY 1`,
    );
    expect(found).toEqual([
      { cpe: 'cpe:2.3:a:acme:rocket:*:*:*:*:*:*:*:*' },
      { cpe: 'cpe:2.3:a:acme:sled:*:*:*:*:*:*:*:*' },
    ]);
  });

  it('asks one small file where nothing has changed', async () => {
    expect(await sync(nvdCveSource)).toMatchObject({ state: 'unchanged' });
    expect(paths()).toEqual(['nvdcve-2.0-modified.meta']);
  });

  it('takes the modifications of a day: new bounds, other products, rejected CVEs, new products', async () => {
    const before = await column('SELECT count(*)::integer FROM catalog_keys');
    feed('modified', '2026-01-02T03:00:00-05:00', [
      cve('CVE-2020-1000', { rocket: '2.1' }),
      cve('CVE-2021-1000', { rocket: '4.0' }, { vulnStatus: 'Rejected' }),
      cve('CVE-2026-1000', { umbrella: '1.0' }, { vulnStatus: 'Undergoing Analysis' }),
    ]);
    expect(await sync(nvdCveSource)).toMatchObject({ state: 'loaded' });
    expect(paths()).toEqual(['nvdcve-2.0-modified.meta', 'nvdcve-2.0-modified.json.gz']);
    expect(await products()).toEqual([
      'a:acme:rocket CVE-2020-1000',
      'a:acme:rocket CVE-2020-1001',
      'a:acme:umbrella CVE-2026-1000',
    ]);
    expect(
      await column(
        `SELECT criteria -> 0 ->> 'versionEndExcluding' FROM catalog_vulnerable_products WHERE cve = 'CVE-2020-1000'`,
      ),
    ).toEqual(['2.1']);
    expect(
      await rows(`SELECT cve, status, rejected FROM catalog_cves WHERE cve LIKE 'CVE-202_-1000' ORDER BY 1`),
    ).toEqual([
      { cve: 'CVE-2020-1000', status: 'Analyzed', rejected: false },
      { cve: 'CVE-2021-1000', status: 'Rejected', rejected: true },
      { cve: 'CVE-2026-1000', status: 'Undergoing Analysis', rejected: false },
    ]);
    expect(await column(`SELECT count(*)::integer FROM catalog_products WHERE product = 'umbrella'`)).toEqual([1]);
    expect(Number((await column('SELECT count(*)::integer FROM catalog_keys'))[0])).toBeGreaterThan(Number(before[0]));
    expect(await column(`SELECT count(*)::integer FROM score_changes WHERE key = 'CVE-2021-1000'`)).not.toEqual([0]);
  });

  it('asks for the years that have changed where more than a week has passed', async () => {
    feed('2021', '2026-02-01T03:00:00-05:00', [cve('CVE-2021-1000', { rocket: '4.5' })]);
    feed('modified', '2026-02-01T03:00:00-05:00', []);
    expect(await sync(nvdCveSource)).toMatchObject({ state: 'loaded' });
    expect(paths().filter((path) => path.endsWith('.gz'))).toEqual([
      'nvdcve-2.0-2021.json.gz',
      'nvdcve-2.0-modified.json.gz',
    ]);
    expect(await products()).toContain('a:acme:rocket CVE-2021-1000');
  });

  it.each<[string, () => void, RegExp]>([
    [
      'another schema',
      () =>
        feed('modified', '2026-02-02T03:00:00-05:00', [
          cve('CVE-2020-1000', {}),
          cve('CVE-2020-1001', {}, { configurations: {} }),
        ]),
      /nvdcve-2\.0-modified\.json\.gz, record \/vulnerabilities\/1 \(CVE-2020-1001\): "configurations" is not a list/,
    ],
    [
      'another format',
      () => feed('modified', '2026-02-02T03:00:00-05:00', [cve('CVE-2020-1000', {})], { format: 'NVD_CVE2' }),
      /"format" is "NVD_CVE2", not "NVD_CVE"/,
    ],
    [
      'another version',
      () => feed('modified', '2026-02-02T03:00:00-05:00', [cve('CVE-2020-1000', {})], { version: '3.0' }),
      /"version" is "3.0"/,
    ],
    [
      'another list',
      () => feed('modified', '2026-02-02T03:00:00-05:00', [], { totalResults: 1 }),
      /there is no "vulnerabilities"/,
    ],
    [
      'another file than its .meta says',
      () => {
        feed('modified', '2026-02-02T03:00:00-05:00', [cve('CVE-2020-1000', {})]);
        publisher.publish(
          '/nvd/nvdcve-2.0-modified.json.gz',
          gzipSync(JSON.stringify({ totalResults: 0, format: 'NVD_CVE', version: '2.0', vulnerabilities: [] })),
        );
      },
      /SHA-256 is not the one/,
    ],
    [
      'a .meta of something else',
      () => publisher.publish('/nvd/nvdcve-2.0-modified.meta', '<html>'),
      /nvdcve-2\.0-modified\.meta: it states no "lastModifiedDate"/,
    ],
    [
      'half a document',
      () => publisher.publish('/nvd/nvdcve-2.0-modified.json.gz', gzipSync('{"vulnerabilities": [')),
      /nvdcve-2\.0-modified\.json\.gz/,
    ],
  ])('keeps the old data and names file and record where there is %s', async (_what, publish, message) => {
    const before = [await products(), (await sourceRow('nvd-cve'))!.loaded_at];
    feed('modified', '2026-02-03T03:00:00-05:00', [cve('CVE-2020-1000', {})]);
    publish();
    expect(await sync(nvdCveSource)).toMatchObject({ state: 'failed', message: expect.stringMatching(message) });
    const row = (await sourceRow('nvd-cve'))!;
    expect([await products(), row.loaded_at]).toEqual(before);
    expect(row.state).toBe('failed');
    expect(await isCovered('nvd-cve')).toBe(true);
  });

  it('waits where the server says so, and asks only for the rest of what broke off', async () => {
    feed('modified', '2026-02-04T03:00:00-05:00', [cve('CVE-2020-1000', { rocket: '9.0' })]);
    publisher.fail('/nvd/nvdcve-2.0-modified.meta', answering(429, { 'retry-after': '1' }));
    publisher.publish(
      '/nvd/nvdcve-2.0-modified.json.gz',
      publisher.bytes('/nvd/nvdcve-2.0-modified.json.gz'),
      '"four"',
    );
    publisher.fail('/nvd/nvdcve-2.0-modified.json.gz', breakingOff(100, '"four"'));
    const begun = Date.now();
    expect(await sync(nvdCveSource)).toMatchObject({ state: 'loaded' });
    expect(Date.now() - begun).toBeGreaterThan(900);
    expect(publisher.asked.map(({ range }) => range)).toEqual([undefined, undefined, undefined, 'bytes=100-']);
    expect(
      await column(
        `SELECT criteria -> 0 ->> 'versionEndExcluding' FROM catalog_vulnerable_products WHERE cve = 'CVE-2020-1000'`,
      ),
    ).toEqual(['9.0']);
  });

  it('counts as loaded only once the look-up keys are made', async () => {
    feed('modified', '2026-02-05T03:00:00-05:00', [cve('CVE-2026-2000', { kite: '1.0' })]);
    const before = (await sourceRow('nvd-cve'))!.loaded_at;
    await rows('ALTER TABLE catalog_keys RENAME TO away');
    try {
      const result = await sync(nvdCveSource);
      expect(result).toMatchObject({ state: 'failed', message: expect.stringMatching(/catalog_keys/) });
      expect((await sourceRow('nvd-cve'))!.loaded_at).toEqual(before);
    } finally {
      await rows('ALTER TABLE away RENAME TO catalog_keys');
    }
    const keys = `SELECT count(*)::integer FROM catalog_keys k JOIN catalog_products p ON k.kind = 2 AND k.id = p.id WHERE p.product = 'kite'`;
    expect(await column(keys)).toEqual([0]);
    expect(await sync(nvdCveSource)).toMatchObject({ state: 'loaded' });
    expect(await column(keys)).not.toEqual([0]);
    expect(await sync(nvdCveSource)).toMatchObject({ state: 'unchanged' });
  });
});

describe('cve-list', () => {
  const record = (cveId: string, cpe: string | null, fields: JsonObject = {}): JsonObject => ({
    dataType: 'CVE_RECORD',
    dataVersion: '5.1',
    cveMetadata: { cveId, state: 'PUBLISHED' },
    containers: {
      cna: {
        descriptions: [{ lang: 'en', value: `About ${cveId}` }],
        affected: [
          {
            vendor: 'n/a',
            product: 'n/a',
            ...(cpe ? { cpes: [cpe] } : {}),
            versions: [{ version: '1.0', status: 'affected' }],
            ...fields,
          },
        ],
        references: [],
      },
    },
  });
  const files = (folder: string, records: JsonObject[]): Record<string, string> =>
    Object.fromEntries(
      records.map((one) => [`${folder}/${(one.cveMetadata as JsonObject).cveId as string}.json`, JSON.stringify(one)]),
    );
  const releases = 'https://github.com/CVEProject/cvelistV5/releases/download';
  const base = '/github/CVEProject/cvelistV5/releases/download';
  function release(tag: string, ...names: string[]): void {
    publisher.publish('/cve-list/latest', {
      assets: names.map((name) => ({ name, browser_download_url: `${releases}/${tag}/${name}` })),
    });
  }
  const asset = async (tag: string, name: string, records: JsonObject[]): Promise<void> =>
    publisher.publish(`${base}/${tag}/${name}`, await zipOf(files('deltaCves', records)));
  const cves = (): Promise<unknown[]> => column(`SELECT cve FROM catalog_cves WHERE source = 'cve-list' ORDER BY 1`);
  const rocket = 'cpe:2.3:a:acme:rocket:*:*:*:*:*:*:*:*';
  const day1 = '2026-03-01_all_CVEs_at_midnight.zip.zip';

  beforeEach(() => publisher.forget());

  it('takes all records, a zip within a zip, and what has changed since midnight', async () => {
    const inner = await zipOf({
      ...files('cves/2026/1xxx', [record('CVE-2026-1001', rocket), record('CVE-2026-1002', null)]),
      'cves/delta.json': '{}',
    });
    publisher.publish(`${base}/cve_2026-03-01_0200Z/${day1}`, await zipOf({ 'cves.zip': inner }));
    await asset('cve_2026-03-01_0200Z', '2026-03-01_delta_CVEs_at_0200Z.zip', [
      record('CVE-2026-1003', null, { packageURL: 'pkg:npm/quokka' }),
    ]);
    release('cve_2026-03-01_0200Z', day1, '2026-03-01_delta_CVEs_at_0200Z.zip');
    expect(await sync(cveListSource)).toMatchObject({ state: 'loaded', message: null });
    expect(await cves()).toEqual(['CVE-2026-1001', 'CVE-2026-1002', 'CVE-2026-1003']);
    expect(await column(`SELECT product_key FROM catalog_vulnerable_products WHERE source = 'cve-list'`)).toEqual([
      'a:acme:rocket',
    ]);
    expect(
      await rows(
        `SELECT id, package_key FROM catalog_advisories JOIN catalog_advisory_packages ON id = advisory_id WHERE source = 'cve-list'`,
      ),
    ).toEqual([{ id: 'cve-list:CVE-2026-1003', package_key: 'pkg:npm/quokka' }]);
    expect((await sourceRow('cve-list'))!.data_as_of).toEqual(new Date('2026-03-01T02:00:00Z'));
    expect(await sync(cveListSource)).toMatchObject({ state: 'unchanged' });
  });

  it('takes each missed day, and forgets what a record no longer says', async () => {
    publisher.fail('/cve-list/latest', breakingOff(20));
    await asset('cve_2026-03-01_at_end_of_day', '2026-03-01_delta_CVEs_at_end_of_day.zip', [
      record('CVE-2026-1001', null),
    ]);
    await asset('cve_2026-03-02_at_end_of_day', '2026-03-02_delta_CVEs_at_end_of_day.zip', [
      record('CVE-2026-1003', null),
    ]);
    await asset('cve_2026-03-03_0100Z', '2026-03-03_delta_CVEs_at_0100Z.zip', [record('CVE-2026-1004', null)]);
    release('cve_2026-03-03_0100Z', '2026-03-03_all_CVEs_at_midnight.zip.zip', '2026-03-03_delta_CVEs_at_0100Z.zip');
    expect(await sync(cveListSource)).toMatchObject({ state: 'loaded', message: null });
    expect(paths()).not.toContain('2026-03-03_all_CVEs_at_midnight.zip.zip');
    expect(await cves()).toHaveLength(4);
    expect(await rows(`SELECT 1 FROM catalog_vulnerable_products WHERE source = 'cve-list'`)).toEqual([]);
    expect(await rows(`SELECT 1 FROM catalog_advisories WHERE source = 'cve-list'`)).toEqual([]);
    expect(await rows(`SELECT 1 FROM catalog_advisory_packages WHERE advisory_id LIKE 'cve-list:%'`)).toEqual([]);
  });

  it('takes everything anew where a day is not there', async () => {
    publisher.publish(
      `${base}/cve_2026-03-05_0100Z/2026-03-05_all_CVEs_at_midnight.zip.zip`,
      await zipOf(files('cves', [record('CVE-2026-1005', rocket)])),
    );
    await asset('cve_2026-03-05_0100Z', '2026-03-05_delta_CVEs_at_0100Z.zip', []);
    release('cve_2026-03-05_0100Z', '2026-03-05_all_CVEs_at_midnight.zip.zip', '2026-03-05_delta_CVEs_at_0100Z.zip');
    expect(await sync(cveListSource)).toMatchObject({ state: 'loaded', message: null });
    expect(await cves()).toContain('CVE-2026-1005');
  });

  it('counts only where NVD has not said what is affected, and not at all where the CVE is rejected', async () => {
    const loader = new CatalogLoader(database);
    const says = async (name: string, fields: object): Promise<unknown[]> => {
      const cve = { kind: 'cve', cve: 'CVE-2026-1005', severities: [], weaknesses: [], referenceUrls: [] } as const;
      const said = { status: 'x', isAnalyzed: false, isRejected: false, ...fields };
      await loader.add(name, 'test', [{ ...cve, ...said }]);
      return column(`SELECT superseded FROM catalog_vulnerable_products WHERE cve = 'CVE-2026-1005'`);
    };
    expect(await says('nvd-cve', {})).toEqual([false]);
    expect(await says('nvd-cve', { isAnalyzed: true })).toEqual([true]);
    expect(await says('nvd-cve', {})).toEqual([false]);
    expect(await says('other', { isAnalyzed: true })).toEqual([false]);
    expect(await says('other', { isRejected: true })).toEqual([true]);
    expect(await says('other', {})).toEqual([false]);
  });

  it('concerns products by name where nobody has said by CPE or purl what is affected', async () => {
    const loader = new CatalogLoader(database);
    const naming = async (...names: string[]): Promise<readonly string[]> => {
      const cpes = names.map((name) => parseCpe(`cpe:2.3:a:${name}:*:*:*:*:*:*:*:*`));
      const found = await database.transaction('system', (sql) => unanalyzedCves(sql, [{ cpes }]));
      return found.get(cpeKey(cpes[0]!)!) ?? [];
    };
    const say = (source: string, cve: string, summary: string, { products = [], ...more }: { products?: string[]; isAnalyzed?: boolean; isRejected?: boolean } = {}) =>
      loader.add(source, 'test', [
        ...products.map((one) => ({ kind: 'vulnerable-product' as const, cve, cpe: `cpe:2.3:a:${one}:*:*:*:*:*:*:*:*`, criteria: [] })),
        { kind: 'cve', cve, status: 'x', isAnalyzed: false, isRejected: false, severities: [], weaknesses: [], referenceUrls: [], summary, ...more },
      ]); // prettier-ignore
    await say('nvd-cve', 'CVE-2027-1', 'In Apache Tomcat 11, a request is read twice.');
    await say('reports', 'CVE-2027-1', 'Apache Tomcat: Smuggling', {
      products: ['apache_software_foundation:apache_tomcat'],
    });
    await say('nvd-cve', 'CVE-2027-2', 'An import of the Acme plugin for Apache Tomcat trusts its input.');
    await say('reports', 'CVE-2027-2', 'Acme plugin', { products: ['acme:acme_plugin'] });
    await say('nvd-cve', 'CVE-2027-3', 'Apache Tomcat has a flaw.', { isAnalyzed: true });
    await say('nvd-cve', 'CVE-2027-4', 'Apache Tomcat has no flaw.', { isRejected: true });
    await say('nvd-cve', 'CVE-2027-5', 'Tomcat of somebody else.');
    await say('nvd-cve', 'CVE-2027-6', 'The node.js runtime of Node.js has a flaw.');
    expect(await naming('apache:tomcat')).toEqual(['CVE-2027-1']);
    // Compared, not open.
    expect(await naming('apache:tomcat', 'apache_software_foundation:apache_tomcat')).toEqual([]);
    expect(await naming('acme:acme_plugin')).toEqual([]);
    expect(await naming('openjsf:node.js')).toEqual([]);
    expect(await naming('nodejs:node.js')).toEqual(['CVE-2027-6']);
    const changes = () => column(`SELECT key FROM score_changes WHERE key = 'coverage'`);
    await rows(`DELETE FROM score_changes`);
    await say('nvd-cve', 'CVE-2027-3', 'Apache Tomcat has two flaws.', { isAnalyzed: true });
    expect(await changes()).toEqual([]);
    await say('nvd-cve', 'CVE-2027-1', 'In Apache Tomcat 11, a request is read twice.', { isAnalyzed: true });
    expect(await changes()).toEqual(['coverage']);
    expect(await naming('apache:tomcat')).toEqual([]);
  });

  it('keeps the old data and names file and record where the schema is another one', async () => {
    const before = await cves();
    await asset('cve_2026-03-05_0200Z', '2026-03-05_delta_CVEs_at_0200Z.zip', [
      record('CVE-2026-1006', null),
      { ...record('CVE-2026-1007', null), dataVersion: '6.0' },
    ]);
    release('cve_2026-03-05_0200Z', '2026-03-05_delta_CVEs_at_0200Z.zip');
    expect(await sync(cveListSource)).toMatchObject({
      state: 'failed',
      message: '2026-03-05_delta_CVEs_at_0200Z.zip, deltaCves/CVE-2026-1007.json: the data version 6.0 is not known',
    });
    expect(await cves()).toEqual(before);
  });
});

async function tarGz(files: Record<string, object | string>): Promise<Buffer> {
  const archive = pack();
  for (const [name, content] of Object.entries(files))
    archive.entry({ name }, typeof content === 'string' ? content : JSON.stringify(content));
  archive.finalize();
  return gzipSync(await bytesOf(archive as unknown as AsyncIterable<Uint8Array>));
}

describe('osv-malicious', () => {
  const path = '/github/ossf/malicious-packages/archive/refs/heads/main.tar.gz';
  const record = (id: string, name: string): object => ({
    id,
    summary: 'Malicious code',
    affected: [{ package: { ecosystem: 'npm', name }, versions: ['1.0.0'] }],
  });

  it('takes the records of the archive', async () => {
    publisher.publish(
      path,
      await tarGz({
        'malicious-packages-main/README.md': 'x',
        'malicious-packages-main/osv/malicious/npm/evil/MAL-2026-1.json': record('MAL-2026-1', 'evil'),
        'malicious-packages-main/osv/withdrawn/npm/good/MAL-2026-2.json': {
          ...record('MAL-2026-2', 'good'),
          withdrawn: '2026-01-01T00:00:00Z',
        },
      }),
    );
    expect(await sync(osvMaliciousSource)).toMatchObject({ state: 'loaded', taken: 2 });
    expect(
      await rows(
        `SELECT id, withdrawn_at IS NULL AS holds FROM catalog_advisories WHERE source = 'osv-malicious' ORDER BY 1`,
      ),
    ).toEqual([
      { id: 'MAL-2026-1', holds: true },
      { id: 'MAL-2026-2', holds: false },
    ]);
    expect(await sync(osvMaliciousSource)).toMatchObject({ state: 'unchanged' });
  });

  it.each([
    ['no record', async () => tarGz({ 'main/README.md': 'x' }), /holds no records/],
    [
      'another record',
      async () => tarGz({ 'main/osv/malicious/npm/x/MAL-2026-3.json': { id: 'GHSA-1', affected: [] } }),
      /main\.tar\.gz, main\/osv\/malicious\/npm\/x\/MAL-2026-3\.json: "id" does not begin/,
    ],
    [
      'half an archive',
      async () =>
        (await tarGz({ 'main/osv/malicious/npm/x/MAL-2026-3.json': record('MAL-2026-3', 'x') })).subarray(0, 60),
      /unexpected end/i,
    ],
  ])('keeps what it has where there is %s', async (_what, content, message) => {
    publisher.publish(path, await content());
    expect(await sync(osvMaliciousSource)).toMatchObject({ state: 'failed', message: expect.stringMatching(message) });
    expect(await rows(`SELECT 1 FROM catalog_advisories WHERE source = 'osv-malicious'`)).toHaveLength(2);
  });
});

describe('a publisher of CSAF documents', () => {
  const source = csafSource({
    source: 'csaf-acme',
    provider: 'https://acme.example/provider-metadata.json',
    distribution: '/vex',
    license: { name: 'CC-BY-4.0', url: 'https://acme.example/' },
    covers: [{ kind: 'vulnerabilities', scopes: ['pkg:rpm/redhat'], completeSince: null }],
    ecosystemOf: (platform) => (platform.startsWith('cpe:/o:') ? 'Red Hat:enterprise_linux:8' : null),
    purlOf: () => null,
  });
  const document = (id: string, version: string): object => ({
    document: { csaf_version: '2.0', tracking: { id, status: 'final', current_release_date: '2026-01-01T00:00:00Z' } },
    product_tree: {
      branches: [
        {
          product: {
            name: 'ACME Linux',
            product_id: 'os',
            product_identification_helper: { cpe: 'cpe:/o:acme:linux:8' },
          },
        },
        {
          product: {
            name: 'openssl',
            product_id: 'pkg',
            product_identification_helper: { purl: `pkg:rpm/redhat/openssl@${version}` },
          },
        },
      ],
      relationships: [
        {
          category: 'default_component_of',
          product_reference: 'pkg',
          relates_to_product_reference: 'os',
          full_product_name: { name: 'x', product_id: 'os:pkg' },
        },
      ],
    },
    vulnerabilities: [{ cve: id, product_status: { fixed: ['os:pkg'] } }],
  });
  const fixes = (): Promise<unknown[]> =>
    column(
      `SELECT id || ' ' || coalesce(record #>> '{affected,0,ranges,0,events,1,fixed}', 'withdrawn') FROM catalog_advisories WHERE source = 'csaf-acme' ORDER BY 1`,
    );
  const csv = (...lines: [string, string][]): string => lines.map(([path, at]) => `"${path}","${at}"\n`).join('');

  beforeEach(() => publisher.forget());

  it('is fetched as an archive and the changes since', async () => {
    publisher.publish('/acme/provider-metadata.json', {
      distributions: [
        { directory_url: 'https://acme.example/advisories/' },
        { directory_url: 'https://acme.example/vex' },
      ],
    });
    publisher.publish('/acme/vex/archive_latest.txt', 'acme_vex_2026-01-02.tar.gz\n');
    publisher.publish(
      '/acme/vex/acme_vex_2026-01-02.tar.gz',
      await tarGz({
        '2026/cve-2026-3001.json': document('CVE-2026-3001', '1.0-1'),
        '2026/cve-2026-3002.json': document('CVE-2026-3002', '1.0-1'),
        'index.txt': 'x',
      }),
    );
    publisher.publish(
      '/acme/vex/changes.csv',
      csv(
        ['2026/cve-2026-3002.json', '2026-01-03T00:00:00+00:00'],
        ['2026/cve-2026-3001.json', '2026-01-01T00:00:00+00:00'],
      ),
    );
    publisher.publish('/acme/vex/2026/cve-2026-3002.json', document('CVE-2026-3002', '2.0-1'));
    expect(await sync(source)).toMatchObject({ state: 'loaded', message: null });
    expect(await fixes()).toEqual(['csaf-acme:CVE-2026-3001 1.0-1', 'csaf-acme:CVE-2026-3002 2.0-1']);
    expect(await sync(source)).toMatchObject({ state: 'unchanged' });
  });

  it('is then asked for what has changed or was taken back', async () => {
    publisher.publish(
      '/acme/vex/changes.csv',
      csv(
        ['2026/cve-2026-3003.json', '2026-01-05T00:00:00+00:00'],
        ['2026/cve-2026-3002.json', '2026-01-03T00:00:00+00:00'],
      ),
    );
    publisher.publish('/acme/vex/deletions.csv', csv(['2026/cve-2026-3001.json', '2026-01-04T00:00:00+00:00']));
    publisher.publish('/acme/vex/2026/cve-2026-3003.json', document('CVE-2026-3003', '3.0-1'));
    expect(await sync(source)).toMatchObject({ state: 'loaded', message: null });
    expect(paths().filter((path) => /\.json$|\.gz$/.test(path))).toEqual([
      'provider-metadata.json',
      'cve-2026-3003.json',
    ]);
    expect(await fixes()).toEqual([
      'csaf-acme:CVE-2026-3001 withdrawn',
      'csaf-acme:CVE-2026-3002 2.0-1',
      'csaf-acme:CVE-2026-3003 3.0-1',
    ]);
    expect(
      await column(`SELECT id FROM catalog_advisories WHERE source = 'csaf-acme' AND withdrawn_at IS NOT NULL`),
    ).toEqual(['csaf-acme:CVE-2026-3001']);
  });

  it.each([
    [
      'a path that leads elsewhere',
      '"../../etc/passwd.json","2026-01-06T00:00:00Z"',
      /changes\.csv, line 1: it is not a path and a time/,
    ],
    ['another document', csv(['2026/cve-2026-3004.json', '2026-01-06T00:00:00+00:00']), /cve-2026-3004\.json/],
  ])('keeps the old data where there is %s', async (_what, changes, message) => {
    const before = await fixes();
    publisher.publish('/acme/vex/changes.csv', changes);
    publisher.publish('/acme/vex/2026/cve-2026-3004.json', { document: {} });
    expect(await sync(source)).toMatchObject({ state: 'failed', message: expect.stringMatching(message) });
    expect(await fixes()).toEqual(before);
  });

  it('may have a ROLIE feed instead of a directory', async () => {
    const rolie = { ...source, name: 'csaf-rolie', address: 'https://acme.example/rolie/provider-metadata.json' };
    publisher.publish('/acme/provider-metadata.json', {
      distributions: [{ rolie: { feeds: [{ url: 'https://acme.example/vex/feed.json' }] } }],
    });
    publisher.publish('/acme/vex/feed.json', {
      feed: {
        entry: [
          {
            id: 'x',
            updated: '2026-02-01T00:00:00Z',
            content: { src: 'https://acme.example/vex/2026/cve-2026-3005.json' },
          },
        ],
      },
    });
    publisher.publish('/acme/vex/2026/cve-2026-3005.json', document('CVE-2026-3005', '5.0-1'));
    expect(await sync(rolie)).toMatchObject({ state: 'loaded', message: null });
    expect(await column(`SELECT id FROM catalog_advisories WHERE source = 'csaf-rolie'`)).toEqual([
      'csaf-acme:CVE-2026-3005',
    ]);
  });
});

it('leaves no file behind', () => {
  const left = readdirSync(join(dataDir, 'catalog-downloads'), { recursive: true });
  expect(left.filter((name) => /\.ndjson|\.inner|text-/.test(String(name)))).toEqual([]);
});
