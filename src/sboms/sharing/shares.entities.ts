import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A link by which people without an account see chosen SBOMs. */
@Entity('shares')
@Index('shares_by_organization', ['org_id', 'created_at', 'id'])
export class ShareEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  /** What the visitor reads above the list. */
  @Column('text') title!: string;
  /** Of `shareContents`. */
  @Column('text', { array: true }) contents!: string[];
  /** Of `shareExtras`. */
  @Column('text', { array: true }) extras!: string[];
  /** Signs the link, sealed; null: revoked. */
  @Column('bytea', { nullable: true }) sealed!: Buffer | null;
  /** The same of former releases, until the next start. */
  @Column('bytea', { nullable: true }) key!: Buffer | null;
  @Column('text', { nullable: true }) password_hash!: string | null;
  @Column('timestamptz') expires_at!: Date;
  /** Null: any number. */
  @Column('int', { nullable: true }) max_downloads!: number | null;
  @Column('int', { default: 0 }) downloads!: number;
  @Column('uuid') created_by!: string;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { nullable: true }) revoked_at!: Date | null;
}

@Entity('share_sboms')
@Index('share_sboms_by_sbom', ['sbom_id'])
export class ShareSbomEntity {
  @PrimaryColumn('uuid') share_id!: string;
  @PrimaryColumn('uuid') sbom_id!: string;
  @Column('uuid') org_id!: string;
  @Column('int') position!: number;
}

/** How often something of a share was asked for on a day (UTC). */
@Entity('share_accesses')
export class ShareAccessEntity {
  @PrimaryColumn('uuid') share_id!: string;
  @PrimaryColumn('date') day!: string;
  /** `page`, `wrong_password`, or the name of a file. */
  @PrimaryColumn('text') what!: string;
  /** The SBOM of the file; else the share. */
  @PrimaryColumn('uuid') subject_id!: string;
  @Column('uuid') org_id!: string;
  @Column('int', { default: 1 }) count!: number;
  @Column('timestamptz', { default: () => 'now()' }) last_at!: Date;
}
