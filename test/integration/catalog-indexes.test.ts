import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import type { SyncResult } from '../../src/catalog/catalog-sync.js';
import { remoteSourcesNamed } from '../../src/catalog/sources/remote-sources.js';
import type { Database } from '../../src/platform/database/database.js';
import { openCatalogSync, type SyncedCatalog } from '../support/catalog-sync.js';
import { answering, type Publisher } from '../support/publisher.js';

/** Each index of a registry through a whole sync: from its publisher to the look-up keys of its packages. */
const at = (second: number): string => `2026-01-01T00:00:0${second}.25Z`;
let publisher: Publisher;
let database: Database;
let synced: SyncedCatalog;

beforeAll(async () => {
  const origins = new Set(remoteSourcesNamed(['indexes']).map(({ address }) => new URL(address).origin));
  synced = await openCatalogSync(
    Object.fromEntries([...origins].map((origin) => [`${origin}/`, `/${new URL(origin).host}/`])),
  );
  ({ publisher, database } = synced);
  await publishAll();
});
afterAll(() => synced.close());
beforeEach(() => publisher.forget());

async function sync(name: string): Promise<SyncResult> {
  const patience = { silence: 2, betweenAttempts: 0.01 };
  const [result] = await synced.catalog.sync(remoteSourcesNamed([name]), { patience });
  return result!;
}

async function tarOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const archive = pack();
  for (const [name, content] of Object.entries(files)) archive.entry({ name }, content);
  archive.finalize();
  return gzipSync(await buffer(archive));
}

const nuget = (page: string): string => `/api.nuget.org/v3/catalog0/${page}`;
const goAddress = '/index.golang.org/index?limit=2000';
const goLater = `${goAddress}&since=${encodeURIComponent(at(1))}`;
const goModule = (version: string, second: number): object => ({
  Path: 'w.example/wombat',
  Version: version,
  Timestamp: at(second),
});
const fedora = (path: string): string =>
  `/dl.fedoraproject.org/pub/fedora/linux/development/rawhide/Everything/x86_64/os/repodata/${path}`;

function publishNuget(...versions: string[]): void {
  const events = versions.map((version, index) => ({
    '@type': 'nuget:PackageDetails',
    commitTimeStamp: at(index),
    'nuget:id': 'Wombat.Core',
    'nuget:version': version,
  }));
  const url = 'https://api.nuget.org/v3/catalog0/page0.json';
  const items = [{ '@id': url, commitTimeStamp: at(versions.length - 1) }];
  publisher.publish(nuget('index.json'), { items });
  publisher.publish(nuget('page0.json'), { items: events });
}

function publishFedora(checksum: string, ...packages: string[]): void {
  const primary = `<?xml version="1.0"?><metadata xmlns:rpm="r" packages="${packages.length}">${packages.join('')}</metadata>`;
  publisher.publish(fedora(`${checksum}-primary.xml.gz`), gzipSync(primary));
  publisher.publish(
    fedora('repomd.xml'),
    `<?xml version="1.0"?><repomd><data type="other"><location href="repodata/o.xml.gz"/></data>
     <data type="primary"><checksum type="sha256">${checksum}</checksum>
     <location href="repodata/${checksum}-primary.xml.gz"/><timestamp>1767225600</timestamp></data></repomd>`,
  );
}

const rpm = (name: string, source: string): string =>
  `<package type="rpm"><name>${name}</name><arch>x86_64</arch><version epoch="0" ver="1.2" rel="3.fc44"/>
   <summary>A &lt;b&gt; name</summary><url>https://${name}.example</url>
   <format><rpm:sourcerpm>${source}-1.2-3.fc44.src.rpm</rpm:sourcerpm><rpm:provides><rpm:entry name="x"/></rpm:provides>
   <file>/usr/bin/${name}</file></format></package>`;

async function publishAll(): Promise<void> {
  publisher.publish('/pypi.org/simple/', { meta: {}, projects: [{ name: 'wombat' }] });
  publisher.publish(
    '/index.rubygems.org/versions',
    `created_at: 2026-01-01T00:00:00Z\n---\nwombat 1.0 ${'a'.repeat(32)}\n`,
  );
  publisher.publish('/packagist.org/packages/list.json', { packageNames: ['acme/wombat'] });
  publisher.publish(
    '/dl-cdn.alpinelinux.org/alpine/latest-stable/main/x86_64/APKINDEX.tar.gz',
    await tarOf({ APKINDEX: 'P:wombat\nV:1.2-r0\n' }),
  );
  const paragraph = (name: string, source = name): string =>
    `Package: ${name}\nVersion: 1.2-1ubuntu1\nSource: ${source}\nHomepage: https://w.example\nFilename: pool/${name}.deb\n\n`;
  publisher.publish(
    '/archive.ubuntu.com/ubuntu/dists/noble/universe/binary-amd64/Packages.gz',
    gzipSync(paragraph('libwombat1', 'wombat')),
  );
  publishNuget('1.0.0');
  publisher.publish(goAddress, goModule('v1.0.0', 1));
  // The last moment is part of what is asked for.
  publisher.publish(goLater, goModule('v1.0.0', 1));
  publishFedora('f1', rpm('libwombat', 'wombat'), rpm('wombat', 'wombat'));
}

