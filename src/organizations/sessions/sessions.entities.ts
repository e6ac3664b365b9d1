import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../organizations.entities.js';
import type { SessionStart } from './sessions.view.js';

/** A session of a user: its tokens hold its id, and are refused once it is deleted. */
@Entity('sessions')
@Check('sessions_via_check', `via IN ('password', 'provider', 'service')`)
@Index('sessions_user_id_idx', ['user_id'])
@Index('sessions_expires_at_idx', ['expires_at'])
export class UserSession {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'sessions_pkey' })
  id!: string;

  @Column({ type: 'uuid' })
  @ForeignKey(() => User, { name: 'sessions_user_id_fkey' })
  user_id!: string;

  @Column({ type: 'text' })
  via!: SessionStart;

  @Column({ type: 'text' })
  address!: string;

  /** What the program of the user calls itself. */
  @Column({ type: 'text' })
  user_agent!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  last_seen_at!: Date;

  /** When the token that was issued last expires. */
  @Column({ type: 'timestamptz' })
  expires_at!: Date;
}

/** Failed logins of one username or one network address in the current window. */
@Entity('login_failures')
@Index('login_failures_until_idx', ['until'])
export class LoginFailures {
  /** Hash of the name or address, so that the table does not reveal them. */
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'login_failures_pkey' })
  subject!: Buffer;

  @Column({ type: 'integer' })
  failures!: number;

  /** End of the window that started with the first failure, or of the lock-out. */
  @Column({ type: 'timestamptz' })
  until!: Date;

  /** In a row: each lasts twice as long as the one before. */
  @Column({ type: 'integer', default: 0 })
  lockouts!: number;
}

/** A key that signs session tokens for a period, and is published until its last token has expired. */
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
