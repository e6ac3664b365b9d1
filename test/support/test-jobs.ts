import { IsIn, IsInt, IsOptional, IsString } from 'class-validator';
import { setTimeout as sleep } from 'node:timers/promises';
import { enqueue } from '../../src/jobs/enqueue.js';
import { Handles, type JobHandler } from '../../src/jobs/handlers.js';
import { defineJob } from '../../src/jobs/job.js';
import type { JobContext, RunOutcome } from '../../src/jobs/job-context.js';
import { CallerError, TransientError } from '../../src/model/errors.js';
import type { Sql } from '../../src/platform/database/sql.js';

/**
 * A job that does as it is told. Its effect is one row of `effects`; `starts` has a row for every start, written
 * outside the fence. `gates` lets a test hold handlers back: they wait while their key is in it.
 */
export const behaviours = [
  'effect',
  'gated',
  'deaf',
  'chain',
  'transient',
  'bug',
  'refusal',
  'deadly',
  'partial',
  'progress',
] as const;

export class ScriptedPayload {
  @IsString()
  key!: string;

  @IsIn(behaviours)
  behaviour!: (typeof behaviours)[number];

  /** Attempts that go wrong before the first good one. */
  @IsOptional()
  @IsInt()
  failures?: number;
}

const retry = { attempts: 3, firstDelaySeconds: 0.1, maxDelaySeconds: 0.2 };

export const Scripted = defineJob({ name: 'test.scripted', payload: ScriptedPayload, queue: 'interactive', retry });
export const ScriptedBackground = defineJob({ name: 'test.background', payload: ScriptedPayload, retry });
export const ShortOfTime = defineJob({ name: 'test.short', payload: ScriptedPayload, retry, timeoutSeconds: 0.3 });

export const scriptedTables = `
  CREATE TABLE effects (key text NOT NULL, run_id uuid NOT NULL, attempt integer NOT NULL, pid integer NOT NULL);
  CREATE TABLE starts (key text NOT NULL, attempt integer NOT NULL, pid integer NOT NULL);
  CREATE TABLE gates (key text PRIMARY KEY);
  GRANT SELECT, INSERT ON effects, starts, gates TO stocktake_tenant`;

class ScriptedHandlerBase implements JobHandler<ScriptedPayload> {
  async handle(context: JobContext, payload: ScriptedPayload): Promise<RunOutcome | void> {
    const { key, behaviour, failures = 0 } = payload;
    const fails = context.attempt <= failures;
    await context.transaction((sql) =>
      sql.run('INSERT INTO starts VALUES ($key, $attempt, $pid)', { key, attempt: context.attempt, pid: process.pid }),
    );
    if (behaviour === 'deadly' && fails) dieAsChild();
    if (behaviour === 'transient' && fails) throw new TransientError('The far end is away', 0);
    if (behaviour === 'bug' && fails) throw new Error('secret detail: undefined is not a function');
    if (behaviour === 'refusal') throw new CallerError(422, 'Line 3: this is no SBOM');
    if (behaviour === 'gated') await gate(context, key);
    if (behaviour === 'deaf') await sleep(1_500);
    if (behaviour === 'progress') await tellProgress(context);
    await context.transaction(async (sql) => {
      await writeEffect(sql, context, key);
      // Effect and end become true together: a worker that dies in between has done neither.
      if (behaviour === 'effect' || behaviour === 'deaf') await context.complete(sql, { result: { key } });
      if (behaviour !== 'chain') return;
      await enqueue(sql, ScriptedBackground, { key: `${key}/next`, behaviour: 'effect' }, { orgId: context.orgId });
      await context.complete(sql, { result: { next: `${key}/next` } });
    });
    if (behaviour === 'partial') return { partial: true, result: { warnings: 2, note: 'a\0b\ud800' } };
    return { result: { key } };
  }
}

@Handles(Scripted)
export class ScriptedHandler extends ScriptedHandlerBase {}

@Handles(ScriptedBackground)
export class ScriptedBackgroundHandler extends ScriptedHandlerBase {}

@Handles(ShortOfTime)
export class ShortOfTimeHandler extends ScriptedHandlerBase {}

export const scriptedHandlers = [ScriptedHandler, ScriptedBackgroundHandler, ShortOfTimeHandler];

/** Never the test's own process. */
function dieAsChild(): void {
  if (!process.env.JOBS_PROCESS) throw new Error('Only a child process may die of a job');
  process.kill(process.pid, 'SIGKILL');
}

async function writeEffect(sql: Sql, { runId, attempt }: JobContext, key: string): Promise<void> {
  await sql.run('INSERT INTO effects VALUES ($key, $runId, $attempt, $pid)', { key, runId, attempt, pid: process.pid });
}

async function gate(context: JobContext, key: string): Promise<void> {
  for (let closed = true; closed;) {
    context.signal.throwIfAborted();
    const row = await context.transaction((sql) => sql.one('SELECT 1 FROM gates WHERE key = $key', { key }));
    closed = row !== null;
    if (closed) await sleep(25);
  }
}

async function tellProgress(context: JobContext): Promise<void> {
  for (let done = 0; done <= 10; done += 1) {
    context.progress('counting', done, 10);
    await sleep(20);
  }
}
