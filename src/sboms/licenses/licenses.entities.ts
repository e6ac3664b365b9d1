import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an organization allows of licences where its products reach others so. */
@Entity('license_policies')
export class LicensePolicyEntity {
  @PrimaryColumn('uuid') org_id!: string;
  @PrimaryColumn('text') usage!: string;
  /** Licences (SPDX ids) and classes ("class:permissive"). */
  @Column('text', { array: true }) allowed!: string[];
  @Column('text', { array: true }) review!: string[];
  @Column('text', { array: true }) denied!: string[];
  @Column('uuid') user_id!: string;
  @Column('timestamptz', { default: () => 'now()' }) updated_at!: Date;
}
