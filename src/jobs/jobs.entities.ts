import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { QueueName } from './job.js';
import type { RunState } from './job-run.js';

/** Ledger and outbox in one table: a row is written in the caller's transaction and followed until it ends. */
@Entity('job_runs')
@Check('job_runs_state', `state IN ('waiting', 'queued', 'active', 'succeeded', 'partial', 'failed', 'cancelled')`)
@Check('job_runs_dedupe_until', `dedupe_until IN ('started', 'finished')`)
// Indexes over expressions cannot be told to TypeORM: the migration makes them.
@Index('job_runs_waiting', { synchronize: false })
@Index('job_runs_dedupe', { synchronize: false })
@Index('job_runs_running', ['queue', 'state'], { where: `state IN ('queued', 'active')` })
@Index('job_runs_subject', ['subject_id', 'created_at'], { where: 'subject_id IS NOT NULL' })
@Index('job_runs_finished', ['finished_at'], { where: 'finished_at IS NOT NULL' })
export class JobRunEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'job_runs_pkey' })
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  queue!: QueueName;

  @Column('uuid', { nullable: true })
  org_id!: string | null;

  @Column('uuid', { nullable: true })
  team_id!: string | null;

  @Column('uuid', { nullable: true })
  actor_id!: string | null;

  @Column('text', { nullable: true })
  subject_kind!: string | null;

  @Column('uuid', { nullable: true })
  subject_id!: string | null;

  @Column('jsonb')
  payload!: object;

  @Column('text', { default: 'waiting' })
  state!: RunState;

  /** Starts so far; a hand-back at shutdown takes its start back. */
  @Column('integer', { default: 0 })
  attempt!: number;

  @Column('integer')
  max_attempts!: number;

  /** Fencing token: grows with every claim, never shrinks. Whoever holds the latest one may write. */
  @Column('integer', { default: 0 })
  fence!: number;

  /** Starts that ended with the worker's death or silence. */
  @Column('integer', { default: 0 })
  lost!: number;

  /** How often the run was handed to the queue; names the delivery. */
  @Column('integer', { default: 0 })
  dispatch!: number;

  @Column('timestamptz', { default: () => 'now()' })
  due_at!: Date;

  @Column('timestamptz', { nullable: true })
  queued_at!: Date | null;

  @Column('timestamptz', { nullable: true })
  lease_until!: Date | null;

  @Column('text', { nullable: true })
  dedupe_key!: string | null;

  @Column('text', { nullable: true })
  dedupe_until!: 'started' | 'finished' | null;

  /** `traceparent` of what enqueued it, where there are traces. */
  @Column({ type: 'text', nullable: true })
  trace!: string | null;

  @Column('text', { nullable: true })
  stage!: string | null;

  @Column('bigint', { default: 0 })
  done!: string;

  @Column('bigint', { nullable: true })
  total!: string | null;

  @Column('jsonb', { nullable: true })
  result!: object | null;

  /** For the user's eyes. */
  @Column('text', { nullable: true })
  error!: string | null;

  /** The error as one word, for programs. */
  @Column('text', { nullable: true })
  reason!: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  created_at!: Date;

  @Column('timestamptz', { nullable: true })
  started_at!: Date | null;

  @Column('timestamptz', { nullable: true })
  finished_at!: Date | null;
}
