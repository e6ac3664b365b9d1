import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { QueueName } from './job.js';
import type { RunState } from './job-context.js';

/** Outbox and record of runs: a row is written in the caller's transaction and updated until the run ends. */
@Entity('job_runs')
@Check('job_runs_state', `state IN ('waiting', 'queued', 'active', 'succeeded', 'partial', 'failed', 'cancelled')`)
@Check('job_runs_dedupe_until', `dedupe_until IN ('started', 'finished')`)
// TypeORM cannot declare indexes on expressions; the migration creates them.
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

  /** Further users who asked for the same while it was open. */
  @Column('uuid', { array: true, default: '{}' })
  joined_by!: string[];

  /** Users who asked for it, and then cancelled it while others still wanted it. */
  @Column('uuid', { array: true, default: '{}' })
  withdrawn_by!: string[];

  @Column('text', { nullable: true })
  subject_kind!: string | null;

  @Column('uuid', { nullable: true })
  subject_id!: string | null;

  @Column('jsonb')
  payload!: object;

  @Column('text', { default: 'waiting' })
  state!: RunState;

  /** Starts so far; a release at shutdown takes its start back. */
  @Column('integer', { default: 0 })
  attempt!: number;

  @Column('integer')
  max_attempts!: number;

  /** Fencing token: incremented by each claim. Only the holder of the latest value may write. */
  @Column('integer', { default: 0 })
  fence!: number;

  /** Attempts whose worker died or stopped responding. */
  @Column('integer', { default: 0 })
  lost!: number;

  /** Number of deliveries to the queue; part of the delivery's id. */
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

  /** `traceparent` of the span that enqueued it. */
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

  /** Shown to users. */
  @Column('text', { nullable: true })
  error!: string | null;

  /** The error as a code. */
  @Column('text', { nullable: true })
  reason!: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  created_at!: Date;

  @Column('timestamptz', { nullable: true })
  started_at!: Date | null;

  @Column('timestamptz', { nullable: true })
  finished_at!: Date | null;
}
