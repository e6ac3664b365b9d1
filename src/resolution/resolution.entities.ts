import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A person's decision for a name, which later components of the name in the organization follow. */
@Entity('resolution_decisions')
@Index('resolution_decisions_live', ['org_id', 'subject', 'choice'], { unique: true, where: 'deleted_at IS NULL' })
@Index('resolution_decisions_listed', ['org_id', 'updated_at', 'id'], { where: 'deleted_at IS NULL' })
export class ResolutionDecisionEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  /** SHA-256 of name and organization: a name may be longer than an index allows. */
  @Column('text') subject!: string;
  /** SHA-256 of kind, identifier and declared package. */
  @Column('text') choice!: string;
  @Column('text') kind!: string;
  @Column('text') verdict!: string;
  @Column('text') identifier!: string;
  /** The package that the component's file declared, without version; or empty. */
  @Column('text', { default: '' }) stated!: string;
  @Column('text') name!: string;
  @Column('text', { default: '' }) org!: string;
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
