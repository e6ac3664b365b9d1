import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An address that an organization has told of its events. */
@Entity('webhooks')
@Index('webhooks_by_organization', ['org_id', 'created_at', 'id'], { where: 'deleted_at IS NULL' })
export class WebhookEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  @Column('text') url!: string;
  @Column('text', { default: '' }) description!: string;
  /** Types of events; empty: all. */
  @Column('text', { array: true, default: () => `'{}'` }) events!: string[];
  /** The secret that events are signed with, and the one before it, which signs too for some time. */
  @Column('bytea') sealed!: Buffer;
  @Column('bytea', { nullable: true }) previous_sealed!: Buffer | null;
  @Column('timestamptz', { nullable: true }) previous_until!: Date | null;
  @Column('boolean', { default: true }) active!: boolean;
  /** Why it is not active, where nobody has asked for that. */
  @Column('text', { default: '' }) disabled_reason!: string;
  /** Of the first failure that no success has followed. */
  @Column('timestamptz', { nullable: true }) failing_since!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_at!: Date;
  @Column('timestamptz', { nullable: true }) deleted_at!: Date | null;
}

/** One event on its way to one webhook. */
@Entity('webhook_deliveries')
@Index('webhook_deliveries_by_webhook', ['webhook_id', 'created_at', 'id'])
@Index('webhook_deliveries_due', ['webhook_id', 'due_at'], { where: `status = 'pending'` })
export class WebhookDeliveryEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  @Column('uuid') webhook_id!: string;
  /** The same for all webhooks, and in every attempt. */
  @Column('uuid') event_id!: string;
  @Column('text') type!: string;
  /** As it is sent, byte for byte. */
  @Column('text') body!: string;
  /** `pending`, `delivered`, `failed` or `dropped`. */
  @Column('text', { default: 'pending' }) status!: string;
  @Column('int', { default: 0 }) attempts!: number;
  @Column('timestamptz', { default: () => 'now()' }) due_at!: Date;
  @Column('int', { nullable: true }) response_status!: number | null;
  @Column('text', { default: '' }) error!: string;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { nullable: true }) finished_at!: Date | null;
}
