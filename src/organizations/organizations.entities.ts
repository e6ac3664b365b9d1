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
import { User } from './users/users.entities.js';

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

  /** The team of SBOMs that are made without naming one; one in each organization. */
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

/** A user's place in an organization. Its role is the most that the user may do there. */
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

  /** Only the teams that the user was put into are visible. */
  @Column({ type: 'boolean', default: false })
  narrowed!: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at!: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at!: Date;
}

export type TeamUserStatus = 'active' | 'inactive';

/** A user put into a team: opens the team to a narrowed membership, and may lower the role there. */
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

  @CreateDateColumn({ type: 'timestamptz' })
  created_at!: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at!: Date;
}
