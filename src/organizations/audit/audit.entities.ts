import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

export const auditOutcomes = ['done', 'refused', 'failed'] as const;

/** `failed` is a fault of ours: the change may have happened or not. */
export type AuditOutcome = (typeof auditOutcomes)[number];

/** Who did what, when, from where. Rows are added and never changed; a trigger holds even the owner to that. */
@Entity('audit_events')
@Check('audit_events_outcome', `outcome IN ('done', 'refused', 'failed')`)
@Index('audit_events_by_organization', ['org_id', 'at', 'id'])
@Index('audit_events_by_time', ['at'])
@Index('audit_events_objects', { synchronize: false })
export class AuditEvent {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'audit_events_pkey' })
  id!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  at!: Date;

  /** Null: of no organization, the service's own. */
  @Column({ type: 'uuid', nullable: true })
  org_id!: string | null;

  @Column({ type: 'uuid', nullable: true })
  actor_id!: string | null;

  /** The user's name at that time. */
  @Column({ type: 'text' })
  actor_name!: string;

  @Column({ type: 'text' })
  via!: string;

  /** The route: `project/createSBOM`. */
  @Column({ type: 'text' })
  action!: string;

  @Column({ type: 'text' })
  outcome!: AuditOutcome;

  @Column({ type: 'integer' })
  status!: number;

  /** Ids of what it was done to, as the request named them and the answer gave them. */
  @Column({ type: 'uuid', array: true })
  objects!: string[];

  @Column({ type: 'text' })
  address!: string;

  @Column({ type: 'text' })
  request_id!: string;
}
