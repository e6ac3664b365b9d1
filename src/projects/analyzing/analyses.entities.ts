import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One look at the source of a project. Whether it goes on, its job tells. */
@Entity('analyses')
@Index('analyses_by_project', ['project_id', 'created_at', 'id'])
@Index('analyses_open', ['job_id'], { where: 'finished_at IS NULL AND error IS NULL' })
export class AnalysisEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  @Column('uuid') project_id!: string;
  @Column('uuid', { nullable: true }) job_id!: string | null;
  /** The bill that it filled. */
  @Column('uuid', { nullable: true }) sbom_id!: string | null;
  /** What was looked at, as the project said when it began. */
  @Column('text') type!: string;
  @Column('text', { default: '' }) source!: string;
  @Column('text', { default: '' }) branch!: string;
  /** Commit or checksum. */
  @Column('text', { nullable: true }) revision!: string | null;
  @Column('int', { nullable: true }) reader_version!: number | null;
  /** The revision was the last one's: nothing was read. */
  @Column('boolean', { default: false }) unchanged!: boolean;
  @Column('int', { default: 0 }) files!: number;
  @Column('int', { default: 0 }) components!: number;
  @Column('int', { default: 0 }) dependencies!: number;
  /** `{path, kind, components}` each. */
  @Column('jsonb', { default: [] }) manifests!: object[];
  /** SBOMs that lie in the source: `{path, format}` each. */
  @Column('jsonb', { default: [] }) boms!: object[];
  @Column('jsonb', { default: [] }) warnings!: object[];
  @Column('int', { default: 0 }) warning_count!: number;
  /** Against the last analysis; null where there was none. */
  @Column('int', { nullable: true }) added!: number | null;
  @Column('int', { nullable: true }) removed!: number | null;
  @Column('int', { nullable: true }) changed!: number | null;
  /** Why it will not succeed. */
  @Column('text', { nullable: true }) error!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { nullable: true }) started_at!: Date | null;
  @Column('timestamptz', { nullable: true }) finished_at!: Date | null;
}

/** One package that an analysis found added, removed or in another version than the analysis before. */
@Entity('analysis_differences')
export class AnalysisDifferenceEntity {
  @PrimaryColumn('uuid') analysis_id!: string;
  @PrimaryColumn('int') seq!: number;
  @Column('uuid') org_id!: string;
  @Column('text') kind!: string;
  @Column('text') name!: string;
  @Column('text') org!: string;
  /** Package URL without version; empty where there is none. */
  @Column('text') package!: string;
  @Column('text', { nullable: true }) old_version!: string | null;
  @Column('text', { nullable: true }) new_version!: string | null;
}
