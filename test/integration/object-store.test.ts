import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createApplication, type Application } from '../../src/commands/application.js';
import { Configuration } from '../../src/platform/configuration/configuration.js';
import { Readiness } from '../../src/platform/http/health.controller.js';
import { BlobStore } from '../../src/platform/storage/blob-store.js';
import { startApp, type TestApp } from '../support/app.js';
import { ObjectStore } from '../support/object-store.js';
import { runOperation } from '../support/operations.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { createDatabase } from '../support/postgres.js';

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const document = (name: string, blank = 0): string =>
  JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components: [{ type: 'library', name }] }) +
  ' '.repeat(blank);

describe('uploaded files in an object store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stocktake-store-'));
  let store: ObjectStore;
  let settings: Record<string, string>;
  let app: TestApp;
  let worker: Application;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    store = await ObjectStore.start();
    const ca = join(folder, 'ca.pem');
    writeFileSync(ca, store.certificate);
    settings = { BLOB_STORE_URL: store.url(), OUTSIDE_CA_FILE: ca };
    app = await startApp({ ...settings, ROLES: 'api' });
    // Another machine: it shares nothing with the first but the database and the store.
    const own = { DATA_DIR: join(folder, 'worker'), ROLES: 'worker,scheduler', LOG_LEVEL: 'silent', SAMPLE: 'false' };
    const threads = { RESOLUTION_THREADS: '0', IMPORT_READER_IDLE_S: '0' };
    const { masterKeyFile: MASTER_KEY_FILE } = app.configuration;
    worker = await createApplication(
      new Configuration({ ...settings, ...own, ...threads, MASTER_KEY_FILE }),
      app.databaseUrl,
    );
    admin = await firstAdmin(app);
  });
  afterAll(async () => {
    await worker?.nest.close();
    await app?.close();
    await store?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const newSbom = async (): Promise<string> => {
    const fields = { name: 'S', version: '1', supplier: 's', contact_name: '', contact_email: '' };
    return (await admin.client.post('v1/project/createSBOM', { ...fields, org_id: admin.orgId })).body.data.id;
  };
  const upload = (sbom_id: string, content: string) =>
    admin.client.upload('v1/project/importSBOM', content, { sbom_id });
  const keyOf = (content: string): string => `stocktake/${sha256(content).slice(0, 2)}/${sha256(content)}`;

  it('are imported by a worker that shares no folder, and are given back as they came', async () => {
    const id = await newSbom();
    const small = document('small');
    expect((await upload(id, small)).status).toBe(200);
    const large = document('large', 17 * 1024 * 1024);
    const answer = await upload(id, large);
    expect(answer).toMatchObject({ status: 200 });
    expect(store.objects.get(keyOf(small))!.content.toString()).toBe(small);
    expect(store.asked.filter((line) => line.includes('partNumber'))).toHaveLength(3);
    expect(store.openUploads).toBe(0);
    const original = await fetch(`${app.url}/v1/project/getOriginal?id=${id}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(sha256(Buffer.from(await original.arrayBuffer()))).toBe(sha256(large));
    for (const dataDir of [app.configuration.dataDir, join(folder, 'worker')])
      expect(readdirSync(join(dataDir, 'blobs'), { recursive: true })).toEqual(['drafts']);
  });

  it('that were changed in the store are refused', async () => {
    const id = await newSbom();
    const content = document('changed');
    const isStored = upload(id, content);
    store.before = {
      method: 'GET',
      work: () => store.objects.set(keyOf(content), { content: Buffer.from('x'), storedAt: new Date() }),
    };
    expect(await isStored).toMatchObject({ status: 422, body: { reason: 'corrupt' } });
    store.objects.set(keyOf(content), { content: Buffer.from(content), storedAt: new Date() });
  });

  it('are not acknowledged while the store is away, which readiness tells by name', async () => {
    const id = await newSbom();
    store.failing = 503;
    const answer = await upload(id, document('away'));
    await expect(app.nest.get(Readiness).check()).rejects.toThrow('common store of uploaded files (BLOB_STORE_URL)');
    store.failing = 0;
    expect(answer).toMatchObject({ status: 503, body: { message: expect.stringContaining('BLOB_STORE_URL') } });
    await app.nest.get(Readiness).check();
    expect((await upload(id, document('away'))).status).toBe(200);
  });

  it('are stored once more where retention takes them away at that very moment', async () => {
    const blobs = app.nest.get(BlobStore);
    const content = 'of yesterday and of now';
    store.before = {
      method: 'PUT',
      work: () => (store.before = { method: 'GET', work: () => store.objects.delete(keyOf(content)) }),
    };
    expect(await blobs.put(Readable.from([Buffer.from(content)]), 100)).toEqual({
      sha256: sha256(content),
      size: content.length,
    });
    expect(store.objects.get(keyOf(content))!.content.toString()).toBe(content);
  });

  it('that are old are what retention looks at, and what was stored again stays', async () => {
    const id = await newSbom();
    const kept = document('kept');
    await upload(id, kept);
    const long = new Date(Date.now() - 2 * 24 * 3_600_000);
    for (const [key, storedAt] of [
      [keyOf(kept), long],
      [keyOf('old'), long],
      [keyOf('young'), new Date()],
    ] as const)
      store.objects.set(key, {
        content: store.objects.get(key)?.content ?? Buffer.from(key === keyOf('old') ? 'old' : 'young'),
        storedAt,
      });
    store.objects.set('elsewhere/file', { content: Buffer.from(''), storedAt: long });
    const blobs = worker.nest.get(BlobStore);
    const old: string[] = [];
    for await (const name of blobs.old()) old.push(name);
    expect(old.sort()).toEqual([sha256(kept), sha256('old')].sort());
    expect(await blobs.removeOld(sha256('young'))).toBe(false);
    expect(await blobs.removeOld(sha256('old'))).toBe(true);
    expect([keyOf(kept), keyOf('old'), keyOf('young'), 'elsewhere/file'].map((key) => store.objects.has(key))).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  it('are in a backup, and are restored into another store', async () => {
    const copy = join(folder, 'backup');
    const own = { DATABASE_URL: app.databaseUrl, MASTER_KEY_FILE: app.configuration.masterKeyFile };
    const backup = await runOperation(['backup', copy], { ...settings, ...own, DATA_DIR: join(folder, 'operator') });
    expect(backup).toMatchObject({ code: 0 });
    const target = await createDatabase();
    try {
      const there = { ...settings, ...own, DATABASE_URL: target.url, BLOB_STORE_URL: store.url('restored') };
      const restored = await runOperation(['restore', copy], { ...there, DATA_DIR: join(folder, 'other') });
      expect(restored).toMatchObject({ code: 0 });
    } finally {
      await target.drop();
    }
    const names = (prefix: string): string[] =>
      [...store.objects.keys()].flatMap((key) =>
        key.startsWith(`${prefix}/`) && !key.endsWith('marker') ? [key.slice(prefix.length)] : [],
      );
    expect(names('restored').length).toBeGreaterThan(2);
    expect(names('restored').sort()).toEqual(names('stocktake').sort());
  });

  it('are not asked for with the wrong secret, which nothing repeats', async () => {
    const url = store.url('stocktake', 'a wrong secret');
    const copy = join(folder, 'refused');
    const environment = {
      ...settings,
      BLOB_STORE_URL: url,
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: join(folder, 'w'),
    };
    const { code, output } = await runOperation(['backup', copy], environment);
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('refuses the credentials') });
    expect(output).not.toMatch(/wrong secret|wrong%20secret/);
    expect(existsSync(join(copy, 'manifest.json'))).toBe(false);
  });
});
