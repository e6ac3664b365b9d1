import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A person's decision for a name, which later components of the name in the organization follow. */
@Entity('resolution_decisions')
@Index('resolution_decisions_live', ['org_id', 'subject', 'choice'], { unique: true, where: 'deleted_at IS NULL' })
@Index('resolution_decisions_listed', ['org_id', 'updated_at', 'id'], { where: 'deleted_at IS NULL' })
export class ResolutionDecisionEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  /** Of the SBOM that it was made in; null: of several teams, or unknown. */
  @Column('uuid', { nullable: true }) team_id!: string | null;
  /** SHA-256 of name and organization: a name may be longer than an index allows. */
  @Column('text') subject!: string;
  /** SHA-256 of kind, identifier and declared package. */
  @Column('text') choice!: string;
  @Column('text') kind!: string;
  @Column('text') verdict!: string;
  @Column('text') identifier!: string;
  /** The package that the component's file declared, without version; or empty. */
  @Column('text', { default: '' }) declared!: string;
  /** The ecosystem of the components that it was made for; empty: any. */
  @Column('text', { default: '' }) hint!: string;
  @Column('text') name!: string;
  @Column('text', { default: '' }) org!: string;
  /** The decision of the review queue that made it, and the one that replaced it. */
  @Index('resolution_decisions_by_review', { where: 'review_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  review_id!: string | null;
  @Index('resolution_decisions_replaced', { where: 'replaced_by IS NOT NULL' })
  @Column('uuid', { nullable: true })
  replaced_by!: string | null;
  @Column('uuid') user_id!: string;
  @Column('text') user_name!: string;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_at!: Date;
  @Column('timestamptz', { nullable: true }) deleted_at!: Date | null;
}

/** A pattern of an organization's own components. */
@Entity('internal_patterns')
@Index('internal_patterns_live', ['org_id', 'kind', 'pattern'], { unique: true, where: 'deleted_at IS NULL' })
export class InternalPatternEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  @Column('text') kind!: string;
  @Column('text') pattern!: string;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_at!: Date;
  @Column('timestamptz', { nullable: true }) deleted_at!: Date | null;
}

/** The outcome of resolution for what was asked, shared by all organizations. */
@Entity('resolution_outcomes')
export class ResolutionOutcomeEntity {
  /** Grows: beyond so many outcomes the oldest ones are deleted. */
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'resolution_outcomes_pkey',
  })
  number!: string;
  /** As from `outcomeKey`. */
  @Index('resolution_outcomes_by_key', { unique: true })
  @Column('bytea')
  key!: Buffer;
  /** The epoch of the catalogue that it holds for. */
  @Column('bigint') epoch!: string;
  // As in an entry.
  @Column('text') status!: string;
  @Column('jsonb') search_results!: object;
  @Column('jsonb', { nullable: true }) suggestions!: object[] | null;
  @Column('text', { nullable: true }) purl!: string | null;
  @Column('text', { nullable: true }) cpe!: string | null;
  @Column('text', { nullable: true }) repo_url!: string | null;
  @Column('text') svc_id!: string;
  @Column('double precision') confidence!: number;
  @Column('date') used_on!: string;
}
