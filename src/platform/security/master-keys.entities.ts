import { CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** Which master keys belong to this database; the keys themselves are in MASTER_KEY_FILE only. */
@Entity('master_keys')
export class MasterKeyCheck {
  @PrimaryColumn({ name: 'check_value', type: 'text', primaryKeyConstraintName: 'master_keys_pkey' })
  checkValue!: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}
