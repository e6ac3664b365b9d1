import { Injectable } from '@nestjs/common';
import { CallerError, notFound } from '../model/errors.js';
import type { Actor } from '../organizations/access/actor.js';
import { Database } from '../platform/database/database.js';
import type { Sql, Tenancy } from '../platform/database/sql.js';
import type { JobRun } from './job-context.js';
import { cancelRuns, findRuns, withdrawRequest } from './job-runs.repository.js';

/** Users see and cancel the jobs of their organizations and teams; system administrators those of the service. */
@Injectable()
export class JobsService {
  constructor(private readonly database: Database) {}

  get(actor: Actor, runId: string): Promise<JobRun> {
    return this.database.transaction(tenancyOf(actor), (sql) => findAuthorizedRun(sql, actor, runId));
  }

  /** What the job has written stays. For others who asked for it as well it goes on. */
  cancel(actor: Actor, runId: string): Promise<{ run: JobRun; message: string }> {
    return this.database.transaction(tenancyOf(actor), async (sql) => {
      const former = await findAuthorizedRun(sql, actor, runId);
      const others = await withdrawRequest(sql, former, actor.userId);
      if (others > 0) return { run: former, message: withdrawnMessage(others) };
      await cancelRuns(sql, [runId], `Cancelled by ${actor.username}`);
      const run = await findAuthorizedRun(sql, actor, runId);
      if (run.state !== 'cancelled') throw new CallerError(409, `The job has already finished: ${run.state}`);
      return { run, message: 'The job is cancelled.' };
    });
  }
}

const withdrawnMessage = (others: number): string =>
  `Your request is withdrawn; the job goes on for ${others === 1 ? 'another user who has' : `${others} other users who have`} asked for it.`;

/** The service's own runs belong to no organization, so row-level security hides them from every tenant. */
const tenancyOf = (actor: Actor): Tenancy => (actor.sysAdmin ? 'system' : actor.tenancy);

async function findAuthorizedRun(sql: Sql, actor: Actor, runId: string): Promise<JobRun> {
  const [run] = await findRuns(sql, [runId]);
  if (run?.orgId === null && actor.sysAdmin) return run;
  if (!run || run.orgId === null) throw notFound('job');
  actor.authorize({ org_id: run.orgId, team_id: run.teamId }, 'job');
  return run;
}
