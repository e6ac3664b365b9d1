import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Decisions and claims of one group of entries; without a row nothing has happened to it. */
@Entity('review_groups')
export class ReviewGroupEntity {
  @PrimaryColumn('uuid') org_id!: string;
  @PrimaryColumn({ type: 'text', collation: 'C' }) review_key!: string;
  /** Grows with every decision and every undo. */
  @Column('int', { default: 0 }) revision!: number;
  @Column('uuid', { nullable: true }) claimed_by!: string | null;
  @Column('text', { default: '' }) claimed_name!: string;
  @Column('timestamptz', { nullable: true }) claimed_until!: Date | null;
}

/** What a person settled for a group of entries. */
@Entity('review_decisions')
@Index('review_decisions_of_group', ['org_id', 'review_key'], { where: 'undone_at IS NULL AND replaced_by IS NULL' })
@Index('review_decisions_listed', ['org_id', 'created_at', 'id'])
@Index('review_decisions_replaced', ['replaced_by'], { where: 'replaced_by IS NOT NULL' })
export class ReviewDecisionEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  @Column({ type: 'text', collation: 'C' }) review_key!: string;
  @Column('text') name!: string;
  @Column('text') org!: string;
  @Column('text') hint!: string;
  /** `selected`, or a disposition. */
  @Column('text') choice!: string;
  /** Selected identifiers, without version. */
  @Column('text', { nullable: true }) purl!: string | null;
  @Column('text', { nullable: true }) repo_url!: string | null;
  @Column('text', { nullable: true }) cpe!: string | null;
  /** The one SBOM that it holds for; null: the organization. */
  @Index('review_decisions_by_sbom', { where: 'sbom_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  sbom_id!: string | null;
  /** The one version that it holds for; null: every one. */
  @Column('text', { nullable: true }) version!: string | null;
  @Column('text') note!: string;
  @Column('int') entry_count!: number;
  @Column('int') sbom_count!: number;
  @Column('uuid') user_id!: string;
  @Column('text') user_name!: string;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('uuid', { nullable: true }) replaced_by!: string | null;
  @Column('timestamptz', { nullable: true }) undone_at!: Date | null;
  /** Of all SBOMs that it was made in; null: they were of several, or it is not known. */
  @Column('uuid', { nullable: true }) team_id!: string | null;
}

/** An entry as it was before a decision, so that undo restores it. */
@Entity('review_decision_entries')
export class ReviewDecisionEntryEntity {
  @PrimaryColumn('uuid') decision_id!: string;
  @Index('review_decision_entries_by_component')
  @PrimaryColumn('uuid')
  component_id!: string;
  @Column('uuid') org_id!: string;
  @Index('review_decision_entries_by_sbom')
  @Column('uuid')
  sbom_id!: string;
  @Column('jsonb') before!: object;
}
