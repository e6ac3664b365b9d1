import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A named set of rules. Without a team it belongs to the whole organization. */
@Entity('rulesets')
@Index('rulesets_by_organization', ['org_id', 'created_at', 'id'], { where: 'deleted_at IS NULL' })
export class RulesetEntity {
  @PrimaryColumn('uuid') id!: string;
  @Index('rulesets_default', { unique: true, where: 'is_default' })
  @Column('uuid')
  org_id!: string;
  @Column('uuid', { nullable: true }) team_id!: string | null;
  @Column('text') name!: string;
  @Column('text', { default: '' }) description!: string;
  @Column('text', { array: true, default: () => `'{}'` }) rule_ids!: string[];
  /** Overridden parameters by rule; others have their defaults. */
  @Column('jsonb', { default: () => `'{}'` }) parameters!: object;
  @Column('int', { default: 1 }) version!: number;
  @Column('boolean', { default: false }) is_default!: boolean;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_at!: Date;
  @Column('timestamptz', { nullable: true }) deleted_at!: Date | null;
  @Column('uuid', { nullable: true }) deleted_by!: string | null;
}

/** A version of a ruleset. */
@Entity('ruleset_versions')
export class RulesetVersionEntity {
  @PrimaryColumn('uuid') ruleset_id!: string;
  @PrimaryColumn('int') version!: number;
  @Column('uuid') org_id!: string;
  @Column('text') name!: string;
  @Column('text') description!: string;
  @Column('text', { array: true }) rule_ids!: string[];
  @Column('jsonb') parameters!: object;
  @Column('uuid', { nullable: true }) user_id!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
}
