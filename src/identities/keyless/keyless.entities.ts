import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Role } from '../../organizations/access/roles.js';
import type { ClaimPattern } from './claim-patterns.js';

/** Which tokens of an outside issuer become keys of a service account. */
@Entity('trust_rules')
@Check('trust_rules_role_check', `role IN ('viewer', 'member', 'admin')`)
@Index('trust_rules_org_id_idx', ['org_id', 'id'])
export class TrustRuleEntity {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'trust_rules_pkey' })
  id!: string;

  @Column({ type: 'uuid' })
  @ForeignKey('organizations', { name: 'trust_rules_org_id_fkey' })
  org_id!: string;

  @Column({ type: 'uuid' })
  @ForeignKey('users', { name: 'trust_rules_service_account_id_fkey' })
  service_account_id!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  issuer!: string;

  @Column({ type: 'text' })
  audience!: string;

  @Column({ type: 'jsonb' })
  claims!: ClaimPattern[];

  /** Highest role of the keys; null: that of the service account. */
  @Column({ type: 'text', nullable: true })
  role!: Role | null;

  /** The only project that the keys reach; null: they are bound to none. */
  @Column({ type: 'uuid', nullable: true })
  project_id!: string | null;

  /** How long a key lives. */
  @Column({ type: 'integer' })
  seconds!: number;

  /** How many keys one token is worth. */
  @Column({ type: 'integer' })
  max_uses!: number;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at!: Date;
}

/** A token that was exchanged, until it expires. */
@Entity('exchanged_tokens')
@Index('exchanged_tokens_expires_at_idx', ['expires_at'])
export class ExchangedTokenEntity {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'exchanged_tokens_pkey' })
  @ForeignKey(() => TrustRuleEntity, { name: 'exchanged_tokens_rule_id_fkey', onDelete: 'CASCADE' })
  rule_id!: string;

  /** SHA-256 of its `jti`, or of its signed part. */
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'exchanged_tokens_pkey' })
  token!: Buffer;

  @Column({ type: 'integer', default: 1 })
  uses!: number;

  @Column({ type: 'timestamptz' })
  expires_at!: Date;
}
