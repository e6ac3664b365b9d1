import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A source project. */
@Entity('projects')
@Index('projects_by_team', ['team_id', 'created_at', 'id'], { where: 'deleted_at IS NULL' })
@Index('projects_deleted', ['deleted_at'], { where: 'deleted_at IS NOT NULL' })
@Index('projects_by_source', ['team_id', 'source'], { where: 'deleted_at IS NULL' })
export class ProjectEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  @Column('uuid') team_id!: string;
  @Column('uuid') ruleset_id!: string;
  @Column('text') name!: string;
  @Column('text', { default: '' }) description!: string;
  @Column('text') type!: string;
  @Column('text', { default: '' }) source!: string;
  @Column('text', { default: '' }) branch!: string;
  /** Globs of the paths that analyses read; empty: all. */
  @Column('text', { array: true, default: () => `'{}'` }) include_paths!: string[];
  @Column('text', { array: true, default: () => `'{}'` }) exclude_paths!: string[];
  @Column('boolean', { default: false }) merge_sboms!: boolean;
  @Column('boolean', { default: false }) fetch_submodules!: boolean;
  @Column('boolean', { default: false }) fetch_lfs!: boolean;
  @Column('boolean', { default: true }) active!: boolean;
  @Column('boolean', { default: true }) should_monitor!: boolean;
  @Column('boolean', { default: false }) private!: boolean;
  @Column('text', { default: '' }) chat_channel!: string;
  @Column('text', { default: '' }) username!: string;
  @Column('text', { default: '' }) key_fingerprint!: string;
  @Column('text', { default: '' }) poc_name!: string;
  @Column('text', { default: '' }) poc_email!: string;
  /** `{id, name, org, version, created_at, updated_at}` each. */
  @Column('jsonb', { default: [] }) aliases!: object[];
  @Column('uuid', { array: true, default: () => `'{}'` }) tag_ids!: string[];
  @Column('jsonb', { nullable: true }) ruleset_history!: object[] | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_at!: Date;
  @Column('timestamptz', { nullable: true }) deleted_at!: Date | null;
}

/** A credential, sealed by the vault and bound to its organization, project and field. */
@Entity('project_secrets')
export class ProjectSecretEntity {
  @PrimaryColumn('uuid') project_id!: string;
  @PrimaryColumn('text') field!: string;
  @Column('uuid') org_id!: string;
  @Column('bytea') sealed!: Buffer;
  @Column('timestamptz', { default: () => 'now()' }) updated_at!: Date;
}

/** A tag of a team for its projects. */
@Entity('tags')
@Index('tags_by_name', ['team_id', 'name'], { unique: true })
export class TagEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  @Column('uuid') team_id!: string;
  @Column('text') name!: string;
  @Column('text', { default: '' }) description!: string;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_at!: Date;
}
