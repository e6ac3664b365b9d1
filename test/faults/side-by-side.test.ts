/** @own-modules It defines jobs, each of which every service of the process must handle. */
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { backendsHere } from '../support/job-environment.js';
import { withClient } from '../support/postgres.js';
import { SmallDisk } from '../support/small-disk.js';
import { FaultEnvironment } from './fault-environment.js';
import { describeIf } from '../support/requirement.js';

jest.setTimeout(300_000);

const hour = 3_600_000;

/** Makes a file so large that it is not unpacked in memory, and not so uniform that it is refused as a bomb. */
const blank = randomBytes(6 * 1024 * 1024)
  .toString('latin1')
  .replace(/[^]/g, (one) => ' \t\n\r'[one.charCodeAt(0) % 4]!);

describe.each(backendsHere())('processes beside each other, queue on %s', (backend) => {
  let environment: FaultEnvironment;

  beforeAll(async () => {
    environment = await FaultEnvironment.open(backend);
    await environment.upload();
    await environment.quiet();
  });
  afterAll(() => environment?.close());

  const rows = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    withClient(environment.databaseUrl, async (client) => (await client.query(text, values)).rows as Row[]);

  it('schedulers that start at the same moment, one killed at once, look at each SBOM once', async () => {
    for (let n = 0; n < 20; n += 1) await environment.newSbom();
    await rows(`UPDATE sboms SET created_at = now() - interval '3 days', monitor_frequency = 'daily'`);
    const starting = [1, 2, 3].map(() => environment.startAnother('scheduler'));
    const [first] = await Promise.all(starting);
    first!.signal('SIGKILL');
    await environment.startAnother('scheduler');
    const open = `SELECT FROM job_runs WHERE name LIKE 'monitoring.%' AND state IN ('waiting', 'queued', 'active')`;
    for (let left = 1; left > 0; await sleep(100)) left = (await rows(open)).length;
    const looks = await rows<{ n: number; jobs: number }>(
      `SELECT count(*)::int AS n, count(DISTINCT job_id)::int AS jobs FROM monitoring_runs
       WHERE subject_kind = 'sbom' GROUP BY subject_id`,
    );
    const [all] = await rows<{ n: number }>('SELECT count(*)::int AS n FROM sboms');
    expect(all!.n).toBeGreaterThan(20);
    expect(looks).toEqual(Array.from({ length: all!.n }, () => ({ n: 1, jobs: 1 })));
    expect(await rows(`SELECT error FROM job_runs WHERE name LIKE 'monitoring.%' AND state <> 'succeeded'`)).toEqual(
      [],
    );
    expect(await environment.violations()).toEqual([]);
  });

  it.each([hour, -hour])('a worker whose clock is off by %d ms works with another, and dies', async (offMs) => {
    const wrong = await environment.startAnother('worker', offMs);
    for (let n = 0; n < 6; n += 1) await environment.upload(50);
    wrong.signal('SIGKILL');
    await environment.upload(50);
    expect(await environment.violations()).toEqual([]);
    const off = `created_at > now() + interval '1 minute' OR finished_at > now() + interval '1 minute'
      OR finished_at < created_at`;
    expect(await rows(`SELECT name, created_at, finished_at FROM job_runs WHERE ${off}`)).toEqual([]);
  });

  it('an upload that is half sent when the API is told to stop is taken whole, and done', async () => {
    const finish = halfSent(environment, 'late');
    await sleep(300);
    environment.api.signal('SIGTERM');
    await sleep(1_000);
    expect(environment.api.alive).toBe(true);
    expect(await fetch(`${environment.address}/health/ready`).catch(() => null)).toBeNull();
    expect(await finish()).toBe(202);
    expect(await environment.api.ended()).toBe(0);
    await environment.startMissing();
    await environment.quiet();
    const done = await rows(`SELECT FROM sbom_imports WHERE file_name = 'late' AND visible_at IS NOT NULL`);
    expect(done).toHaveLength(1);
  });
});

/** Sends half of an upload. @returns what sends the rest, and resolves to the status */
function halfSent(environment: FaultEnvironment, name: string): () => Promise<number | undefined> {
  const type = 'multipart/form-data; boundary=edge';
  const document =
    '{"bomFormat":"CycloneDX","specVersion":"1.6","version":1,"components":[{"type":"library","name":"a"}]}';
  const head = `--edge\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const body = `${head}${document}\r\n--edge--\r\n`;
  const half = request(`${environment.address}/v1/project/importSBOM?sbom_id=${environment.sbomId}&async=true`, {
    method: 'POST',
    headers: { 'Content-Type': type, 'Content-Length': body.length, Authorization: `Bearer ${environment.key}` },
  });
  const status = new Promise<number | undefined>((resolve, reject) =>
    half.once('response', (answer) => resolve(answer.resume().statusCode)).once('error', reject),
  );
  half.write(body.slice(0, head.length + 20));
  return () => {
    half.end(body.slice(head.length + 20));
    return status;
  };
}

const disk = SmallDisk.mount(16);
describeIf(disk !== null, 'this account may not mount a file system')('a disk that is full', () => {
  let environment: FaultEnvironment;

  beforeAll(async () => {
    environment = await FaultEnvironment.open('postgres', async (own) => ({ ...own, dataDir: disk!.folder }));
    await environment.upload();
    await environment.quiet();
  });
  afterAll(async () => {
    await environment?.close();
    disk!.unmount();
  });

  const drafts = () => readdirSync(join(disk!.folder, 'blobs/drafts'));

  it('takes no upload, says so, keeps nothing of it, shows what is there, and goes on when there is room', async () => {
    disk!.fill();
    await environment.upload(200);
    expect(environment.statuses.at(-1)).toBe(503);
    expect(drafts()).toEqual([]);
    await environment.read();
    expect(environment.reads).toHaveLength(1);
    disk!.freeSpace();
    await environment.upload(200);
    expect(environment.statuses.at(-1)).toBe(202);
    expect(await environment.violations()).toEqual([]);
  });

  it('does an import later that finds no room to unpack its file', async () => {
    await environment.worker.stop();
    expect((await environment.upload(12, (document) => gzipSync(document + blank))).answer).toBe('acknowledged');
    disk!.fill();
    await environment.startWorker();
    const waits = await withClient(environment.databaseUrl, async (client) => {
      const failed = `SELECT id, state, reason FROM job_runs WHERE name = 'sbom.import' AND error IS NOT NULL`;
      for (const end = Date.now() + 60_000; Date.now() < end; await sleep(50)) {
        const { rows } = await client.query(failed);
        if (rows.length > 0) return rows;
      }
      return [];
    });
    expect(waits).toEqual([{ id: expect.any(String), state: 'waiting', reason: 'unavailable' }]);
    disk!.freeSpace();
    await withClient(environment.databaseUrl, (client) =>
      client.query('UPDATE job_runs SET due_at = now() WHERE id = $1', [waits[0].id]),
    );
    expect(await environment.violations()).toEqual([]);
    expect(drafts()).toEqual([]);
  });
});
