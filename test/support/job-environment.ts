import type { INestApplicationContext } from '@nestjs/common';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/data-source.js';
import { enqueue, type EnqueueOptions } from '../../src/jobs/enqueue.js';
import type { Job } from '../../src/jobs/job.js';
import { isFinished, type JobRun } from '../../src/jobs/job-context.js';
import { findRuns } from '../../src/jobs/job-runs.repository.js';
import { Database } from '../../src/platform/database/database.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { startJobsProcess, type JobsProcessOptions } from './jobs-process.js';
import { cloneDatabase } from './postgres.js';
import { redisInstalled, startRedis, type TestRedis } from './redis.js';
import { Scripted, scriptedTables, type ScriptedPayload } from './test-jobs.js';
import { describeIf } from './requirement.js';
import { positional } from './positional-parameters.js';

export type BackendName = 'postgres' | 'redis';

/** Both, where Redis is installed; where it is not, the tests of Redis are listed as skipped. */
export function backendsHere(): BackendName[] {
  if (!redisInstalled)
    describeIf(false, 'redis-server is not installed')('queue on Redis', () => it('runs these tests', () => {}));
  return redisInstalled ? ['postgres', 'redis'] : ['postgres'];
}

export const testOrganization = '018f0000-0000-7000-8000-000000000001';

type ProcessOptions = Partial<JobsProcessOptions>;

/** Of the connections of the test itself, which no fault takes away. */
export const ownApplicationName = 'stocktake-test';

/** Everything that a test of jobs stands on: a database of its own, a queue, and processes in or outside this one. */
export class JobTestEnvironment {
  private readonly contexts = new Set<INestApplicationContext>();
  private readonly children = new Set<ChildProcess>();

  private constructor(
    readonly database: Database,
    readonly databaseUrl: string,
    readonly redis: TestRedis | null,
    private readonly release: () => Promise<void>,
  ) {}

  static async open(backend: BackendName): Promise<JobTestEnvironment> {
    const clone = await cloneDatabase();
    const redis = backend === 'redis' ? await startRedis() : null;
    const options = Object.assign(dataSourceOptions(clone.url, 4), { applicationName: ownApplicationName });
    const dataSource = await new DataSource(options).initialize();
    await dataSource.query(scriptedTables);
    return new JobTestEnvironment(new Database(dataSource), clone.url, redis, async () => {
      await dataSource.destroy();
      await redis?.stop();
      await clone.drop();
    });
  }

  async close(): Promise<void> {
    await this.stopAll();
    await this.release();
  }

  async start(options: ProcessOptions = {}): Promise<INestApplicationContext> {
    const context = await startJobsProcess(this.options(options));
    this.contexts.add(context);
    return context;
  }

  /** A worker process that can be killed. */
  async spawn(options: ProcessOptions = {}, clockOffMs = 0): Promise<ChildProcess> {
    const support = join(projectRoot, 'test/support');
    const child = spawn(
      process.execPath,
      [
        '--no-warnings',
        '-r',
        join(support, 'wrong-clock.cjs'),
        join(support, 'run-typescript.cjs'),
        join(support, 'jobs-child.ts'),
      ],
      {
        env: {
          ...process.env,
          JOBS_PROCESS: JSON.stringify(this.options(options)),
          WRONG_CLOCK_MS: String(clockOffMs),
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    this.children.add(child);
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    if (child.exitCode !== null) throw new Error('the worker process did not start');
    return child;
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.contexts].map((context) => context.close()));
    this.contexts.clear();
    for (const child of this.children) {
      child.kill('SIGKILL');
      await exitOf(child);
    }
    this.children.clear();
  }

  enqueue(
    payload: ScriptedPayload,
    job: Job<ScriptedPayload> = Scripted,
    options: Partial<EnqueueOptions> = {},
  ): Promise<string> {
    return this.database.transaction('system', (sql) =>
      enqueue(sql, job, payload, { orgId: testOrganization, ...options }),
    );
  }

  async run(runId: string): Promise<JobRun> {
    const [run] = await this.database.transaction('system', (sql) => findRuns(sql, [runId]));
    if (!run) throw new Error(`no run ${runId}`);
    return run;
  }

  /** The run when it is over. */
  async over(runId: string, limitMs = 60_000): Promise<JobRun> {
    return this.until(async () => {
      const run = await this.run(runId);
      return isFinished(run.state) ? run : null;
    }, limitMs);
  }

  /** The first answer that is not null or false. */
  async until<T>(question: () => Promise<T | null | false>, limitMs = 60_000): Promise<T> {
    for (const end = performance.now() + limitMs; ;) {
      const answer = await question();
      if (answer !== null && answer !== false) return answer;
      if (performance.now() > end) throw new Error(`not within ${limitMs} ms: ${question.toString()}`);
      await sleep(20);
    }
  }

  async rows<Row extends object>(text: string, parameters: unknown[] = []): Promise<Row[]> {
    return this.database.transaction('system', (sql) => sql.query<Row>(...positional(text, parameters)));
  }

  async started(key: string, attempt = 1): Promise<void> {
    await this.until(
      async () => (await this.rows('SELECT 1 FROM starts WHERE key = $1 AND attempt = $2', [key, attempt])).length > 0,
    );
  }

  effects(key: string): Promise<{ attempt: number; pid: number }[]> {
    return this.rows('SELECT attempt, pid FROM effects WHERE key = $1', [key]);
  }

  closeGate(key: string): Promise<unknown> {
    return this.rows('INSERT INTO gates VALUES ($1)', [key]);
  }

  openGate(key: string): Promise<unknown> {
    return this.rows('DELETE FROM gates WHERE key = $1', [key]);
  }

  private options(options: ProcessOptions): JobsProcessOptions {
    return {
      databaseUrl: this.databaseUrl,
      redisUrl: this.redis?.url ?? '',
      roles: 'api,worker,scheduler',
      ...options,
    };
  }
}

/** Its exit code, or null when a signal killed it. */
export async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}
