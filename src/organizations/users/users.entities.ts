import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  Unique,
  UpdateDateColumn,
} from 'typeorm';
import type { Role } from '../access/roles.js';

@Entity('users')
@Unique('users_issuer_subject_key', ['issuer', 'subject'])
// On lower(username), which the ORM cannot say.
@Index('users_username_key', { synchronize: false })
export class User {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'users_pkey' })
  id!: string;

  @Column({ type: 'text' })
  username!: string;

  @Column({ type: 'text', default: '' })
  email!: string;

  /** argon2id; null: no login with a password. */
  @Column({ type: 'text', nullable: true })
  password_hash!: string | null;

  /** Carried by session tokens: raising it ends them all (password change, logout). */
  @Column({ type: 'integer', default: 0 })
  session_version!: number;

  /** Tokens of an outside issuer from before this time are refused. */
  @Column({ type: 'timestamptz', nullable: true })
  signed_out_at!: Date | null;

  @Column({ type: 'boolean', default: false })
  sys_admin!: boolean;

  /** Outside OpenID Connect issuer that the user comes from, and the name there. */
  @Column({ type: 'text', nullable: true })
  issuer!: string | null;

  @Column({ type: 'text', nullable: true })
  subject!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  last_active_at!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  disabled_at!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at!: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  deleted_at!: Date | null;
}

@Entity('api_keys')
@Unique('api_keys_hash_key', ['hash'])
@Check('api_keys_role_check', `role IN ('viewer', 'member', 'admin')`)
@Index('api_keys_user_id_idx', ['user_id'])
@Index('api_keys_org_id_idx', ['org_id'])
export class ApiKey {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'api_keys_pkey' })
  id!: string;

  @Column({ type: 'uuid' })
  @ForeignKey(() => User, { name: 'api_keys_user_id_fkey' })
  user_id!: string;

  /** The one organization that the key opens; null: all of its user's. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('organizations', { name: 'api_keys_org_id_fkey' })
  org_id!: string | null;

  @Column({ type: 'text' })
  name!: string;

  /** SHA-256 of the key, which itself is shown once and never stored. */
  @Column({ type: 'bytea' })
  hash!: Buffer;

  /** The first characters, to tell keys apart. */
  @Column({ type: 'text' })
  hint!: string;

  /** The most that the key may do, whatever its user's roles; null: no ceiling. */
  @Column({ type: 'text', nullable: true })
  role!: Role | null;

  @Column({ type: 'timestamptz', nullable: true })
  expires_at!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  last_used_at!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  revoked_at!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at!: Date;
}
