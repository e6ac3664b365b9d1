/** @own-modules It defines jobs, each of which every service of the process must handle. */
import { IsUUID } from 'class-validator';
import type { DataSource } from 'typeorm';
import { openDataSource } from '../../src/data-source.js';
import { enqueue, enqueueAll } from '../../src/jobs/enqueue.js';
import { defineJob } from '../../src/jobs/job.js';
import { claimRun } from '../../src/jobs/lease.repository.js';
import { markNextQueued } from '../../src/jobs/outbox.repository.js';
import { Database } from '../../src/platform/database/database.js';
import { cloneDatabase } from '../support/postgres.js';

class ThingPayload {
  @IsUUID()
  thingId!: string;
}
const Touch = defineJob({ name: 'test.touch', payload: ThingPayload });

const mine = '018f0000-0000-7000-8000-000000000001';
const theirs = '018f0000-0000-7000-8000-000000000002';
const thing = { thingId: '018f0000-0000-7000-8000-0000000000aa' };

describe('enqueue', () => {
  let dataSource: DataSource;
  let database: Database;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const clone = await cloneDatabase();
    drop = clone.drop;
    dataSource = await openDataSource(clone.url, 4);
    database = new Database(dataSource);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await drop();
  });
  beforeEach(() => database.transaction('system', (sql) => sql.run('DELETE FROM job_runs')));

  const mineOnly = { organizations: [mine] };
  const count = () =>
    database.transaction(
      'system',
      async (sql) => (await sql.one<{ n: number }>('SELECT count(*)::int n FROM job_runs'))?.n,
    );

  it('writes the run with the caller, or not at all', async () => {
    const failed = database.transaction(mineOnly, async (sql) => {
      await enqueue(sql, Touch, thing, { orgId: mine });
      throw new Error('the caller changed its mind');
    });
    await expect(failed).rejects.toThrow('changed its mind');
    expect(await count()).toBe(0);

    const id = await database.transaction(mineOnly, (sql) =>
      enqueue(sql, Touch, thing, { orgId: mine, subject: { kind: 'thing', id: thing.thingId } }),
    );
    const row = await database.transaction('system', (sql) =>
      sql.one('SELECT id, name, queue, state, org_id, payload, subject_kind, max_attempts FROM job_runs'),
    );
    expect(row).toEqual({
      id,
      name: 'test.touch',
      queue: 'background',
      state: 'waiting',
      org_id: mine,
      payload: thing,
      subject_kind: 'thing',
      max_attempts: 5,
    });
  });

  it('cannot be used by a tenant to work as another organization, or as the service', async () => {
    for (const orgId of [theirs, null])
      await expect(database.transaction(mineOnly, (sql) => enqueue(sql, Touch, thing, { orgId }))).rejects.toThrow(
        /row-level security/,
      );
  });

  it('keeps one open run per dedupe key and organization, also among concurrent callers', async () => {
    const dedupe = { key: 'once', until: 'finished' } as const;
    const calls = Array.from({ length: 4 }, () =>
      database.transaction(mineOnly, (sql) => enqueue(sql, Touch, thing, { orgId: mine, dedupe })),
    );
    const ids = new Set(await Promise.all(calls));
    expect(ids.size).toBe(1);
    expect(await count()).toBe(1);

    await database.transaction({ organizations: [theirs] }, (sql) =>
      enqueue(sql, Touch, thing, { orgId: theirs, dedupe }),
    );
    expect(await count()).toBe(2);

    await database.transaction('system', (sql) =>
      sql.run(`UPDATE job_runs SET state = 'succeeded', finished_at = now() WHERE org_id = $mine`, { mine }),
    );
    const next = await database.transaction(mineOnly, (sql) => enqueue(sql, Touch, thing, { orgId: mine, dedupe }));
    expect(ids.has(next)).toBe(false);
  });

  const once = { orgId: mine, dedupe: { key: 'once', until: 'started' } } as const;
  const secondsLeft = async (): Promise<number> =>
    (await database.transaction('system', (sql) =>
      sql.one<{ seconds: number }>('SELECT extract(epoch FROM due_at - now())::float8 AS seconds FROM job_runs'),
    ))!.seconds;

  it('makes an open run due as early as the new one would be, and never later', async () => {
    const add = (delaySeconds: number) =>
      database.transaction(mineOnly, (sql) => enqueue(sql, Touch, thing, { ...once, delaySeconds }));
    const id = await add(10_000);
    expect(await add(20_000)).toBe(id);
    expect(await secondsLeft()).toBeGreaterThan(9_000);
    expect(await add(100)).toBe(id);
    expect(await secondsLeft()).toBeLessThan(101);
    expect(await count()).toBe(1);
  });

  it('leaves the wait between two attempts as it is', async () => {
    const add = () => database.transaction(mineOnly, (sql) => enqueue(sql, Touch, thing, once));
    await add();
    await database.transaction('system', (sql) =>
      sql.run(`UPDATE job_runs SET attempt = 1, due_at = now() + interval '1 hour'`),
    );
    await add();
    expect(await secondsLeft()).toBeGreaterThan(3_000);
  });

  it('lets the open run not start before the change that counts on it is there', async () => {
    const id = await database.transaction(mineOnly, (sql) => enqueue(sql, Touch, thing, once));
    const claim = () => database.transaction('system', (sql) => claimRun(sql, id, [Touch.name], 30_000));
    const claimed: ReturnType<typeof claim>[] = [];
    let isClaimed = false;
    await database.transaction(mineOnly, async (sql) => {
      expect(await enqueue(sql, Touch, thing, once)).toBe(id);
      claimed.push(claim().finally(() => (isClaimed = true)));
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(isClaimed).toBe(false);
    });
    expect(await claimed[0]).not.toBeNull();
    // One that has started may have missed what comes now.
    expect(await database.transaction(mineOnly, (sql) => enqueue(sql, Touch, thing, once))).not.toBe(id);
  });

  it('hands on alone what lost its worker twice, unless all others would wait for hours', async () => {
    const aloneOf = async (longJobNames: string[]): Promise<boolean[]> => {
      await database.transaction('system', (sql) => sql.run('DELETE FROM job_runs'));
      await database.transaction(mineOnly, (sql) =>
        enqueueAll(sql, Touch, [
          { payload: thing, orgId: mine },
          { payload: thing, orgId: mine },
        ]),
      );
      return database.transaction('system', async (sql) => {
        await sql.run('UPDATE job_runs SET lost = 2 WHERE id = (SELECT min(id::text)::uuid FROM job_runs)');
        const from = { queue: 'background', jobNames: [Touch.name], longJobNames, slots: 8 } as const;
        return (await markNextQueued(sql, from)).map(({ alone }) => alone);
      });
    };
    expect((await aloneOf([])).sort()).toEqual([false, true]);
    expect(await aloneOf([Touch.name])).toEqual([false, false]);
  });

  it('answers many entries in their order, doubles included', async () => {
    const keys = ['a', 'b', 'a', 'c', 'b'];
    const ids = await database.transaction(mineOnly, (sql) =>
      enqueueAll(
        sql,
        Touch,
        keys.map((key) => ({ payload: thing, orgId: mine, dedupe: { key, until: 'started' } as const })),
      ),
    );
    expect(ids).toHaveLength(5);
    expect([ids[2], ids[4]]).toEqual([ids[0], ids[1]]);
    expect(new Set(ids).size).toBe(3);
    expect(await count()).toBe(3);
  });
});
