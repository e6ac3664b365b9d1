import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An address that receives events of an organization. */
@Entity('webhooks')
@Index('webhooks_by_organization', ['org_id', 'created_at', 'id'], { where: 'deleted_at IS NULL' })
export class WebhookEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  @Column('text') url!: string;
  @Column('text', { default: '' }) description!: string;
  /** Event types; empty: all. */
  @Column('text', { array: true, default: () => `'{}'` }) events!: string[];
  /** The signing secret, and the previous one while it is still in use. */
  @Column('bytea') sealed!: Buffer;
  @Column('bytea', { nullable: true }) previous_sealed!: Buffer | null;
  @Column('timestamptz', { nullable: true }) previous_until!: Date | null;
  @Column('boolean', { default: true }) active!: boolean;
  /** Why the service disabled the webhook; empty otherwise. */
  @Column('text', { default: '' }) disabled_reason!: string;
  /** Time of the first failure since the last success. */
  @Column('timestamptz', { nullable: true }) failing_since!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_at!: Date;
  @Column('timestamptz', { nullable: true }) deleted_at!: Date | null;
}

/** Delivery of one event to one webhook. */
@Entity('webhook_deliveries')
@Index('webhook_deliveries_by_webhook', ['webhook_id', 'created_at', 'id'])
@Index('webhook_deliveries_due', ['webhook_id', 'due_at'], { where: `status = 'pending'` })
export class WebhookDeliveryEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  @Column('uuid') webhook_id!: string;
  /** The same for all webhooks and attempts. */
  @Column('uuid') event_id!: string;
  @Column('text') type!: string;
  /** As sent, byte for byte. */
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
