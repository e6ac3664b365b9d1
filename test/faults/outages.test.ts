/** @own-modules It defines jobs, each of which every service of the process must handle. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/platform/embedded/embedded-postgres.js';
import { backendsHere } from '../support/job-environment.js';
import { withClient } from '../support/postgres.js';
import { FaultEnvironment } from './fault-environment.js';
import type { FaultStep } from './fault-step.js';
import { live, openSite, outagesOf, type Site } from './outages.js';
import { Proxy } from '../support/proxy.js';

jest.setTimeout(300_000);

/** 599 stands for a connection that broke; a 500 would be a bug of ours, a 4xx a wrong accusation. */
const fair = [200, 202, 503, 599];

describe.each(backendsHere())('stores that fail, queue on %s', (backend) => {
  let site: Site & { close(): Promise<void> };
  let environment: FaultEnvironment;

  beforeAll(async () => {
    site = await openSite(backend);
    environment = site.environment;
    await environment.upload();
    await environment.quiet();
  });
  afterAll(() => site?.close());

  it.each(outagesOf(backend).map((outage) => [outage.name, outage] as const))('%s', async (_name, outage) => {
    const before = environment.statuses.length;
    await live(site, outage);
    expect(await environment.violations()).toEqual([]);
    expect(environment.statuses.slice(before).filter((status) => !fair.includes(status))).toEqual([]);
  });

  const writing: FaultStep = {
    name: 'writing',
    process: 'api',
    module: 'platform/storage/blob-store',
    owner: 'BlobStore',
    method: 'write',
    when: 'before',
  };

  it('the disk is full: 503 and nothing kept; as soon as there is room, all is well', async () => {
    await environment.api.arm(writing, 'full');
    await environment.upload();
    expect(environment.statuses.at(-1)).toBe(503);
    expect((await environment.upload()).answer).toBe('acknowledged');
    expect(await environment.violations()).toEqual([]);
  });

  it('SIGTERM under load: what was acknowledged is done, and both processes end in good order', async () => {
    const sent = Array.from({ length: 10 }, () => environment.upload(100));
    await sleep(100);
    environment.api.signal('SIGTERM');
    environment.worker.signal('SIGTERM');
    await Promise.all(sent);
    expect([await environment.api.ended(), await environment.worker.ended()]).toEqual([0, 0]);
    await environment.startMissing();
    expect(await environment.violations()).toEqual([]);
  });

  const filling: FaultStep = {
    name: 'filling',
    process: 'worker',
    module: 'sboms/importing/sbom-importer',
    owner: 'SbomImporter',
    method: 'import',
    when: 'before',
  };

  it('a worker hangs for longer than its lease, and comes back when another has done its work', async () => {
    const hung = environment.worker;
    await hung.arm(filling, 'stop');
    await environment.upload(200);
    await sleep(3_000);
    await environment.startWorker();
    await environment.quiet();
    hung.signal('SIGCONT');
    await sleep(2_000);
    expect(await environment.violations()).toEqual([]);
    await hung.stop();
  });
});

describe('a database server that dies', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stocktake-dying-'));
  let server: EmbeddedPostgres;
  let proxy: Proxy;
  let environment: FaultEnvironment;

  beforeAll(async () => {
    chmodSync(dataDir, 0o755);
    server = await startEmbeddedPostgres({ dataDir });
    await withClient(server.url, (client) => client.query('CREATE DATABASE dying'));
    const url = server.url.replace(/\/postgres$/, '/dying');
    proxy = await Proxy.before(Number(new URL(url).port));
    environment = await FaultEnvironment.on(proxy.through(url));
    await environment.upload();
    await environment.quiet();
  });
  afterAll(async () => {
    await environment?.close();
    await proxy?.close();
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it.each(['SIGKILL', 'SIGQUIT', 'SIGINT'] as const)('by %s, in the middle of imports', async (signal) => {
    await environment.upload(200);
    await environment.upload(200);
    const file = join(dataDir, 'postgres/cluster/postmaster.pid');
    process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), signal);
    await sleep(1_500);
    await environment.upload();
    server = await startEmbeddedPostgres({ dataDir });
    proxy.leadTo(Number(new URL(server.url).port));
    for (let tries = 0; (await environment.upload()).answer !== 'acknowledged' && tries < 100; tries += 1)
      await sleep(500);
    expect(await environment.violations()).toEqual([]);
    expect(environment.statuses.filter((status) => !fair.includes(status))).toEqual([]);
  });
});
