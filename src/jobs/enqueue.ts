import { v7 as uuid } from 'uuid';
import { traceparent } from '../platform/tracing/tracing.js';
import type { Sql } from '../platform/database/sql.js';
import type { Job } from './job.js';
import type { RunSubject } from './job-context.js';
import { insertRuns, joinOpenRuns, notifyWaiting, type NewRun } from './outbox.repository.js';

export interface EnqueueOptions {
  /** The organization whose rows the job may touch; null for the service's own work. */
  readonly orgId: string | null;
  /** The team whose members may see the run; null: everyone in the organization. */
  readonly teamId?: string | null;
  /**
   * The user on whose behalf the job runs: once the user may no longer write there, the run fails. Left out for the
   * service's own work, and for what follows changes that are visible already, which may be those of several users.
   */
  readonly actorId?: string | null;
  readonly subject?: RunSubject;
  readonly delaySeconds?: number;
  /**
   * At most one open run for each job, organization and key: a second call returns the id of the first run, which is
   * due at the earlier of both times. With
   * `until: 'started'` a run that has started no longer counts, because it may have missed the change. With `until:
   * 'finished'` it counts until it ends.
   */
  readonly dedupe?: { readonly key: string; readonly until: 'started' | 'finished' };
}

const maxRounds = 10;

/**
 * Writes the run in the caller's transaction, so that it exists exactly if the caller's change does.
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

/**
 * Enqueues many runs of one job in one statement.
 *
 * @returns their ids, in the order given
 */
export async function enqueueAll<Payload extends object>(
  sql: Sql,
  job: Job<Payload>,
  entries: readonly (EnqueueOptions & { readonly payload: NoInfer<Payload> })[],
): Promise<string[]> {
  const runs = entries.map((entry) => newRun(job, entry));
  const ids = new Map(runs.map((run) => [run.id, run.id]));
  let rest = runs;
  // An open run with the same key may end between the two statements; the next round then writes ours.
  for (let round = 0; rest.length > 0; round += 1) {
    if (round === maxRounds)
      throw new Error(`${job.name}: runs with the same keys were enqueued ${maxRounds} times in between`);
    const written = await insertRuns(sql, rest);
    rest = rest.filter((run) => !written.has(run.id));
    if (rest.length === 0) break;
    const open = await joinOpenRuns(sql, rest);
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
