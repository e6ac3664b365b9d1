/**
 * No-op jobs per second on each queue backend: `npm run bench:jobs -- [jobs] [concurrency]`. Redis is measured where `redis-server` is installed.
 */
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppModule } from '../src/app.module.js';
import { prepareDatabase } from '../src/commands/application.js';
import { enqueueAll } from '../src/jobs/enqueue.js';
import { Handles, type JobHandler } from '../src/jobs/handlers.js';
import { defineJob } from '../src/jobs/job.js';
import { Configuration } from '../src/platform/configuration/configuration.js';
import { Database } from '../src/platform/database/database.js';
import { startEmbeddedPostgres } from '../src/platform/embedded/embedded-postgres.js';
import { startRedis } from './service/redis.js';
import { throwAwayFolder } from './throw-away-folder.js';

class Nothing {}
const NoOp = defineJob({ name: 'bench.no-op', payload: Nothing, queue: 'interactive' });

@Handles(NoOp)
class NoOpHandler implements JobHandler<Nothing> {
  handle(): Promise<void> {
    return Promise.resolve();
  }
}

@Module({ providers: [NoOpHandler] })
class BenchModule {}

/** The whole worker, because a process that lacks the handler of a job does not start. */
function workerWith(databaseUrl: string, redisUrl: string, concurrency: number) {
  const configuration = new Configuration({
    REDIS_URL: redisUrl,
    WORKER_CONCURRENCY: String(concurrency),
    ROLES: 'worker',
    DATA_DIR: dataDir,
  });
  const service = AppModule.forRoot(configuration, databaseUrl);
  return { ...service, imports: [...(service.imports ?? []), BenchModule] };
}

async function measure(databaseUrl: string, redisUrl: string, size: { jobs: number; concurrency: number }) {
  const app = await NestFactory.createApplicationContext(workerWith(databaseUrl, redisUrl, size.concurrency), {
    logger: false,
    abortOnError: false,
  });
  try {
    const database = app.get(Database);
    const open = async (): Promise<number> => {
      const [row] = await database.transaction('system', (sql) =>
        sql.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM job_runs WHERE name = '${NoOp.name}' AND state <> 'succeeded'`,
        ),
      );
      return row?.n ?? 0;
    };
    const entries = Array.from({ length: 500 }, () => ({ orgId: null, payload: {} }));
    const before = performance.now();
    for (let n = 0; n < size.jobs; n += entries.length)
      await database.transaction('system', (sql) => enqueueAll(sql, NoOp, entries));
    const enqueued = performance.now();
    while ((await open()) > 0) await sleep(20);
    const done = performance.now();
    return { enqueue: size.jobs / ((enqueued - before) / 1000), run: size.jobs / ((done - before) / 1000) };
  } finally {
    await app.close();
  }
}

const [jobs = 10_000, concurrency = 20] = process.argv.slice(2).map(Number);
const dataDir = throwAwayFolder();
const postgres = await startEmbeddedPostgres({ dataDir });
const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
const redis = hasRedis ? await startRedis() : null;
try {
  await prepareDatabase(postgres.url);
  for (const [name, redisUrl] of [['PostgreSQL', ''], ...(redis ? [['Redis', redis.url] as const] : [])] as const) {
    const speed = await measure(postgres.url, redisUrl, { jobs, concurrency });
    console.log(`${name}: ${speed.enqueue.toFixed(0)} enqueued/s, ${speed.run.toFixed(0)} jobs/s from first to last`);
  }
} finally {
  await redis?.stop();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
