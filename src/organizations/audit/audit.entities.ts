import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

export const auditOutcomes = ['done', 'refused', 'failed', 'committed'] as const;

/**
 * `failed`: an error of the service; the change may or may not have happened. `committed`: the change is stored, and the
 * service ended or lost its database before it recorded the answer.
 */
export type AuditOutcome = (typeof auditOutcomes)[number];

/** Who did what, when and from where. Rows are inserted and completed once; a trigger refuses other changes even by the owner. */
@Entity('audit_events')
@Check('audit_events_outcome', `outcome IN ('done', 'refused', 'failed', 'committed')`)
@Check('audit_events_answer', `(status IS NULL) = (outcome = 'committed')`)
@Index('audit_events_by_organization', ['org_id', 'at', 'id'])
@Index('audit_events_by_time', ['at'])
@Index('audit_events_objects', { synchronize: false })
export class AuditEvent {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'audit_events_pkey' })
  id!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  at!: Date;

  /** Null: belongs to no organization. */
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

  /** Null: the answer is not known. */
  @Column({ type: 'integer', nullable: true })
  status!: number | null;

  /** Ids of the affected objects, from the request and the answer. */
  @Column({ type: 'uuid', array: true })
  objects!: string[];

  @Column({ type: 'text' })
  address!: string;

  @Column({ type: 'text' })
  request_id!: string;
}
