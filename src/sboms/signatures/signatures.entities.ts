import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A public key whose signatures an organization trusts. */
@Entity('trusted_keys')
@Index('trusted_keys_fingerprint', ['org_id', 'fingerprint'], { unique: true })
export class TrustedKeyEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  @Column('text') name!: string;
  /** As signatures name it; may be empty. */
  @Column('text') key_name!: string;
  /** SubjectPublicKeyInfo in PEM. */
  @Column('text') public_key!: string;
  @Column('text') fingerprint!: string;
  @Column('uuid') user_id!: string;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
}

/** A key that signs, or signed, the exports of an organization (Ed25519). */
@Entity('document_keys')
@Index('document_keys_signing', ['org_id'], { unique: true, where: 'retired_at IS NULL' })
@Index('document_keys_org', ['org_id'])
export class DocumentKeyEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  @Column('text') public_key!: string;
  @Column('text') fingerprint!: string;
  /** The private key; empty: it was lost with its master key. */
  @Column('bytea') sealed!: Buffer;
  @Column('uuid') user_id!: string;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  /** It signs no more; its signatures stay valid. */
  @Column('timestamptz', { nullable: true }) retired_at!: Date | null;
}
