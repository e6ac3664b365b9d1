import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import type { CatalogRecord } from '../../src/catalog/loading/records.js';
import { signFolder, signingKey } from '../../src/catalog/offline/bundle-signature.js';
import { exportCatalog, type ExportResult } from '../../src/catalog/offline/catalog-exporter.js';
import { exportedBundle, isSigned } from '../../src/catalog/offline/exported-bundle.js';
import { coverageOfLoadedSources } from '../../src/catalog/sources.repository.js';
import type { BulkSource } from '../../src/catalog/sources/source.js';
import type { Coverage } from '../../src/model/coverage.js';
import { openDataSource } from '../../src/data-source.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { Database } from '../../src/platform/database/database.js';
import { cloneDatabase } from '../support/postgres.js';

const folder = mkdtempSync(join(tmpdir(), 'stocktake-export-'));
const bundle = join(folder, 'bundle');
const keyFile = join(folder, 'keys', 'catalog-signing.pem');
const tables = [
  'packages',
  'products',
  'repositories',
  'links',
  'advisories',
  'advisory_packages',
  'cves',
  'vulnerable_products',
  'exploited',
  'exploit_predictions',
  'lifecycles',
  'lifecycle_identifiers',
];

interface Installation {
  readonly database: Database;
  readonly loader: CatalogLoader;
}

let opened: { dataSource: DataSource; drop: () => Promise<void> }[] = [];

async function installation(): Promise<Installation> {
  const clone = await cloneDatabase();
  const dataSource = await openDataSource(clone.url, 3);
  opened.push({ dataSource, drop: clone.drop });
  const database = new Database(dataSource);
  return { database, loader: new CatalogLoader(database) };
}

/** Everything that is known, without numbers and times of this installation. */
async function content({ database }: Installation): Promise<Record<string, unknown[]>> {
  return database.transaction('system', async (sql) => {
    const found: Record<string, unknown[]> = {};
    for (const table of tables) {
      const rows = await sql.query<{ row: object }>(
        `SELECT to_jsonb(t) - '{id,observed_at,from_id,to_id}'::text[] AS row FROM catalog_${table} t ORDER BY 1`,
      );
      found[table] = rows.map(({ row }) => row);
    }
    return found;
  });
}

const source = (name: string, covers: Coverage[], records: readonly CatalogRecord[]): BulkSource => ({
  name,
  origin: name === 'debian' ? '/srv/lists' : `https://example.com/${name}`,
  covers,
  dataAsOf: () => '2026-01-02T03:04:05.000Z',
  async *records() {
    await Promise.resolve();
    yield records;
  },
});

const advisory = {
  id: 'GHSA-1',
  affected: [{ package: { ecosystem: 'npm', name: 'quokka' } }],
  odd: null,
  text: 'a\\b\t"ü"',
};
const sources: BulkSource[] = [
  source(
    'debian',
    [],
    [
      {
        kind: 'package',
        purl: 'pkg:deb/debian/openssl',
        versions: ['1.1.1', '3.0.7'],
        repositoryUrl: 'https://github.com/openssl/openssl',
        weight: 4,
      },
      { kind: 'product', cpe: 'cpe:2.3:a:openssl:openssl:*:*:*:*:*:*:*:*', title: 'OpenSSL', weight: 3 },
      {
        kind: 'link',
        from: 'pkg:deb/debian/openssl',
        to: 'cpe:2.3:a:openssl:openssl:*:*:*:*:*:*:*:*',
        relation: 'same',
      },
    ],
  ),
  source(
    'osv-npm',
    [{ kind: 'vulnerabilities', scopes: ['pkg:npm'], completeSince: '1999-01-01' }],
    [
      {
        kind: 'advisory',
        id: 'GHSA-1',
        aliases: ['CVE-2026-1'],
        summary: 'x',
        published: '2026-01-01T00:00:00Z',
        packageKeys: ['pkg:npm/quokka'],
        record: advisory,
      },
    ],
  ),
  source(
    'nvd-cve',
    [{ kind: 'vulnerabilities', scopes: ['cpe:a'], completeSince: '2002-01-01' }],
    [
      {
        kind: 'cve',
        cve: 'CVE-2026-1',
        status: 'Analyzed',
        isAnalyzed: true,
        isRejected: false,
        severities: [{ vector: 'AV:N', by: 'nvd' }],
        weaknesses: ['CWE-79'],
        referenceUrls: ['https://x'],
        ssvc: { Automatable: 'yes' },
      },
      {
        kind: 'vulnerable-product',
        cve: 'CVE-2026-1',
        cpe: 'cpe:2.3:a:openssl:openssl:*:*:*:*:*:*:*:*',
        criteria: [{ criteria: 'cpe:2.3:a:openssl:openssl:*:*:*:*:*:*:*:*', versionEndExcluding: '3' }],
      },
    ],
  ),
  source(
    'kev',
    [{ kind: 'exploited', scopes: ['cve'], completeSince: '2021-11-03' }],
    [
      {
        kind: 'exploited',
        cve: 'CVE-2026-1',
        addedOn: '2026-01-01',
        ransomware: true,
        record: { cveID: 'CVE-2026-1', notes: null },
      },
    ],
  ),
  source(
    'mixed',
    [
      { kind: 'exploit_probability', scopes: ['cve'], completeSince: null },
      { kind: 'end_of_life', scopes: ['*'], completeSince: null },
    ],
    [
      { kind: 'exploit-prediction', cve: 'CVE-2026-1', probability: 0.5, percentile: 0.75 },
      {
        kind: 'lifecycle',
        slug: 'openssl',
        title: 'OpenSSL',
        identifiers: ['pkg:deb/debian/openssl', 'cpe:2.3:a:openssl:openssl:*:*:*:*:*:*:*:*'],
        cycles: [{ releaseCycle: '3', eol: null }],
      },
    ],
  ),
];

