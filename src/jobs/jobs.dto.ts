import { ApiProperty } from '@nestjs/swagger';
import { Id } from '../platform/http/fields.js';
import { isDefinedJob } from './job.js';
import { endStates, openStates, type JobRun, type RunState } from './job-context.js';

export class JobQuery {
  @Id({ description: 'The job, as named by `meta.job_id` of the request that started it.' })
  id!: string;
}

export class JobView {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  /** Kind of work, `sbom.import` for example. */
  name!: string;

  @ApiProperty({ enum: [...openStates, ...endStates] })
  status!: RunState;

  /** Why no process of this release takes the waiting job, and what to do; null: nothing is known to keep it. */
  waiting_reason!: string | null;

  /** Current stage; null before the job has started. */
  stage!: string | null;

  /** Completed units of the stage. */
  done!: number;

  /** Total units of the stage; null while unknown. */
  total!: number | null;

  attempt!: number;
  max_attempts!: number;

  /** What the job works on: an SBOM, a project … */
  @ApiProperty({ type: 'object', nullable: true, properties: { kind: { type: 'string' }, id: { type: 'string' } } })
  subject!: { kind: string; id: string } | null;

  /** Why the job, or its last attempt, failed. */
  error!: string | null;

  /** The error as a code. */
  reason!: string | null;

  @ApiProperty({ type: 'object', nullable: true, additionalProperties: true })
  result!: object | null;

  created_at!: string;
  started_at!: string | null;
  finished_at!: string | null;
}

const unknownJob =
  'This release of Stocktake does not know the job: it waits for a worker of the release that does. Ask who operates the service to start one, or cancel the job and begin anew.';

export function jobView(run: JobRun): JobView {
  return {
    id: run.id,
    name: run.name,
    status: run.state,
    waiting_reason: run.state === 'waiting' && !isDefinedJob(run.name) ? unknownJob : null,
    stage: run.progress?.stage ?? null,
    done: run.progress?.done ?? 0,
    total: run.progress?.total ?? null,
    attempt: run.attempt,
    max_attempts: run.maxAttempts,
    subject: run.subject,
    error: run.error,
    reason: run.reason,
    result: run.result,
    created_at: run.createdAt.toISOString(),
    started_at: run.startedAt?.toISOString() ?? null,
    finished_at: run.finishedAt?.toISOString() ?? null,
  };
}
