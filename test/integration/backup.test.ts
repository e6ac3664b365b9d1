import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import { createApplication, prepareDatabase, type Application } from '../../src/commands/application.js';
import { openDataSource } from '../../src/data-source.js';
import { knownMigrations } from '../../migrations/index.js';
import { createBackup } from '../../src/platform/backup/backup.js';
import { Configuration } from '../../src/platform/configuration/configuration.js';
import { Database } from '../../src/platform/database/database.js';
import { BlobStore } from '../../src/platform/storage/blob-store.js';
import { ProjectSecrets } from '../../src/projects/project-secrets.js';
import { uploads } from '../../src/sboms/sboms.retention.js';
import { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { runOperation } from '../support/operations.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { createDatabase, untilWaiting, withClient, type TestDatabase } from '../support/postgres.js';
import { makeDataFolder } from '../support/service-process.js';

const sbom = JSON.stringify({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components: [{ type: 'library', name: 'lodash', version: '4.17.21', purl: 'pkg:npm/lodash@4.17.21' }],
});

describe('backup and restore', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stocktake-backup-'));
  const copy = join(folder, 'copy');
  let app: TestApp;
  let admin: Person & TenantIds;
  let sbomId: string;
  let projectId: string;
  let importJob: string;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    admin = await firstAdmin(app);
    const fields = { name: 'Ünïcode\t\\N 😀', version: '1', supplier: '', contact_name: '', contact_email: '' };
    const made = await admin.client.post('v1/project/createSBOM', { ...fields, org_id: admin.orgId });
    sbomId = made.body.data.id;
    await admin.client.post('v1/project/addComponent', { sbom_id: sbomId, name: 'own "thing"\n\r' });
    const imported = await admin.client.upload('v1/project/importSBOM', sbom, { sbom_id: sbomId, async: 'true' });
    importJob = imported.body.meta.job_id;
    const project = { team_id: admin.teamId, name: 'P', type: 'git', source: 'https://git.example/p.git' };
    const body = { ...project, branch: 'main', description: '', password: 'the project’s secret' };
    projectId = (await admin.client.post('v1/project/createProject', body)).body.data.id;
    // Numbers that the database gives, and triggers: the catalogue has both.
    await app.nest.get(CatalogLoader).loadStarter();
    const done = await runOperation(['backup', copy], installation());
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining(`1 uploaded files are in ${copy}`) });
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  const installation = (more: Record<string, string> = {}): Record<string, string> => ({
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.configuration.dataDir,
    MASTER_KEY_FILE: app.configuration.masterKeyFile,
    ...more,
  });
  /** Of every table of ours, how many rows and what they say. */
  const contentOf = (url: string): Promise<Record<string, string>> =>
    withClient(url, async (client) => {
      const { rows: tables } = await client.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
         AND relpersistence = 'p' AND relname <> 'schema_migrations'`,
      );
      const content: Record<string, string> = {};
      for (const { name } of tables) {
        const { rows } = await client.query(
          `SELECT count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS all FROM "${name}" t`,
        );
        content[name] = rows[0].all;
      }
      return content;
    });

  const inEmptyDatabase = async (work: (target: TestDatabase, dataDir: string) => Promise<void>): Promise<void> => {
    const target = await createDatabase();
    const dataDir = mkdtempSync(join(folder, 'restored-'));
    try {
      await work(target, dataDir);
    } finally {
      await target.drop();
    }
  };

  it('puts everything back: rows, files, secrets, sessions and open work', async () => {
    const before = await contentOf(app.databaseUrl);
    await inEmptyDatabase(async ({ url }, dataDir) => {
      const there = { DATABASE_URL: url, DATA_DIR: dataDir, MASTER_KEY_FILE: app.configuration.masterKeyFile };
      expect(await runOperation(['restore', copy], there)).toMatchObject({ code: 0 });
      expect(await contentOf(url)).toEqual(before);

      const service = await createApplication(new Configuration({ ...there, LOG_LEVEL: 'silent', ROLES: 'api' }), url);
      try {
        await isWhatItWas(service);
      } finally {
        await service.nest.close();
      }
    });
  });

  async function isWhatItWas({ nest }: Application): Promise<void> {
    await nest.listen(0, '127.0.0.1');
    const { port } = nest.getHttpServer().address() as AddressInfo;
    const client = new ApiClient(`http://127.0.0.1:${port}`);
    const { status, body } = await client.post('v1/sessions/login', {
      username: admin.username,
      password: admin.password,
    });
    expect(status).toBe(200);
    // A token of before goes on to be good: the signing keys came back, and can be opened.
    expect((await client.as(admin.token).get('v1/users/getSelf')).status).toBe(200);
    const again = client.as(body.data.jwt);
    const shown = await again.get('v1/project/getSBOM', { id: sbomId });
    expect(shown.body).toEqual((await admin.client.get('v1/project/getSBOM', { id: sbomId })).body);
    expect((await again.get('v1/jobs/getJob', { id: importJob })).status).toBe(200);
    const secret = await nest
      .get(Database)
      .transaction('system', (sql) =>
        nest.get(ProjectSecrets).read(sql, { id: projectId, org_id: admin.orgId }, 'password'),
      );
    expect(secret).toBe('the project’s secret');
  }

  it('goes from a server to the embedded database and back, the same to the byte', async () => {
    const dataDir = makeDataFolder();
    const embedded = { DATABASE_URL: '', DATA_DIR: dataDir, MASTER_KEY_FILE: app.configuration.masterKeyFile };
    const second = join(folder, 'second');
    expect(await runOperation(['restore', copy], embedded)).toMatchObject({ code: 0 });
    expect(await runOperation(['backup', second], embedded)).toMatchObject({ code: 0 });
    const tables = (of: string) => JSON.parse(readFileSync(join(of, 'manifest.json'), 'utf8')).tables;
    expect(tables(second)).toEqual(tables(copy));
    expect(readdirSync(join(second, 'blobs'), { recursive: true })).toEqual(
      readdirSync(join(copy, 'blobs'), { recursive: true }),
    );
    rmSync(dataDir, { recursive: true });
  });

  it('touches no database that is in use, and no folder that is', async () => {
    const before = await contentOf(app.databaseUrl);
    expect(await runOperation(['restore', copy], installation())).toEqual({
      code: 1,
      output: expect.stringMatching(/^The database is in use/),
    });
    expect(await contentOf(app.databaseUrl)).toEqual(before);
    expect(await runOperation(['backup', copy], installation())).toMatchObject({
      code: 1,
      output: expect.stringContaining('is not empty'),
    });
  });

  it.each([
    ['a changed row', 'tables/users.copy.gz', /users is damaged/],
    ['a changed file', 'blobs', /is damaged/],
    ['no manifest: it was never finished', 'manifest.json', /holds no whole backup/],
  ])('restores nothing of a backup with %s', async (_what, part, complaint) => {
    const damaged = mkdtempSync(join(folder, 'damaged-'));
    cpSync(copy, damaged, { recursive: true });
    if (part === 'manifest.json') rmSync(join(damaged, part));
    else {
      const inside = readdirSync(join(damaged, 'blobs'), { recursive: true })
        .map(String)
        .find((name) => name.length > 60);
      const file = join(damaged, part === 'blobs' ? `blobs/${inside}` : part);
      const content = readFileSync(file);
      content[content.length >> 1]! ^= 1;
      writeFileSync(file, content);
    }
    await inEmptyDatabase(async ({ url }, dataDir) => {
      await prepareDatabase(url);
      const empty = await contentOf(url);
      const end = await runOperation(['restore', damaged], {
        DATABASE_URL: url,
        DATA_DIR: dataDir,
        MASTER_KEY_FILE: 'none',
      });
      expect(end).toEqual({ code: 1, output: expect.stringMatching(complaint) });
      expect(await contentOf(url)).toEqual(empty);
    });
  });

  it.each([
    [
      'postgres://u:secret@127.0.0.1:1/shop',
      /^The database at 127\.0\.0\.1:1\/shop cannot be reached: .*\(DATABASE_URL\)\.$/,
    ],
    ['localhost/shop', /^DATABASE_URL is no address of PostgreSQL/],
  ])('names the setting where there is no database at %s', async (url, complaint) => {
    const end = await runOperation(['backup', join(folder, 'nowhere')], installation({ DATABASE_URL: url }));
    expect(end).toEqual({ code: 1, output: expect.stringMatching(complaint) });
  });

  it.each(['{ broken', 'null', '{"format":"stocktake-backup-1"}'])(
    'restores nothing by the manifest %s',
    async (text) => {
      const damaged = mkdtempSync(join(folder, 'manifest-'));
      writeFileSync(join(damaged, 'manifest.json'), text);
      const end = await runOperation(['restore', damaged], installation());
      expect(end).toEqual({ code: 1, output: expect.stringMatching(/holds no whole backup: its manifest\.json/) });
    },
  );

  it('leaves out a damaged file, names it, and can be restored', async () => {
    const [name] = readdirSync(join(copy, 'blobs'), { recursive: true })
      .map(String)
      .filter((one) => one.length > 60);
    const { dataDir } = app.configuration;
    const inside = readdirSync(dataDir, { recursive: true }).map(String);
    const stored = join(
      dataDir,
      inside.find((one) => one.endsWith(name!.split('/').at(-1)!))!,
    );
    const content = readFileSync(stored);
    chmodSync(stored, 0o600);
    writeFileSync(stored, 'damaged');
    const without = join(folder, 'without');
    const end = await runOperation(['backup', without], installation());
    writeFileSync(stored, content);
    expect(end).toMatchObject({ code: 1, output: expect.stringContaining(name!.split('/').at(-1)!) });
    await inEmptyDatabase(async ({ url }, dataDir) => {
      const there = { DATABASE_URL: url, DATA_DIR: dataDir, MASTER_KEY_FILE: app.configuration.masterKeyFile };
      expect(await runOperation(['restore', without], there)).toMatchObject({ code: 0 });
    });
  });

  it('says which files it lacks where DATA_DIR is not that of the service', async () => {
    const [name] = readdirSync(join(copy, 'blobs'), { recursive: true })
      .map(String)
      .filter((one) => one.length > 60);
    const elsewhere = mkdtempSync(join(folder, 'elsewhere-'));
    const without = join(folder, 'without-files');
    expect(await runOperation(['backup', without], installation({ DATA_DIR: elsewhere }))).toEqual({
      code: 1,
      output: `The rest of the backup is whole. Not in the store, although imports name them: ${name!.split('/').at(-1)}. Look whether DATA_DIR is that of the service`,
    });
  });

  it('is none where the schema changes meanwhile: a table that is rewritten looks empty', async () => {
    await inEmptyDatabase(async ({ url }) => {
      await prepareDatabase(url);
      const dataSource = await openDataSource(url);
      const interrupted = join(folder, 'interrupted');
      await withClient(url, async (client) => {
        await client.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
        const backup = createBackup(new Database(dataSource), app.nest.get(BlobStore), interrupted, [uploads]);
        backup.catch(() => undefined);
        await untilWaiting(url);
        await client.query(`INSERT INTO schema_migrations (timestamp, name) VALUES (1, 'Meanwhile1'); COMMIT`);
        await expect(backup).rejects.toThrow('The schema changed during the backup');
      });
      await dataSource.destroy();
    });
  });

  it('is made of the schema as it is, and not of a database that nobody has used', async () => {
    await inEmptyDatabase(async ({ url }, dataDir) => {
      const there = { DATABASE_URL: url, DATA_DIR: dataDir };
      const empty = await runOperation(['backup', join(folder, 'empty')], there);
      expect(empty).toEqual({ code: 1, output: expect.stringContaining('no service has used this database yet') });
      const former = knownMigrations.slice(0, -1).map(({ name }) => name);
      await prepareDatabase(url, former);
      expect(await runOperation(['backup', join(folder, 'former')], there)).toMatchObject({ code: 0 });
      const { rows } = await withClient(url, (client) =>
        client.query('SELECT name FROM schema_migrations ORDER BY id'),
      );
      expect(rows.map(({ name }) => name).sort()).toEqual(former.toSorted());
    });
  });

  it('restores a backup whose migrations were run in another order', async () => {
    const reordered = join(folder, 'reordered');
    cpSync(copy, reordered, { recursive: true });
    const manifest = JSON.parse(readFileSync(join(reordered, 'manifest.json'), 'utf8'));
    writeFileSync(
      join(reordered, 'manifest.json'),
      JSON.stringify({ ...manifest, migrations: manifest.migrations.toReversed() }),
    );
    await inEmptyDatabase(async ({ url }, dataDir) => {
      const there = { DATABASE_URL: url, DATA_DIR: dataDir, MASTER_KEY_FILE: app.configuration.masterKeyFile };
      expect(await runOperation(['restore', reordered], there)).toMatchObject({ code: 0 });
    });
  });

  it('brings the backup of an older release to this one, and refuses a later one’s', async () => {
    const older = join(folder, 'older');
    await inEmptyDatabase(async ({ url }) => {
      const dataSource = await openDataSource(url);
      await prepareDatabase(
        url,
        knownMigrations.slice(0, -1).map(({ name }) => name),
      );
      await dataSource.query(`INSERT INTO organizations (id, name) VALUES (gen_random_uuid(), 'Older')`);
      expect(await createBackup(new Database(dataSource), app.nest.get(BlobStore), older, [uploads])).toMatchObject({
        blobs: 1,
        missing: { count: 0, first: [] },
      });
      await dataSource.destroy();
    });
    await inEmptyDatabase(async ({ url }, dataDir) => {
      const there = { DATABASE_URL: url, DATA_DIR: dataDir };
      expect(await runOperation(['restore', older], there)).toMatchObject({ code: 0 });
      const tables = Object.keys(await contentOf(url)).sort();
      expect(tables).toEqual(Object.keys(await contentOf(app.databaseUrl)).sort());
      await withClient(url, async (client) =>
        expect((await client.query('SELECT name FROM organizations')).rows).toEqual([{ name: 'Older' }]),
      );
    });
    const file = join(older, 'manifest.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"migrations": [', '"migrations": ["FromTheFuture1",'));
    expect((await runOperation(['restore', older], installation())).output).toMatch(/made by a later release/);
  });
});
