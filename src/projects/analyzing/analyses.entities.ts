import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One analysis of the source of a project. Its job holds the state. */
@Entity('analyses')
@Index('analyses_by_project', ['project_id', 'created_at', 'id'])
@Index('analyses_by_time', ['created_at'])
@Index('analyses_open', ['job_id'], { where: 'finished_at IS NULL AND error IS NULL' })
export class AnalysisEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  @Column('uuid') project_id!: string;
  @Column('uuid', { nullable: true }) job_id!: string | null;
  /** The SBOM that it updated. */
  @Column('uuid', { nullable: true }) sbom_id!: string | null;
  /** The source as the project named it at the start. */
  @Column('text') type!: string;
  @Column('text', { default: '' }) source!: string;
  @Column('text', { default: '' }) branch!: string;
  /** What of the source counts: globs (`{include, exclude}`), and the settings that are on. */
  @Column('jsonb', { default: {} }) paths!: object;
  /** Commit or checksum. */
  @Column('text', { nullable: true }) revision!: string | null;
  @Column('int', { nullable: true }) reader_version!: number | null;
  /** The revision was that of the last analysis: nothing was read. */
  @Column('boolean', { default: false }) unchanged!: boolean;
  @Column('int', { default: 0 }) files!: number;
  @Column('int', { default: 0 }) components!: number;
  @Column('int', { default: 0 }) dependencies!: number;
  /** `{path, kind, components}` each. */
  @Column('jsonb', { default: [] }) manifests!: object[];
  /** SBOM files in the source: `{path, format}` each. */
  @Column('jsonb', { default: [] }) boms!: object[];
  /** What was seen and not read. */
  @Column('jsonb', { default: [] }) gaps!: object[];
  /** How many analyses of this revision in a row could not fetch all of the source. */
  @Column('int', { default: 0 }) fetch_failures!: number;
  /** When monitoring fetches that again; null: all was fetched. */
  @Column('timestamptz', { nullable: true }) refetch_at!: Date | null;
  /** Components kept from the last analysis because their files could not be read. */
  @Column('int', { default: 0 }) stale!: number;
  @Column('jsonb', { default: [] }) warnings!: object[];
  @Column('int', { default: 0 }) warning_count!: number;
  /** Compared to the last analysis; null if there was none. */
  @Column('int', { nullable: true }) added!: number | null;
  @Column('int', { nullable: true }) removed!: number | null;
  @Column('int', { nullable: true }) changed!: number | null;
  /** Reason of the failure. */
  @Column('text', { nullable: true }) error!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { nullable: true }) started_at!: Date | null;
  @Column('timestamptz', { nullable: true }) finished_at!: Date | null;
  @Column('timestamptz', { nullable: true }) failed_at!: Date | null;
}

/** One package that was added, removed or changed since the previous analysis. */
@Entity('analysis_differences')
export class AnalysisDifferenceEntity {
  @PrimaryColumn('uuid') analysis_id!: string;
  @PrimaryColumn('int') seq!: number;
  @Column('uuid') org_id!: string;
  @Column('text') kind!: string;
  @Column('text') name!: string;
  @Column('text') org!: string;
  /** Package URL without version; may be empty. */
  @Column('text') package!: string;
  @Column('text', { nullable: true }) old_version!: string | null;
  @Column('text', { nullable: true }) new_version!: string | null;
}
