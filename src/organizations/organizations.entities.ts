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
import type { Role } from './access/roles.js';

@Entity('users')
@Unique('users_issuer_subject_key', ['issuer', 'subject'])
// On lower(username), which TypeORM cannot declare.
@Index('users_username_key', { synchronize: false })
@Index('users_service_name_key', { synchronize: false })
@Check(
  'users_service_check',
  `service_org_id IS NULL OR service_name IS NOT NULL AND password_hash IS NULL AND issuer IS NULL AND NOT sys_admin AND email = ''`,
)
export class User {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'users_pkey' })
  id!: string;

  @Column({ type: 'text' })
  username!: string;

  @Column({ type: 'text', default: '' })
  email!: string;

  /** A system administrator gave the address: it counts where others claim the same one. */
  @Column({ type: 'boolean', default: false })
  email_vouched!: boolean;

  /** argon2id; null: no login by password. */
  @Column({ type: 'text', nullable: true })
  password_hash!: string | null;

  /** Part of session tokens: an increment ends all sessions (password change, logout). */
  @Column({ type: 'integer', default: 0 })
  session_version!: number;

  /** OpenID Connect tokens issued before this time are refused. */
  @Column({ type: 'timestamptz', nullable: true })
  signed_out_at!: Date | null;

  @Column({ type: 'boolean', default: false })
  sys_admin!: boolean;

  /** OpenID Connect issuer and subject of the user; null: a local account. */
  @Column({ type: 'text', nullable: true })
  issuer!: string | null;

  @Column({ type: 'text', nullable: true })
  subject!: string | null;

  /** The organization whose service account this is; null: a person. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('organizations', { name: 'users_service_org_id_fkey' })
  service_org_id!: string | null;

  @Column({ type: 'text', nullable: true })
  service_name!: string | null;

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
@Index('api_keys_trust_rule_id_idx', ['trust_rule_id'], { where: 'trust_rule_id IS NOT NULL' })
export class ApiKey {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'api_keys_pkey' })
  id!: string;

  @Column({ type: 'uuid' })
  @ForeignKey(() => User, { name: 'api_keys_user_id_fkey' })
  user_id!: string;

  /** The only organization that the key gives access to; null: all of its user. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('organizations', { name: 'api_keys_org_id_fkey' })
  org_id!: string | null;

  @Column({ type: 'text' })
  name!: string;

  /** SHA-256 of the key; the key itself is never stored. */
  @Column({ type: 'bytea' })
  hash!: Buffer;

  /** First characters of the key, to recognize it. */
  @Column({ type: 'text' })
  hint!: string;

  /** Highest role of the key; null: the roles of its user. */
  @Column({ type: 'text', nullable: true })
  role!: Role | null;

  @Column({ type: 'timestamptz', nullable: true })
  expires_at!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  last_used_at!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  revoked_at!: Date | null;

  /** The rule by which a pipeline got it; null: somebody made it. */
  @Column({ type: 'uuid', nullable: true })
  trust_rule_id!: string | null;

  /** The only project that it reaches; null: it is bound to none. */
  @Column({ type: 'uuid', nullable: true })
  project_id!: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at!: Date;
}

const aRole = `role IN ('viewer', 'member', 'admin')`;

@Entity('organizations')
export class Organization {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'organizations_pkey' })
  id!: string;

  @Column({ type: 'text' })
  name!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at!: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  deleted_at!: Date | null;
}

@Entity('teams')
@Unique('teams_org_id_id_key', ['org_id', 'id'])
@Index('teams_default_key', ['org_id'], { unique: true, where: 'is_default' })
export class Team {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'teams_pkey' })
  id!: string;

  @Column({ type: 'uuid' })
  @ForeignKey(() => Organization, { name: 'teams_org_id_fkey' })
  org_id!: string;

  @Column({ type: 'text' })
  name!: string;

  /** Team of objects that are created without a team; one per organization. */
  @Column({ type: 'boolean', default: false })
  is_default!: boolean;

  @Column({ type: 'text', default: '' })
  poc_name!: string;

  @Column({ type: 'text', default: '' })
  poc_email!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at!: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  deleted_at!: Date | null;
}

/** A user's membership in an organization, with the user's highest role there. */
@Entity('memberships')
@Check('memberships_role_check', aRole)
@Index('memberships_user_id_idx', ['user_id'])
export class MembershipRow {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'memberships_pkey' })
  @ForeignKey(() => Organization, { name: 'memberships_org_id_fkey' })
  org_id!: string;

  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'memberships_pkey' })
  @ForeignKey(() => User, { name: 'memberships_user_id_fkey' })
  user_id!: string;

  @Column({ type: 'text' })
  role!: Role;

  /** Only the teams that the user is in are visible. */
  @Column({ type: 'boolean', default: false })
  narrowed!: boolean;

  /** Groups gave it, and take it away. */
  @Column({ type: 'boolean', default: false })
  by_groups!: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at!: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at!: Date;
}

export type TeamUserStatus = 'active' | 'inactive';

/** A user in a team: makes the team visible to a narrowed membership, and may lower the role there. */
@Entity('team_users')
@Check('team_users_role_check', aRole)
@Check('team_users_status_check', `status IN ('active', 'inactive')`)
@Unique('team_users_team_id_user_id_key', ['team_id', 'user_id'])
@Index('team_users_org_id_user_id_idx', ['org_id', 'user_id'])
@ForeignKey(() => Team, ['org_id', 'team_id'], ['org_id', 'id'], { name: 'team_users_team_fkey' })
@ForeignKey(() => MembershipRow, ['org_id', 'user_id'], ['org_id', 'user_id'], {
  name: 'team_users_membership_fkey',
  onDelete: 'CASCADE',
})
export class TeamUser {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'team_users_pkey' })
  id!: string;

  @Column({ type: 'uuid' })
  org_id!: string;

  @Column({ type: 'uuid' })
  team_id!: string;

  @Column({ type: 'uuid' })
  user_id!: string;

  @Column({ type: 'text' })
  role!: Role;

  @Column({ type: 'text', default: 'active' })
  status!: TeamUserStatus;

  /** Groups gave it, and take it away. */
  @Column({ type: 'boolean', default: false })
  by_groups!: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at!: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at!: Date;
}
