import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What was published of an SBOM and still holds, by package: an alarm is what is not in here. */
@Entity('open_alarms')
export class OpenAlarmEntity {
  @PrimaryColumn('uuid') sbom_id!: string;
  /** `vulnerability`, `license` or `end_of_life`. */
  @PrimaryColumn('text') kind!: string;
  @PrimaryColumn('text') package!: string;
  @PrimaryColumn('text') subject!: string;
  @Column('uuid') org_id!: string;
  /** One of its components. */
  @Column('uuid') component_id!: string;
  @Column('text') status!: string;
  @Column('boolean') exploited!: boolean;
  /** The worst that it was published with; null: that is not known any more. */
  @Column('text', { nullable: true }) severity!: string | null;
  /** Why some advisories were not applied to the component when it was last found; empty: all were; null: not recorded. */
  @Column('text', { nullable: true }) unapplied!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) opened_at!: Date;
}

/** An SBOM whose scores were written since its alarms were last looked for. */
@Entity('alarm_checks')
@Index('alarm_checks_in_order', ['changed_at'])
export class AlarmCheckEntity {
  @PrimaryColumn('uuid') sbom_id!: string;
  @Column('uuid') org_id!: string;
  /** Record what is there, and publish nothing. */
  @Column('boolean', { default: false }) is_silent!: boolean;
  @Column('timestamptz', { default: () => 'now()' }) changed_at!: Date;
}

/** How well the file of one import meets one standard, as it was delivered. */
@Entity('delivery_qualities')
export class DeliveryQualityEntity {
  @PrimaryColumn('uuid') sbom_id!: string;
  @PrimaryColumn('int') import_number!: number;
  @PrimaryColumn('text') standard!: string;
  @Column('uuid') org_id!: string;
  @Column('text') title!: string;
  /** 0–100; null: it could not be checked. */
  @Column('double precision', { nullable: true }) score!: number | null;
  @Column('boolean') met!: boolean;
  @Column('timestamptz', { default: () => 'now()' }) checked_at!: Date;
}
