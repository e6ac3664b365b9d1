import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Where alarms of an organization are sent, which ones, and when. */
@Entity('alarm_channels')
@Index('alarm_channels_by_organization', ['org_id', 'created_at', 'id'], { where: 'deleted_at IS NULL' })
@Index('alarm_channels_due', ['send_at'], { where: 'send_at IS NOT NULL' })
export class AlarmChannelEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  /** `slack`, `teams`, `email`, `github` or `jira`. */
  @Column('text') kind!: string;
  @Column('text') name!: string;
  /** What is not secret of the receiver: a `ChannelTarget`. */
  @Column('jsonb', { default: {} }) target!: object;
  /** The address of an incoming webhook, a password, or a token. */
  @Column('bytea') sealed!: Buffer;
  /** Types of alarm; empty: all. */
  @Column('text', { array: true, default: () => `'{}'` }) events!: string[];
  @Column('text', { default: 'none' }) min_severity!: string;
  @Column('double precision', { default: 0 }) min_epss!: number;
  @Column('boolean', { default: false }) exploited_only!: boolean;
  /** Also vulnerabilities of which it is not known whether they affect the version. */
  @Column('boolean', { default: false }) include_undecided!: boolean;
  @Column('uuid', { array: true, default: () => `'{}'` }) team_ids!: string[];
  @Column('text', { array: true, default: () => `'{}'` }) suppliers!: string[];
  /** `immediate`, `daily` or `weekly`. */
  @Column('text', { default: 'immediate' }) digest!: string;
  @Column('text', { default: '08:00' }) digest_time!: string;
  /** 1: Monday, 7: Sunday. */
  @Column('int', { default: 1 }) digest_day!: number;
  @Column('text', { default: 'UTC' }) time_zone!: string;
  @Column('text', { nullable: true }) quiet_from!: string | null;
  @Column('text', { nullable: true }) quiet_to!: string | null;
  @Column('boolean', { default: true }) active!: boolean;
  @Column('text', { default: '' }) disabled_reason!: string;
  @Column('timestamptz', { nullable: true }) failing_since!: Date | null;
  /** When what waits is put into a message; null: nothing waits. */
  @Column('timestamptz', { nullable: true }) send_at!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_at!: Date;
  @Column('timestamptz', { nullable: true }) deleted_at!: Date | null;
}

/** What became known of one SBOM at one time, of one type. */
@Entity('alarm_events')
@Index('alarm_events_by_organization', ['org_id', 'created_at', 'id'])
export class AlarmEventEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  @Column('uuid') team_id!: string;
  /** Null: a project that has none yet. */
  @Column('uuid', { nullable: true }) sbom_id!: string | null;
  @Column('text') type!: string;
  @Column('text') sbom_name!: string;
  @Column('text') sbom_version!: string;
  @Column('text') supplier!: string;
  /** The first look at the SBOM: it is all there is, not what is new. */
  @Column('boolean', { default: false }) is_first!: boolean;
  @Column('int') total!: number;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
}

/** One of the things that an alarm is about: a vulnerability of a package, a rule that it breaks … */
@Entity('alarm_items')
export class AlarmItemEntity {
  @PrimaryColumn('uuid') event_id!: string;
  /** The worst first. */
  @PrimaryColumn('int') position!: number;
  @Column('uuid') org_id!: string;
  /** Vulnerability, rule, standard. */
  @Column('text') subject!: string;
  @Column('text') package!: string;
  @Column('uuid', { nullable: true }) component_id!: string | null;
  @Column('text') component!: string;
  @Column('text') version!: string;
  /** How many components of the SBOM are of the package. */
  @Column('int', { default: 1 }) components!: number;
  @Column('text', { default: 'unknown' }) severity!: string;
  @Column('text', { default: 'affected' }) status!: string;
  @Column('real', { nullable: true }) epss!: number | null;
  @Column('boolean', { default: false }) exploited!: boolean;
  @Column('text', { nullable: true }) fixed_in!: string | null;
  @Column('text', { default: '' }) text!: string;
  /** Set where the news is that it is rated worse. */
  @Column('text', { nullable: true }) former_severity!: string | null;
}

/** An alarm that a channel gets. */
@Entity('alarm_deliveries')
@Index('alarm_deliveries_waiting', ['channel_id'], { where: 'message_id IS NULL' })
@Index('alarm_deliveries_by_event', ['event_id'])
export class AlarmDeliveryEntity {
  @PrimaryColumn('uuid') channel_id!: string;
  @PrimaryColumn('uuid') event_id!: string;
  @Column('uuid') org_id!: string;
  /** The message that it is in; null: it waits. */
  @Column('uuid', { nullable: true }) message_id!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
}

/** One message to one channel, with everything that waited for it. */
@Entity('alarm_messages')
@Index('alarm_messages_by_channel', ['channel_id', 'created_at', 'id'])
@Index('alarm_messages_due', ['due_at'], { where: `status = 'pending'` })
export class AlarmMessageEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  @Column('uuid') channel_id!: string;
  @Column('text') subject!: string;
  /** As sent: JSON. */
  @Column('text') body!: string;
  /** How many items it is about. */
  @Column('int') alarms!: number;
  /** `pending`, `delivered`, `failed`, `dropped`, or `empty`: nothing that waited passed the filter. */
  @Column('text', { default: 'pending' }) status!: string;
  @Column('int', { default: 0 }) attempts!: number;
  @Column('timestamptz', { default: () => 'now()' }) due_at!: Date;
  @Column('text', { default: '' }) error!: string;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { nullable: true }) finished_at!: Date | null;
}