describe('catalog:export', () => {
  let written: Installation;
  let result: ExportResult;
  const none = new Set<string>();

  beforeAll(async () => {
    written = await installation();
    await written.loader.load(sources);
    result = await exportCatalog(written.database, { folder: bundle, keyFile }, () => undefined);
  });
  afterAll(async () => {
    for (const { dataSource, drop } of opened) {
      await dataSource.destroy();
      await drop();
    }
    opened = [];
    rmSync(folder, { recursive: true, force: true });
  });

  it('writes what another installation loads: the same knowledge, with the same coverage', async () => {
    const other = await installation();
    const { sources: found, fingerprint } = await exportedBundle(bundle, new Set([result.fingerprint]));
    expect(fingerprint).toBe(result.fingerprint);
    expect(readFileSync(join(bundle, 'manifest.json'), 'utf8')).not.toContain('/srv');
    await other.loader.load(found);
    expect(await content(other)).toEqual(await content(written));
    const covered = await other.database.transaction('system', coverageOfLoadedSources);
    const dataAsOf = new Date('2026-01-02T03:04:05.000Z');
    const covers = (name: string): object => ({
      name,
      covers: sources.find((one) => one.name === name)!.covers,
      dataAsOf,
    });
    expect(covered).toMatchObject([
      { name: 'endoflife', covers: [{ kind: 'end_of_life' }] },
      { name: 'epss', covers: [{ kind: 'exploit_probability' }] },
      ...['kev', 'nvd-cve', 'osv-npm'].map(covers),
    ]);
    // A second time changes nothing, and what was loaded can be exported again.
    await other.loader.load((await exportedBundle(bundle, none)).sources);
    expect(await content(other)).toEqual(await content(written));
    const again = await exportCatalog(other.database, { folder: join(folder, 'again'), keyFile }, () => undefined);
    expect(again.sources.map(({ name, records }) => [name, records]).sort()).toEqual(
      result.sources.map(({ name, records }) => [name, records]).sort(),
    );
  });

  it('keeps its key to itself, and signs with the same one again', () => {
    expect(statSync(keyFile).mode & 0o077).toBe(0);
    expect(readFileSync(join(bundle, 'signing-key.pem'), 'utf8')).toContain('BEGIN PUBLIC KEY');
    expect(existsSync(join(bundle, 'catalog-signing.pem'))).toBe(false);
  });

  it('writes checksums that sha256sum understands', () => {
    expect(execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: bundle }).toString()).toBe('');
  });

  it('writes into no folder that holds something', async () => {
    await expect(exportCatalog(written.database, { folder: bundle, keyFile }, () => undefined)).rejects.toThrow(
      /is not empty/,
    );
  });

  describe('what is not as it was signed is not loaded', () => {
    let copy: string;
    beforeEach(() => {
      copy = mkdtempSync(join(folder, 'copy-'));
      cpSync(bundle, copy, { recursive: true });
    });
    const signAgain = (): Promise<void> =>
      signFolder(copy, ['manifest.json', ...result.sources.map(({ file }) => file)], signingKey(keyFile));
    const changeManifest = (change: (manifest: Record<string, unknown>) => void): void => {
      const path = join(copy, 'manifest.json');
      const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
      change(manifest);
      writeFileSync(path, JSON.stringify(manifest));
    };

    it.each<[string, () => void | Promise<void>, RegExp]>([
      [
        'a file that was changed',
        () => appendFileSync(join(copy, 'records/kev.ndjson.gz'), 'x'),
        /records\/kev\.ndjson\.gz was changed/,
      ],
      [
        'a file that is missing',
        () => rmSync(join(copy, 'records/nvd-cve.ndjson.gz')),
        /records\/nvd-cve\.ndjson\.gz is missing/,
      ],
      [
        'checksums that were changed',
        () => appendFileSync(join(copy, 'SHA256SUMS'), `${'0'.repeat(64)}  x\n`),
        /not the signature of SHA256SUMS/,
      ],
      ['no signature', () => rmSync(join(copy, 'SHA256SUMS.sig')), /SHA256SUMS\.sig is missing/],
      ['no checksums', () => rmSync(join(copy, 'SHA256SUMS')), /SHA256SUMS is missing/],
      ['no key', () => rmSync(join(copy, 'signing-key.pem')), /signing-key\.pem is missing/],
      ['something else as a key', () => writeFileSync(join(copy, 'signing-key.pem'), 'x'), /not an Ed25519 public key/],
      [
        'another key',
        () => {
          const other = join(copy, 'other');
          signingKey(join(other, 'key.pem'));
          execFileSync('openssl', [
            'pkey',
            '-in',
            join(other, 'key.pem'),
            '-pubout',
            '-out',
            join(copy, 'signing-key.pem'),
          ]);
        },
        /not the signature of SHA256SUMS by signing-key\.pem/,
      ],
      [
        'a file that no checksum covers',
        async () => {
          copyFileSync(join(copy, 'records/kev.ndjson.gz'), join(copy, 'records/more.ndjson.gz'));
          changeManifest((manifest) =>
            (manifest.sources as object[]).push({
              ...(manifest.sources as object[])[0],
              file: 'records/more.ndjson.gz',
            }),
          );
          await signAgain();
        },
        /records\/more\.ndjson\.gz is not among the signed files/,
      ],
      [
        'a manifest of a later release',
        async () => {
          changeManifest((manifest) => (manifest.version = 2));
          await signAgain();
        },
        /has version 2; this release reads version 1/,
      ],
      [
        'a manifest that leads elsewhere',
        async () => {
          changeManifest((manifest) =>
            Object.assign((manifest.sources as object[])[0]!, { file: '../../x.ndjson.gz' }),
          );
          await signAgain();
        },
        /"sources" of manifest\.json/,
      ],
    ])('%s', async (_what, change, message) => {
      await change();
      expect(isSigned(copy)).toBe(true);
      await expect(exportedBundle(copy, none)).rejects.toThrow(message);
      await expect(exportedBundle(copy, none)).rejects.toMatchObject({ status: 422 });
    });

    it('whoever else has signed it, where keys are named', async () => {
      await expect(exportedBundle(copy, new Set([`SHA256:${'0'.repeat(64)}`]))).rejects.toThrow(
        new RegExp(`signed with the key ${result.fingerprint}, which CATALOG_TRUSTED_KEYS does not name`),
      );
    });

    it('what is not signed, where keys are named, though the signature was only taken away', () => {
      for (const file of ['manifest.json', 'SHA256SUMS', 'SHA256SUMS.sig']) rmSync(join(copy, file));
      const { status, stderr } = spawnSync(process.execPath, ['dist/src/stocktake.js', 'catalog', 'load', copy], {
        cwd: projectRoot,
        env: { ...process.env, DATA_DIR: join(copy, 'data'), CATALOG_TRUSTED_KEYS: result.fingerprint },
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([1, expect.stringMatching(/not signed, and CATALOG_TRUSTED_KEYS names keys/)]);
      expect(existsSync(join(copy, 'data'))).toBe(false);
    });
  });
});
