import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { DataSource } from 'typeorm';
import { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import { CatalogSync, type SyncResult } from '../../src/catalog/catalog-sync.js';
import { finishSource, loadedSources, startSource } from '../../src/catalog/sources.repository.js';
import { debianSources } from '../../src/catalog/sources/debian.js';
import { endoflifeSource } from '../../src/catalog/sources/endoflife.js';
import { epssSource } from '../../src/catalog/sources/epss.js';
import { kevSource } from '../../src/catalog/sources/kev.js';
import { nvdCpeSource } from '../../src/catalog/sources/nvd-cpe.js';
import { osvSources } from '../../src/catalog/sources/osv.js';
import { purl2cpeSource } from '../../src/catalog/sources/purl2cpe.js';
import { remoteSourcesNamed } from '../../src/catalog/sources/remote-sources.js';
import type { RemoteSource } from '../../src/catalog/sources/source.js';
import { openDataSource } from '../../src/data-source.js';
import { Configuration } from '../../src/platform/configuration/configuration.js';
import { advisoryLocks } from '../../src/platform/database/advisory-locks.js';
import { Database } from '../../src/platform/database/database.js';
import { EgressClient } from '../../src/platform/egress/egress-client.js';
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import { certificate } from '../support/certificates.js';
import { cloneDatabase } from '../support/postgres.js';

const kev = (...cves: string[]): string =>
  JSON.stringify({
    vulnerabilities: cves.map((cveID) => ({ cveID, dateAdded: '2025-08-25', knownRansomwareCampaignUse: 'Known' })),
  });
const epss = (...lines: string[]): Buffer =>
  gzipSync(['#model_version:v2025,score_date:2025-01-01', 'cve,epss,percentile', ...lines].join('\n'));
const endoflife = JSON.stringify({
  result: [
    {
      name: 'quokka',
      label: 'Quokka',
      category: 'framework',
      links: { html: 'https://endoflife.date/quokka' },
      identifiers: [{ type: 'purl', id: 'pkg:npm/quokka' }],
      releases: [
        { name: '4', releaseDate: '2025-06-01', isEoas: false, eoasFrom: null, isEol: false, eolFrom: null },
        {
          name: '3',
          releaseDate: '2025-01-01',
          isEoas: true,
          eoasFrom: '2025-06-01',
          isEol: false,
          eolFrom: '2035-01-01',
        },
        { name: '2', releaseDate: '2024-01-01', isEol: true, eolFrom: '2025-01-01', latest: { name: '2.7' } },
      ],
    },
  ],
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const silent: Answer = () => undefined;
/** Of a server that may stop answering. */
const patience = { silence: 0.4, betweenAttempts: 0.01 };
/** Of one that answers: a busy machine may be silent for a second as well. */
const patient = { ...patience, silence: 30 };

describe('catalog:sync', () => {
  let server: Server;
  let origin: string;
  let dataSource: DataSource;
  let database: Database;
  let catalog: CatalogSync;
  let drop: () => Promise<void>;
  const dataDir = mkdtempSync(join(tmpdir(), 'stocktake-sync-'));
  /** What the server answers, one after the other; the last one again and again. */
  let answers: Answer[];
  let asked: IncomingMessage[];

  beforeAll(async () => {
    const clone = await cloneDatabase();
    drop = clone.drop;
    dataSource = await openDataSource(clone.url, 3);
    database = new Database(dataSource);
    const own = certificate(['127.0.0.1']);
    server = createServer(own, (request, response) => {
      asked.push(request);
      (answers.length > 1 ? answers.shift()! : answers[0]!)(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    origin = `https://127.0.0.1:${port}`;
    const outside = new EgressClient(new Set([`127.0.0.1:${port}`]), { ca: [own.cert] });
    catalog = new CatalogSync(database, new CatalogLoader(database), outside, new Configuration({ DATA_DIR: dataDir }));
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await dataSource.destroy();
    await drop();
    rmSync(dataDir, { recursive: true });
  });

  const sync = async (source: RemoteSource, ...given: Answer[]): Promise<SyncResult> => {
    answers = given;
    asked = [];
    const local = { ...source, address: `${origin}/${new URL(source.address).pathname.split('/').at(-1)}` };
    const isWhole = given.every((answer) => wholeAnswers.has(answer));
    const [result] = await catalog.sync([local], { patience: isWhole ? patient : patience });
    return result!;
  };
  const wholeAnswers = new Set<Answer>();
  const wholeAnswer = (answer: Answer): Answer => {
    wholeAnswers.add(answer);
    return answer;
  };
  const body = (content: string | Buffer, headers: Record<string, string> = {}): Answer =>
    wholeAnswer((_request, response) => response.writeHead(200, headers).end(content));
  const status = (code: number, headers: Record<string, string> = {}): Answer =>
    wholeAnswer((_request, response) => response.writeHead(code, headers).end());
  const rows = <Row extends object>(text: string): Promise<Row[]> =>
    database.transaction('system', (sql) => sql.query<Row>(text));
  const exploited = async (): Promise<string[]> =>
    (await rows<{ cve: string }>('SELECT cve FROM catalog_exploited ORDER BY cve')).map(({ cve }) => cve);
  const sourceRow = async (name: string) =>
    (await database.transaction('system', loadedSources)).find((row) => row.name === name);

  it('loads, asks next time only for what has changed, and says so', async () => {
    const first = await sync(kevSource, body(kev('CVE-2025-1000'), { etag: '"one"' }));
    expect(first).toEqual({ source: 'kev', state: 'loaded', taken: 1, message: null });
    expect(await exploited()).toEqual(['CVE-2025-1000']);
    expect(await sourceRow('kev')).toMatchObject({ state: 'loaded', records: 1, message: null });
    const second = await sync(kevSource, (request, response) =>
      response.writeHead(request.headers['if-none-match'] === '"one"' ? 304 : 500).end(),
    );
    expect([second.state, asked.length]).toEqual(['unchanged', 1]);
    expect(await sourceRow('kev')).toMatchObject({ state: 'loaded', records: 1 });
    const third = await sync(kevSource, body(kev('CVE-2025-1000', 'CVE-2025-2000'), { etag: '"two"' }));
    expect(third).toMatchObject({ state: 'loaded', taken: 2 });
  });

  it.each<[string, Answer[]]>([
    ['busy', [status(429, { 'retry-after': '0' }), status(503), body(kev('CVE-2025-1000', 'CVE-2025-2000'))]],
    ['broken off', [truncated, body(kev('CVE-2025-1000', 'CVE-2025-2000'))]],
    ['silent', [silent, body(kev('CVE-2025-1000', 'CVE-2025-2000'))]],
  ])('asks again where the server was %s', async (_what, given) => {
    expect(await sync(kevSource, ...given)).toMatchObject({ state: 'loaded', taken: 2 });
  });

  it.each<[string, Answer, RegExp]>([
    ['500 again and again', status(500), /answered 500/],
    ['404', status(404), /answered 404/],
    ['a break every time', truncated, /broke off/],
    ['silence', silent, /Nothing came/],
    ['something else', body('{"vulnerabilities": {}}'), /not a catalogue of exploited/],
    ['no JSON', body('<html>'), /JSON/],
    ['an empty answer', body(''), /JSON/],
    ['“come back tomorrow”', status(429, { 'retry-after': '86400' }), /answered 429/],
  ])('keeps the old data where the answer is %s', async (_what, answer, message) => {
    const before = await exploited();
    const result = await sync(kevSource, answer);
    expect(result).toMatchObject({ state: 'failed', taken: 0, message: expect.stringMatching(message) });
    expect(await exploited()).toEqual(before);
    expect(await sourceRow('kev')).toMatchObject({ state: 'failed', records: 2, message: expect.any(String) });
  });

  it('takes no more than the publisher can mean', async () => {
    const result = await sync({ ...kevSource, maxBytes: 10 }, body(kev('CVE-2025-1000')));
    expect(result).toMatchObject({ state: 'failed', message: expect.stringMatching(/longer than 10 bytes/) });
  });

  it('asks only for the rest of what broke off, as long as it is the same file', async () => {
    const whole = Buffer.from(kev('CVE-2025-1000', 'CVE-2025-2000', 'CVE-2025-3000'));
    const version = { etag: '"three"' };
    const beginning = (response: ServerResponse, headers: Record<string, string>): void => {
      response.writeHead(200, { ...headers, 'content-length': String(whole.length) });
      response.write(whole.subarray(0, 50));
      setTimeout(() => response.destroy(), 300);
    };
    const rest: Answer = (request, response) => {
      const [, from = '0'] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
      const range = { 'content-range': `bytes ${from}-${whole.length - 1}/${whole.length}` };
      const same = request.headers['if-range'] === version.etag;
      response.writeHead(same ? 206 : 200, { ...version, ...range }).end(whole.subarray(same ? Number(from) : 0));
    };
    expect(await sync(kevSource, (_request, response) => beginning(response, version), rest)).toMatchObject({
      taken: 3,
    });
    expect(asked.map(({ headers }) => headers.range)).toEqual([undefined, 'bytes=50-']);
    // The file was renewed meanwhile: then the server sends it whole.
    expect(await sync(kevSource, (_request, response) => beginning(response, { etag: '"old"' }), rest)).toMatchObject({
      taken: 3,
    });
    // Nobody says which version it is: then the beginning is of no use.
    expect(await sync(kevSource, (_request, response) => beginning(response, {}), body(whole))).toMatchObject({
      taken: 3,
    });
    expect(asked[1]!.headers.range).toBeUndefined();
  });

  it('goes on in the next run where the one before stopped', async () => {
    const whole = Buffer.from(kev('CVE-2025-1000', 'CVE-2025-4000'));
    const date = 'Thu, 01 Jan 2026 00:00:00 GMT';
    const broken: Answer = (_request, response) => {
      response.writeHead(200, { 'last-modified': date, 'content-length': String(whole.length) });
      response.write(whole.subarray(0, 40));
      setTimeout(() => response.destroy(), 300);
    };
    expect(await sync(kevSource, broken, status(404))).toMatchObject({ state: 'failed' });
    const second = await sync(kevSource, (request, response) =>
      response
        .writeHead(request.headers['if-range'] === date ? 206 : 500, { 'content-range': 'bytes 40-99/100' })
        .end(whole.subarray(40)),
    );
    expect([second, asked[0]!.headers.range]).toEqual([expect.objectContaining({ taken: 2 }), 'bytes=40-']);
    expect(readdirSync(join(dataDir, 'catalog-downloads'))).toEqual([]);
  });

  it.each<[string, number, Record<string, string>]>([
    ['another place', 206, { 'content-range': 'bytes 7-99/100' }],
    ['another version', 206, { 'content-range': 'bytes 40-99/100', etag: '"later"' }],
    ['no place at all', 206, {}],
  ])('does not glue %s to what has come', async (_what, code, headers) => {
    const broken: Answer = (_request, response) => {
      response.writeHead(200, { etag: '"five"', 'content-length': '100' });
      response.write('x'.repeat(40));
      setTimeout(() => response.destroy(), 300);
    };
    const before = await exploited();
    expect(await sync(kevSource, broken, status(code, headers))).toMatchObject({ state: 'failed' });
    expect(await exploited()).toEqual(before);
    // All had come, and the server knows: nothing is asked for twice.
    expect(await sync(kevSource, status(416, { 'content-range': 'bytes */40' }))).toMatchObject({
      message: expect.stringMatching(/JSON/),
    });
  });

  it('fetches nothing twice at a time', async () => {
    await database.session('system', async (session) => {
      await session.query('SELECT pg_advisory_lock($lock)', { lock: advisoryLocks.catalogSync });
      await expect(sync(kevSource, status(500))).rejects.toThrow(/already running/);
    });
    expect(asked).toEqual([]);
  });

  it('asks no address that leads inside', async () => {
    const closed = new CatalogSync(
      database,
      new CatalogLoader(database),
      new EgressClient(new Set()),
      new Configuration({ DATA_DIR: dataDir }),
    );
    asked = [];
    const [result] = await closed.sync([{ ...kevSource, name: 'inside', address: `${origin}/kev.json` }], {
      patience: patient,
    });
    expect([result!.state, asked.length]).toEqual(['failed', 0]);
  });

  it('goes on with the next source where one fails', async () => {
    answers = [
      (request, response) => (request.url === '/a' ? status(404) : body(kev('CVE-2025-1000')))(request, response),
    ];
    asked = [];
    const sources = ['a', 'b'].map((name) => ({ ...kevSource, name, address: `${origin}/${name}` }));
    const results = await catalog.sync(sources, { patience: patient });
    expect(results.map(({ state }) => state)).toEqual(['failed', 'loaded']);
  });

  it('reads exploit predictions, and leaves out what is none', async () => {
    const lines = ['CVE-1999-1593,0.18126,0.96946', 'CVE-24-1,0.1,0.2', 'CVE-2024-10001,2,0.2', 'x'];
    expect(await sync(epssSource, body(epss(...lines)))).toMatchObject({ state: 'loaded', taken: 1 });
    expect(await sync(epssSource, body(gzipSync('nothing')))).toMatchObject({ state: 'failed' });
    expect(await sync(epssSource, body(epss(...lines).subarray(0, 40)))).toMatchObject({ state: 'failed' });
    const [row] = await rows<object>('SELECT cve, probability, percentile FROM catalog_exploit_predictions');
    expect(row).toMatchObject({ cve: 'CVE-1999-1593' });
  });

  it('reads release cycles', async () => {
    expect(await sync(endoflifeSource, body(endoflife))).toMatchObject({ state: 'loaded', taken: 1 });
    const [row] = await rows<object>('SELECT slug, title, category, cycles FROM catalog_lifecycles');
    expect(row).toEqual({
      slug: 'quokka',
      title: 'Quokka',
      category: 'framework',
      cycles: [
        { releaseCycle: '4', releaseDate: '2025-06-01', eol: false, support: true },
        { releaseCycle: '3', releaseDate: '2025-01-01', eol: '2035-01-01', support: '2025-06-01' },
        { releaseCycle: '2', releaseDate: '2024-01-01', eol: '2025-01-01', latest: '2.7' },
      ],
    });
    expect(await sync(endoflifeSource, body('{"result": [1]}'))).toMatchObject({ state: 'failed' });
  });

  it('reads the archives of the OSV database', async () => {
    const source = osvSources.find(({ name }) => name === 'osv-npm')!;
    const affected = [{ package: { ecosystem: 'npm', name: '@acme/quokka' } }];
    const archive = await zipOf({ 'OSV-1.json': { id: 'OSV-1', affected }, 'OSV-2.json': { id: 'OSV-2', affected } });
    expect(await sync(source, body(archive))).toMatchObject({ state: 'loaded', taken: 2 });
    const found = await rows<object>('SELECT * FROM catalog_advisory_packages');
    expect(found).toHaveLength(2);
    expect(JSON.stringify(found)).toContain('pkg:npm/%40acme/quokka');
    for (const content of [archive.subarray(0, 60), await zipOf({ 'x.json': [] }), await zipOf({}), 'nonsense'])
      expect(await sync(source, body(content))).toMatchObject({ state: 'failed' });
    expect(await sourceRow('osv-npm')).toMatchObject({ records: 2 });
  });

  it('says what nothing is compared with also after a load that failed', async () => {
    const source = osvSources.find(({ name }) => name === 'osv-npm')!;
    const affected = [{ package: { ecosystem: 'Acme OS', name: 'quokka' } }];
    const archive = await zipOf({ 'OSV-1.json': { id: 'OSV-1', affected } });
    const text = 'Advisories on packages of Acme OS are kept';
    expect((await sync(source, body(archive, { etag: '"one"' }))).message).toContain(text);
    expect((await sync(source, body('nonsense'))).message).not.toContain(text);
    expect(await sourceRow('osv-npm')).toMatchObject({ state: 'failed', uncompared: ['Acme OS'] });
    expect(await sync(source, status(304))).toMatchObject({
      state: 'unchanged',
      message: expect.stringContaining(text),
    });
    expect(await sourceRow('osv-npm')).toMatchObject({ state: 'loaded', message: null, uncompared: ['Acme OS'] });
    const known = await zipOf({
      'OSV-1.json': { id: 'OSV-1', affected: [{ package: { ecosystem: 'npm', name: 'a' } }] },
    });
    expect((await sync(source, body(known))).message).toBeNull();
    expect(await sourceRow('osv-npm')).toMatchObject({ uncompared: [] });
  });

  it('adds what an update brings to what nothing is compared with', async () => {
    const name = 'updated';
    await database.transaction('system', async (sql) => {
      await startSource(sql, name, 'https://example.org');
      await finishSource(sql, { name }, { taken: 2, uncompared: ['B OS'] });
      await finishSource(sql, { name, isUpdate: true }, { taken: 1, uncompared: ['A OS', 'B OS'] });
      await finishSource(sql, { name, isUpdate: true }, { taken: 1, uncompared: [] });
    });
    expect(await sourceRow(name)).toMatchObject({ uncompared: ['A OS', 'B OS'] });
  });

  const page = (format: string, ...names: string[]): object => ({
    resultsPerPage: names.length,
    startIndex: 0,
    totalResults: names.length,
    format,
    version: '2.0',
    products: names.map((name) => ({
      cpe: {
        cpeName: `cpe:2.3:a:${name}:*:*:*:*:*:*:*`,
        deprecated: name.endsWith(':0.9') || name.startsWith('old'),
        deprecatedBy: name.startsWith('old') ? [{ cpeName: 'cpe:2.3:a:acme:quokka:1.0:*:*:*:*:*:*:*' }] : [],
        titles: [{ title: `Acme Quokka ${name.split(':')[2]}`, lang: 'en' }],
        refs: [{ ref: 'https://github.com/acme/quokka/releases', type: 'Version' }],
      },
    })),
  });

  it("reads NVD's dictionary of CPE names: one product of all its names", async () => {
    const names = Array.from({ length: 80 }, (_, index) => `acme:quokka:1.${index}`);
    const archive = await zipOf({
      'nvdcpe-2.0-chunks/nvdcpe-2.0-chunk-00001.json': page('NVD_CPE', 'acme:quokka:0.9', ...names.slice(40)),
      'nvdcpe-2.0-chunks/nvdcpe-2.0-chunk-00002.json': page(
        'NVD_CPE',
        ...names.slice(0, 40),
        'old:quokka:1',
        'old:quokka:2',
      ),
    });
    for (const _time of [1, 2]) {
      expect(await sync(nvdCpeSource, body(archive))).toMatchObject({ state: 'loaded', message: null });
      const [quokka, old] = await rows<{ versions: string[] }>(
        `SELECT title, versions, deprecated, deprecated_by, reference_urls, weight, sources FROM catalog_products
         WHERE product = 'quokka' ORDER BY vendor`,
      );
      expect(quokka).toMatchObject({ title: 'Acme Quokka', deprecated: false, weight: 81, sources: ['nvd-cpe'] });
      expect(quokka!.versions.slice(0, 3)).toEqual(['1.79', '1.78', '1.77']);
      expect(quokka!.versions).toHaveLength(60);
      expect(old).toMatchObject({ deprecated: true, deprecated_by: ['a:acme:quokka'], versions: ['2', '1'] });
      const links = await rows<object>(`SELECT sources FROM catalog_links WHERE to_kind = 2 AND from_kind = 3`);
      expect(links).toEqual([{ sources: ['nvd-cpe'] }, { sources: ['nvd-cpe'] }]);
    }
    for (const content of [
      archive.subarray(0, archive.length / 2),
      await zipOf({ 'x.json': page('NVD_CVE', 'acme:quokka:9') }),
      await zipOf({ 'x.json': { ...page('NVD_CPE', 'acme:quokka:9'), products: {} } }),
      await zipOf({ 'x.json': page('NVD_CPE', 'acme:quokka:9'), 'y.json': '<html>' }),
    ])
      expect(await sync(nvdCpeSource, body(content))).toMatchObject({ state: 'failed' });
    expect(await rows<object>(`SELECT 1 FROM catalog_products WHERE '9' = ANY (versions)`)).toEqual([]);
  });

  it('reads relations between purls and CPEs', async () => {
    const lists = {
      'purl2cpe-main/README.md': 'x',
      'purl2cpe-main/data/acme/wombat/cpes.yml': 'cpes:\n  - cpe:2.3:a:acme:wombat:1.0:*:*:*:*:*:*:*\n',
      'purl2cpe-main/data/acme/wombat/purls.yml': 'purls:\n- pkg:github/acme/wombat\n- pkg:npm/wombat\n',
      'purl2cpe-main/data/acme/alone/purls.yml': 'purls:\n- pkg:npm/alone\n',
    };
    expect(await sync(purl2cpeSource, body(await zipOf(lists)))).toMatchObject({ state: 'loaded', message: null });
    const linked = await rows<object>(
      `SELECT coalesce(p.purl, r.url) AS "from", c.cpe AS "to" FROM catalog_links l
       LEFT JOIN catalog_packages p ON l.from_kind = 1 AND l.from_id = p.id
       LEFT JOIN catalog_repositories r ON l.from_kind = 3 AND l.from_id = r.id
       JOIN catalog_products c ON l.to_kind = 2 AND l.to_id = c.id AND c.product = 'wombat' ORDER BY 1`,
    );
    const to = 'cpe:2.3:a:acme:wombat:*:*:*:*:*:*:*:*';
    const froms = ['https://github.com/acme/wombat', 'pkg:github/acme/wombat', 'pkg:npm/wombat'];
    expect(linked).toEqual(froms.map((from) => ({ from, to })));
    const wrong = { ...lists, 'purl2cpe-main/data/acme/wombat/purls.yml': '<html>' };
    for (const content of [await zipOf(wrong), await zipOf({ 'README.md': 'x' })])
      expect(await sync(purl2cpeSource, body(content))).toMatchObject({ state: 'failed' });
  });

  it("reads Debian's package indexes", async () => {
    const [sources, packages] = debianSources as [RemoteSource, RemoteSource];
    const source = 'Package: numbat\nBinary: libnumbat1\nVersion: 2.0-1\nDirectory: pool/main/n/numbat\n\n';
    const binary = 'Package: libnumbat1\nSource: numbat\nVersion: 2.0-1+b1\nFilename: pool/main/n/x.deb\n\n';
    expect(await sync(sources, body(gzipSync(source)))).toMatchObject({ state: 'loaded', message: null });
    expect(await sync(packages, body(gzipSync(binary)))).toMatchObject({ state: 'loaded', message: null });
    const found = await rows<object>(
      `SELECT p.purl, p.versions, l.relation, l.sources FROM catalog_links l
       JOIN catalog_packages p ON l.from_kind = 1 AND l.from_id = p.id WHERE p.name = 'libnumbat1'`,
    );
    expect(found).toEqual([
      {
        purl: 'pkg:deb/debian/libnumbat1',
        versions: ['2.0-1+b1'],
        relation: 'built_from',
        sources: ['debian-packages', 'debian-sources'],
      },
    ]);
    for (const content of [gzipSync('<html>'), gzipSync(source).subarray(0, 60), 'no gzip', gzipSync(binary)])
      expect(await sync(sources, body(content))).toMatchObject({ state: 'failed' });
  });

  it.each(
    [epssSource, endoflifeSource, nvdCpeSource, purl2cpeSource, ...debianSources, osvSources[0]!].map(
      (source) => [source.name, source] as const,
    ),
  )('keeps what it has of %s where the server is busy or broken, or sends something else', async (name, source) => {
    const before = await sourceRow(name);
    for (const answers of [
      [status(429)],
      [status(500)],
      [() => undefined],
      [truncated],
      [body('<html>')],
      [body('{}')],
    ])
      expect(await sync(source, ...answers)).toMatchObject({ state: 'failed', taken: 0 });
    expect(await sourceRow(name)).toMatchObject({ state: 'failed', records: before?.records ?? 0 });
  });

  it('knows its sources by name', () => {
    const names = remoteSourcesNamed([]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['kev', 'epss', 'endoflife', 'osv-npm']));
    expect(new Set(names).size).toBe(names.length);
    expect(() => remoteSourcesNamed(['nonsense'])).toThrow(/Unknown source nonsense/);
  });
});

function truncated(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"vulnerabilities": [');
  setTimeout(() => response.destroy(), 300);
}

function zipOf(files: Readonly<Record<string, unknown>>): Promise<Buffer> {
  const archive = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files))
    archive.addBuffer(Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)), name);
  archive.end();
  return buffer(archive.outputStream);
}