const packages = async (purlStart: string): Promise<unknown[]> =>
  (
    await database.transaction('system', (sql) =>
      sql.query<{ purl: string; versions: string[] | null; weight: number }>(
        `SELECT purl, versions, weight FROM catalog_packages WHERE purl LIKE $start || '%' ORDER BY purl`,
        { start: purlStart },
      ),
    )
  ).map(({ purl, versions, weight }) => [purl, versions ?? [], weight]);

describe('the index of a registry becomes packages that are found', () => {
  it.each<[string, string, unknown[]]>([
    ['pypi-index', 'pkg:pypi/wombat', [['pkg:pypi/wombat', [], 0]]],
    ['rubygems-index', 'pkg:gem/wombat', [['pkg:gem/wombat', ['1.0'], 0]]],
    ['packagist-index', 'pkg:composer/acme', [['pkg:composer/acme/wombat', [], 0]]],
    ['alpine-main', 'pkg:apk/alpine/wombat', [['pkg:apk/alpine/wombat', ['1.2-r0'], 0]]],
    ['ubuntu-universe', 'pkg:deb/ubuntu/libwombat1', [['pkg:deb/ubuntu/libwombat1', ['1.2-1ubuntu1'], 0]]],
    ['nuget-catalog', 'pkg:nuget/Wombat', [['pkg:nuget/Wombat.Core', ['1.0.0'], 0]]],
    ['go-index', 'pkg:golang/w.example', [['pkg:golang/w.example/wombat', ['v1.0.0'], 0]]],
    [
      'fedora-packages',
      'pkg:rpm/fedora',
      [
        ['pkg:rpm/fedora/libwombat', ['1.2-3.fc44'], 0],
        ['pkg:rpm/fedora/wombat', ['1.2-3.fc44'], 0],
      ],
    ],
  ])('%s', async (name, start, expected) => {
    expect(await sync(name)).toMatchObject({ state: 'loaded', message: null });
    expect(await packages(start)).toEqual(expected);
    expect(await sync(name)).toMatchObject({ state: 'unchanged', taken: 0 });
    expect(existsSync(join(synced.dataDir, 'catalog-downloads', name))).toBe(false);
    const keys = await database.transaction('system', (sql) =>
      sql.query(
        `SELECT FROM catalog_packages p JOIN catalog_keys k ON k.kind = 1 AND k.id = p.id WHERE purl LIKE $start || '%'`,
        { start },
      ),
    );
    expect(keys.length).toBeGreaterThan(0);
  });

  it('with a link from what is built to what it is built from', async () => {
    const links = await database.transaction('system', (sql) =>
      sql.query<{ from: string; to: string }>(
        `SELECT f.purl AS from, t.purl AS to FROM catalog_links l JOIN catalog_packages f ON f.id = l.from_id
         JOIN catalog_packages t ON t.id = l.to_id WHERE relation = 'built_from' AND f.purl LIKE 'pkg:rpm/%'`,
      ),
    );
    expect(links).toEqual([{ from: 'pkg:rpm/fedora/libwombat', to: 'pkg:rpm/fedora/wombat' }]);
  });
});

describe('later', () => {
  it('NuGet’s catalogue brings only what was published since', async () => {
    publishNuget('1.0.0', '1.1.0');
    expect(await sync('nuget-catalog')).toMatchObject({ state: 'loaded', taken: 1 });
    expect(await packages('pkg:nuget/Wombat')).toEqual([['pkg:nuget/Wombat.Core', ['1.1.0', '1.0.0'], 0]]);
  });

  it('Go’s index is asked from where it ended', async () => {
    publisher.publish(goLater, goModule('v1.1.0', 2));
    expect(await sync('go-index')).toMatchObject({ state: 'loaded' });
    expect(publisher.asked.map(({ path }) => path)).toEqual([goLater]);
    expect(await packages('pkg:golang/w.example')).toEqual([['pkg:golang/w.example/wombat', ['v1.1.0', 'v1.0.0'], 0]]);
  });

  it('an index that cannot be had, or is another document, leaves what there was', async () => {
    const before = await packages('pkg:');
    publisher.fail(nuget('index.json'), answering(403));
    expect(await sync('nuget-catalog')).toMatchObject({ state: 'failed' });
    publishFedora('f2', '<package><name>broken</name>');
    expect(await sync('fedora-packages')).toMatchObject({ state: 'failed' });
    publisher.publish(fedora('repomd.xml'), '<html></html>');
    expect(await sync('fedora-packages')).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('primary'),
    });
    expect(await packages('pkg:')).toEqual(before);
  });
});
