/** @own-modules It defines jobs, each of which every service of the process must handle. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Attempt } from '../../src/jobs/attempt.js';
import { LostLeaseError } from '../../src/jobs/job-context.js';
import { cancelRuns } from '../../src/jobs/job-runs.repository.js';
import { claimRun, renewLease, scheduleRetry, type ClaimedRun } from '../../src/jobs/lease.repository.js';
import type { JobTimings } from '../../src/jobs/jobs.options.js';
import type { Sql } from '../../src/platform/database/sql.js';
import { JobTestEnvironment } from '../support/job-environment.js';
import { untilWaiting } from '../support/postgres.js';
import { Scripted } from '../support/test-jobs.js';

const leaseMs = 60_000;

/** What opens once, for everybody who waits. */
function latch(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

describe('the fence of a run', () => {
  let environment: JobTestEnvironment;
  const attempts: Attempt[] = [];

  beforeAll(async () => {
    environment = await JobTestEnvironment.open('postgres');
  });
  afterEach(() => {
    for (const attempt of attempts.splice(0)) attempt.close();
  });
  afterAll(() => environment.close());

  const system = <T>(work: (sql: Sql) => Promise<T>): Promise<T> => environment.database.transaction('system', work);
  const start = async (): Promise<{ run: ClaimedRun; attempt: Attempt }> => {
    const id = await environment.enqueue({ key: 'fence', behaviour: 'effect' });
    const run = (await system((sql) => claimRun(sql, id, [Scripted.name], leaseMs)))!;
    const times = { leaseMs } as JobTimings;
    const { database } = environment;
    const attempt = new Attempt(run, { database, times, publishChange: () => undefined, publishEnd: () => undefined });
    attempts.push(attempt);
    return { run, attempt };
  };
  const cancel = ({ runId }: ClaimedRun) => system((sql) => cancelRuns(sql, [runId], 'Enough'));
  /** A transaction of the attempt that stays open until `end`. */
  const openTransaction = async (attempt: Attempt, key: string) => {
    const [begun, ended] = [latch(), latch()];
    const done = attempt.transaction(async (sql) => {
      begun.open();
      await ended.opened;
      await sql.run(`INSERT INTO effects VALUES ($key, $runId, 1, 1)`, { key, runId: attempt.runId });
    });
    await begun.opened;
    return {
      end: () => {
        ended.open();
        return done;
      },
    };
  };
  const settledWithin = (work: Promise<unknown>, milliseconds: number): Promise<boolean> =>
    Promise.race([work.then(() => true), sleep(milliseconds, false)]);

  it('lets transactions of one attempt work at the same time', async () => {
    const { attempt } = await start();
    const [allBegun, end] = [latch(), latch()];
    let begun = 0;
    const done = Promise.all(
      [1, 2, 3].map(() =>
        attempt.transaction(async () => {
          if ((begun += 1) === 3) allBegun.open();
          await end.opened;
        }),
      ),
    );
    const isAtOnce = await settledWithin(allBegun.opened, 2_000);
    end.open();
    await done;
    expect(isAtOnce).toBe(true);
  });

  it('keeps a cancellation out until a transaction that began before has ended, and lets none begin after', async () => {
    const { run, attempt } = await start();
    const first = await openTransaction(attempt, 'before');
    const second = await openTransaction(attempt, 'before');
    const cancelled = cancel(run);
    await untilWaiting(environment.databaseUrl);
    await first.end();
    expect(await settledWithin(cancelled, 200)).toBe(false);
    await second.end();
    expect(await cancelled).toEqual([run.runId]);
    expect(await environment.effects('before')).toHaveLength(2);
    await expect(attempt.transaction(() => Promise.resolve())).rejects.toThrow(LostLeaseError);
    expect(attempt.signal.aborted).toBe(true);
  });

  it('lets no transaction begin while a cancellation is not committed', async () => {
    const { run, attempt } = await start();
    let hasBegun = false;
    let late: Promise<void> | undefined;
    await system(async (sql) => {
      await cancelRuns(sql, [run.runId], 'Enough');
      late = attempt.transaction(() => {
        hasBegun = true;
        return Promise.resolve();
      });
      late.catch(() => undefined);
      await untilWaiting(environment.databaseUrl);
    });
    await expect(late).rejects.toThrow(LostLeaseError);
    expect(hasBegun).toBe(false);
  });

  it('gives the run back only when its last transaction has ended', async () => {
    const { run, attempt } = await start();
    const left = await openTransaction(attempt, 'left');
    const retried = system((sql) => scheduleRetry(sql, run, { message: 'm', code: 'c', delaySeconds: 60 }));
    await untilWaiting(environment.databaseUrl);
    expect((await environment.run(run.runId)).state).toBe('active');
    await left.end();
    await retried;
    expect((await environment.run(run.runId)).state).toBe('waiting');
    expect(await environment.effects('left')).toHaveLength(1);
  });

  it('leaves the lease to the heartbeat, however long a transaction takes', async () => {
    const { run, attempt } = await start();
    const long = await openTransaction(attempt, 'long');
    expect(await system((sql) => renewLease(sql, run, 3_600_000, null))).toBe(true);
    const [lease] = await environment.rows<{ long: boolean }>(
      `SELECT lease_until > now() + interval '50 minutes' AS long FROM job_runs WHERE id = $1`,
      [run.runId],
    );
    await long.end();
    expect(lease).toEqual({ long: true });
  });
});
