import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique, UpdateDateColumn } from 'typeorm';

/** By which an organization's identity provider comes in. */
@Entity('scim_tokens')
@Unique('scim_tokens_hash_key', ['hash'])
@Index('scim_tokens_org_id_idx', ['org_id', 'id'])
export class ScimTokenEntity {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'scim_tokens_pkey' })
  id!: string;

  @Column({ type: 'uuid' })
  @ForeignKey('organizations', { name: 'scim_tokens_org_id_fkey' })
  org_id!: string;

  @Column({ type: 'text' })
  name!: string;

  /** SHA-256 of the token, which is never stored. */
  @Column({ type: 'bytea' })
  hash!: Buffer;

  @Column({ type: 'text' })
  hint!: string;

  @Column({ type: 'timestamptz', nullable: true })
  last_used_at!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at!: Date;
}

/** A user as an organization's identity provider knows him. */
@Entity('scim_users')
@Index('scim_users_user_id_idx', ['user_id'])
// On lower(user_name), which TypeORM cannot declare.
@Index('scim_users_user_name_key', { synchronize: false })
@Index('scim_users_external_id_idx', ['org_id', 'external_id'])
export class ScimUserEntity {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'scim_users_pkey' })
  @ForeignKey('organizations', { name: 'scim_users_org_id_fkey' })
  org_id!: string;

  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'scim_users_pkey' })
  @ForeignKey('users', { name: 'scim_users_user_id_fkey' })
  user_id!: string;

  @Column({ type: 'text' })
  user_name!: string;

  @Column({ type: 'text', nullable: true })
  external_id!: string | null;

  @Column({ type: 'boolean' })
  active!: boolean;

  /** The account was made by this. */
  @Column({ type: 'boolean' })
  is_creator!: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at!: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at!: Date;

  /** Gone for the provider; the account stays for the day on which it comes back. */
  @Column({ type: 'timestamptz', nullable: true })
  deleted_at!: Date | null;
}

@Entity('scim_groups')
@Index('scim_groups_display_name_key', { synchronize: false })
@Index('scim_groups_external_id_idx', ['org_id', 'external_id'])
export class ScimGroupEntity {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'scim_groups_pkey' })
  id!: string;

  @Column({ type: 'uuid' })
  @ForeignKey('organizations', { name: 'scim_groups_org_id_fkey' })
  org_id!: string;

  @Column({ type: 'text' })
  display_name!: string;

  @Column({ type: 'text', nullable: true })
  external_id!: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at!: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at!: Date;
}

@Entity('scim_group_members')
@Index('scim_group_members_user_idx', ['org_id', 'user_id'])
@ForeignKey(() => ScimUserEntity, ['org_id', 'user_id'], ['org_id', 'user_id'], {
  name: 'scim_group_members_user_fkey',
  onDelete: 'CASCADE',
})
export class ScimGroupMemberEntity {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'scim_group_members_pkey' })
  @ForeignKey(() => ScimGroupEntity, { name: 'scim_group_members_group_id_fkey', onDelete: 'CASCADE' })
  group_id!: string;

  @Column({ type: 'uuid' })
  org_id!: string;

  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'scim_group_members_pkey' })
  user_id!: string;
}
