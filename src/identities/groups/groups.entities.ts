import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Role } from '../../organizations/access/roles.js';

/** What the members of a group are given in an organization. */
@Entity('group_mappings')
@Check('group_mappings_role_check', `role IN ('viewer', 'member', 'admin')`)
// With NULLS NOT DISTINCT, which TypeORM cannot declare.
@Index('group_mappings_key', { synchronize: false })
@Index('group_mappings_org_id_idx', ['org_id', 'id'])
@ForeignKey('teams', ['org_id', 'team_id'], ['org_id', 'id'], { name: 'group_mappings_team_fkey' })
export class GroupMappingEntity {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'group_mappings_pkey' })
  id!: string;

  @Column({ type: 'uuid' })
  @ForeignKey('organizations', { name: 'group_mappings_org_id_fkey' })
  org_id!: string;

  /** As the provider writes it. */
  @Column({ type: 'text' })
  group_name!: string;

  @Column({ type: 'text' })
  role!: Role;

  /** Null: in the whole organization. */
  @Column({ type: 'uuid', nullable: true })
  team_id!: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at!: Date;
}

/** Groups of a user, as the provider gave them at the last sign-in. */
@Entity('user_groups')
@Index('user_groups_group_name_idx', ['group_name'])
export class UserGroupEntity {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'user_groups_pkey' })
  @ForeignKey('users', { name: 'user_groups_user_id_fkey' })
  user_id!: string;

  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'user_groups_pkey' })
  group_name!: string;
}
