import { v7 as uuid } from 'uuid';
import { traceparent } from '../platform/tracing/tracing.js';
import type { Sql } from '../platform/database/sql.js';
import type { Job } from './job.js';
import type { RunSubject } from './job-run.js';
import { notifyWaiting, findOpenRuns, insertRuns, type NewRun } from './outbox.repository.js';

export interface EnqueueOptions {
  /** The organization whose rows the job may touch; null for the service's own work. */
  readonly orgId: string | null;
  /** The team whose members may follow the run, as for the thing it is about; null: the whole organization's. */
  readonly teamId?: string | null;
  /**
   * The user in whose name it works: once he may no longer write there, the run ends as failed. Left out for what the
   * service does of itself.
   */
  readonly actorId?: string | null;
  readonly subject?: RunSubject;
  readonly delaySeconds?: number;
  /**
   * At most one such run at a time, within job and organization: a second call answers with the first one's id.
   * `until: 'started'` is for "do it again after this change": a run that has begun may have missed the change, so it
   * does not count. `until: 'finished'` is for work of which two at once make no sense.
   */
  readonly dedupe?: { readonly key: string; readonly until: 'started' | 'finished' };
}

const maxRounds = 10;

/**
 * Writes the run in the caller's transaction: it exists exactly when the caller's change does, and survives whatever
 * happens after the commit.
 *
 * @returns id of the run, for getJob and `JobWatcher.waitFor`
 */
export async function enqueue<Payload extends object>(
  sql: Sql,
  job: Job<Payload>,
  payload: NoInfer<Payload>,
  options: EnqueueOptions,
): Promise<string> {
  const [id] = await enqueueAll(sql, job, [{ ...options, payload }]);
  return id as string;
}

/** Many runs of one job in one statement; ids in the order given. */
export async function enqueueAll<Payload extends object>(
  sql: Sql,
  job: Job<Payload>,
  entries: readonly (EnqueueOptions & { readonly payload: NoInfer<Payload> })[],
): Promise<string[]> {
  const runs = entries.map((entry) => newRun(job, entry));
  const ids = new Map(runs.map((run) => [run.id, run.id]));
  let rest = runs;
  // A run that stands in the way may end between the two statements: then the next round writes ours.
  for (let round = 0; rest.length > 0; round += 1) {
    if (round === maxRounds) throw new Error(`${job.name}: the dedupe keys do not come free`);
    const written = await insertRuns(sql, rest);
    rest = rest.filter((run) => !written.has(run.id));
    if (rest.length === 0) break;
    const open = await findOpenRuns(sql, rest);
    for (const [wanted, existing] of open) ids.set(wanted, existing);
    rest = rest.filter((run) => !open.has(run.id));
  }
  await notifyWaiting(sql);
  return [...ids.values()];
}

function newRun<Payload extends object>(job: Job<Payload>, entry: EnqueueOptions & { payload: Payload }): NewRun {
  return {
    id: uuid(),
    name: job.name,
    queue: job.queue,
    org_id: entry.orgId,
    team_id: entry.teamId ?? null,
    actor_id: entry.actorId ?? null,
    subject_kind: entry.subject?.kind ?? null,
    subject_id: entry.subject?.id ?? null,
    payload: entry.payload,
    max_attempts: job.retry.attempts,
    delay_seconds: entry.delaySeconds ?? 0,
    dedupe_key: entry.dedupe?.key ?? null,
    dedupe_until: entry.dedupe?.until ?? null,
    trace: traceparent(),
  };
}
