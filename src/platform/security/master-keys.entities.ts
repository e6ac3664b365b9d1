import { Check, Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/**
 * Which master keys belong to this database; the keys themselves are in MASTER_KEY_FILE only. `announced`: in a file,
 * and not used yet; `current`: encrypts; `former`: secrets may still be encrypted with it.
 */
@Entity('master_keys')
@Check('master_keys_state', `state IN ('announced', 'current', 'former')`)
export class MasterKeyCheck {
  @PrimaryColumn({ name: 'check_value', type: 'text', primaryKeyConstraintName: 'master_keys_pkey' })
  checkValue!: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @Column('bytea', { name: 'key_id', nullable: true })
  keyId!: Buffer | null;

  @Column('text', { default: 'former' })
  state!: string;
}

/** A running process and the keys that it holds, for as long as its lease lasts. */
@Entity('master_key_holders')
export class MasterKeyHolder {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'master_key_holders_pkey' })
  id!: string;

  /** Process id and host, for messages. */
  @Column('text')
  process!: string;

  @Column('bytea', { name: 'key_ids', array: true })
  keyIds!: Buffer[];

  /** The key that it encrypts with. */
  @Column('bytea', { name: 'sealing_id' })
  sealingId!: Buffer;

  @Column('timestamptz', { name: 'lease_until' })
  leaseUntil!: Date;
}
