import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A key that signs session tokens for a time, and is published for as long as a token of it may live. */
@Entity('signing_keys')
export class SigningKey {
  /** Also the `kid`. */
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'signing_keys_pkey' })
  id!: string;

  @Column({ type: 'jsonb' })
  public_jwk!: Record<string, unknown>;

  /** PKCS #8, sealed by the vault. */
  @Column({ type: 'bytea' })
  private_key!: Buffer;

  @Column({ type: 'timestamptz' })
  signs_from!: Date;

  @Column({ type: 'timestamptz' })
  signs_until!: Date;

  @Column({ type: 'timestamptz' })
  published_until!: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at!: Date;
}
