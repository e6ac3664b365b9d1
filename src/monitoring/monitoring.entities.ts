import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/** One check of a monitored subject: inserted when due, finished by its job. */
@Entity('monitoring_runs')
@Unique('monitoring_runs_once', ['subject_id', 'due_at'])
@Index('monitoring_runs_by_organization', ['org_id', 'due_at', 'id'])
@Index('monitoring_runs_unfinished', ['created_at'], { where: 'finished_at IS NULL' })
export class MonitoringRunEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  @Column('uuid') team_id!: string;
  @Column('text') subject_kind!: string;
  @Column('uuid') subject_id!: string;
  /** See `due-runs.repository.ts`. */
  @Column('timestamptz') due_at!: Date;
  @Column('uuid', { nullable: true }) job_id!: string | null;
  @Column('int', { default: 0 }) looked_at!: number;
  @Column('int', { default: 0 }) changes!: number;
  /** It failed, and an alarm was made of that. */
  @Column('boolean', { default: false }) alarmed!: boolean;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { nullable: true }) finished_at!: Date | null;
}

/** One difference of an entry that a run found. */
@Entity('monitoring_changes')
@Index('monitoring_changes_by_organization', ['org_id', 'created_at', 'id'])
@Index('monitoring_changes_by_team', ['team_id', 'created_at', 'id'])
@Index('monitoring_changes_by_sbom', ['sbom_id', 'created_at', 'id'])
@Index('monitoring_changes_by_time', ['created_at'])
export class MonitoringChangeEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  @Column('uuid') team_id!: string;
  @Index('monitoring_changes_by_run')
  @Column('uuid')
  run_id!: string;
  @Column('uuid') sbom_id!: string;
  @Column('uuid') component_id!: string;
  @Column('text') component_name!: string;
  @Column('text') field!: string;
  @Column('text', { nullable: true }) old_value!: string | null;
  @Column('text', { nullable: true }) new_value!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
}
