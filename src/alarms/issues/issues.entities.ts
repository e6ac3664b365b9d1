import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The issue of a tracker that follows one SBOM. */
@Entity('alarm_issues')
@Index('alarm_issues_due', ['due_at'], { where: 'due_at IS NOT NULL' })
export class AlarmIssueEntity {
  @PrimaryColumn('uuid') channel_id!: string;
  @Index('alarm_issues_by_sbom')
  @PrimaryColumn('uuid')
  sbom_id!: string;
  @Column('uuid') org_id!: string;
  /** `none`: not created; `open`, `closed`: as Stocktake left it. */
  @Column('text', { default: 'none' }) state!: string;
  /** Its number or key in the tracker. */
  @Column('text', { nullable: true }) remote_id!: string | null;
  @Column('text', { default: '' }) url!: string;
  /** Digest of what it was last given. */
  @Column('text', { default: '' }) shown!: string;
  /** Grows with every look at the SBOM: what becomes known while the tracker is asked is not lost. */
  @Column('int', { default: 1 }) wanted!: number;
  /** When the tracker is asked; null: nothing has changed. */
  @Column('timestamptz', { nullable: true, default: () => 'now()' }) due_at!: Date | null;
  @Column('int', { default: 0 }) attempts!: number;
  @Column('text', { default: '' }) error!: string;
  @Column('timestamptz', { default: () => 'now()' }) updated_at!: Date;
}
