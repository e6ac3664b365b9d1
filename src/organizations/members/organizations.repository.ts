import { notFound } from '../../model/errors.js';
import { containing, orderBy, type ListPage, type Orders } from '../../platform/database/order-by.js';
import type { Sql } from '../../platform/database/sql.js';
import type { Role } from '../access/roles.js';
import { isSuspended } from '../access/suspended.js';

export interface OrganizationRow {
  readonly id: string;
  readonly name: string;
  readonly members: { user_id: string; role: Role }[];
  /** Its accounts that are no persons. */
  readonly service_accounts: { user_id: string; role: Role }[];
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
}

const membersThat = (condition: string): string => `coalesce((
  SELECT json_agg(json_build_object('user_id', m.user_id, 'role', m.role) ORDER BY m.created_at, m.user_id)
  FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.org_id = o.id AND ${condition}), '[]')`;

const members = `${membersThat('u.service_org_id IS NULL')} AS members,
  ${membersThat('u.service_org_id IS NOT NULL')} AS service_accounts`;

const organizationColumns = 'o.id, o.name, o.created_at, o.updated_at, o.deleted_at';

export const organizationOrders: Orders = {
  name: 'lower(o.name)',
  created_at: 'o.created_at',
  updated_at: 'o.updated_at',
};

export interface OrganizationFilter {
  readonly q?: string | null;
  readonly name?: string | null;
}

/** Organizations with their members, oldest first where `sort` says nothing. */
export async function organizationPage(
  sql: Sql,
  orgIds: readonly string[],
  { q, name }: OrganizationFilter,
  { offset, limit, sort }: ListPage,
): Promise<{ rows: OrganizationRow[]; total: number }> {
  const from = `FROM organizations o WHERE o.id = ANY ($orgIds::uuid[]) AND ($name::text IS NULL OR o.name = $name)
    AND ($pattern::text IS NULL OR o.name ILIKE $pattern)`;
  const parameters = { orgIds, name: name || null, pattern: containing(q) };
  const rows = await sql.query<OrganizationRow>(
    `SELECT ${organizationColumns}, ${members} ${from}
     ORDER BY ${orderBy(organizationOrders, sort, 'o.id', 'o.id')} OFFSET $offset LIMIT $limit`,
    { ...parameters, offset, limit },
  );
  const counted = await sql.one<{ total: number }>(`SELECT count(*)::int AS total ${from}`, parameters);
  return { rows, total: counted?.total ?? 0 };
}

export const insertOrganization = (sql: Sql, organization: { id: string; name: string }): Promise<number> =>
  sql.run('INSERT INTO organizations (id, name) VALUES ($id, $name)', { id: organization.id, name: organization.name });

/**
 * Locks the row: changes of one organization are serialized, and so are additions of things that are counted first.
 *
 * @throws CallerError 404 if it is deleted
 */
export async function lockOrganization(sql: Sql, id: string): Promise<{ updated_at: Date }> {
  const organization = await sql.one<{ updated_at: Date }>(
    'SELECT updated_at FROM organizations WHERE id = $id AND deleted_at IS NULL FOR NO KEY UPDATE',
    { id },
  );
  if (!organization) throw notFound('organization');
  return organization;
}

export const organizationExists = async (sql: Sql, id: string): Promise<boolean> =>
  (await sql.one('SELECT FROM organizations WHERE id = $id AND deleted_at IS NULL', { id })) !== null;

export const renameOrganization = (sql: Sql, { id, name }: { id: string; name: string }): Promise<number> =>
  sql.run('UPDATE organizations SET name = $name, updated_at = now() WHERE id = $id', { id, name });

export const deleteOrganization = (sql: Sql, id: string): Promise<number> =>
  sql.run('UPDATE organizations SET deleted_at = now(), updated_at = now() WHERE id = $id', { id });

export interface MemberRow {
  readonly org_id: string;
  readonly user_id: string;
  readonly role: Role;
  /** The only teams that the member sees; null: all. */
  readonly team_ids: string[] | null;
  /** Groups gave the membership, and take it away. */
  readonly by_groups: boolean;
  /** No person, but an account of the organization. */
  readonly service_account: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface MembershipKey {
  readonly orgId: string;
  readonly userId: string;
}

/**
 * Locks the organization, so that two changes at once cannot remove the last two administrators. False: the user is no
 * longer an administrator.
 */
export async function lockIfAdmin(sql: Sql, { orgId, userId }: MembershipKey): Promise<boolean> {
  await lockOrganization(sql, orgId);
  const membership = await sql.one(
    `SELECT 1 FROM memberships WHERE org_id = $orgId AND user_id = $userId AND role = 'admin' AND NOT narrowed`,
    { orgId, userId },
  );
  return membership !== null;
}

export const findMember = (sql: Sql, { orgId, userId }: MembershipKey): Promise<MemberRow | null> =>
  sql.one(
    `SELECT m.org_id, m.user_id, m.role, m.by_groups, m.created_at,
       EXISTS (SELECT FROM users u WHERE u.id = m.user_id AND u.service_org_id IS NOT NULL) AS service_account, m.updated_at, CASE WHEN m.narrowed THEN ARRAY(
       SELECT tu.team_id FROM team_users tu JOIN teams t ON t.id = tu.team_id AND t.deleted_at IS NULL
       WHERE tu.org_id = m.org_id AND tu.user_id = m.user_id AND tu.status = 'active' ORDER BY tu.team_id) END AS team_ids
     FROM memberships m WHERE m.org_id = $orgId AND m.user_id = $userId`,
    { orgId, userId },
  );

/** False: the user is already a member. */
export async function insertMember(
  sql: Sql,
  { orgId, userId }: MembershipKey,
  { role, narrowed }: { role: Role; narrowed: boolean },
): Promise<boolean> {
  const inserted = await sql.run(
    'INSERT INTO memberships (org_id, user_id, role, narrowed) VALUES ($orgId, $userId, $role, $narrowed) ON CONFLICT DO NOTHING',
    { orgId, userId, role, narrowed },
  );
  return inserted === 1;
}

export const updateMember = (
  sql: Sql,
  { orgId, userId }: MembershipKey,
  { role, narrowed }: { role: Role; narrowed: boolean },
): Promise<number> =>
  sql.run(
    'UPDATE memberships SET role = $role, narrowed = $narrowed, updated_at = now() WHERE org_id = $orgId AND user_id = $userId',
    { orgId, userId, role, narrowed },
  );

export const deleteMember = (sql: Sql, { orgId, userId }: MembershipKey): Promise<number> =>
  sql.run('DELETE FROM memberships WHERE org_id = $orgId AND user_id = $userId', { orgId, userId });

/** Whether another active user administers the organization. */
export const hasOtherAdmin = async (sql: Sql, { orgId, userId }: MembershipKey): Promise<boolean> =>
  (await sql.one(
    `SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL AND u.deleted_at IS NULL
       AND u.service_org_id IS NULL
     WHERE m.org_id = $orgId AND m.user_id <> $userId AND m.role = 'admin' AND NOT m.narrowed AND NOT ${isSuspended('m')} LIMIT 1`,
    { orgId, userId },
  )) !== null;

/** Whether the user belongs to organizations, and to none of these. */
export const isOnlyElsewhere = async (sql: Sql, userId: string, orgIds: readonly string[]): Promise<boolean> =>
  (await sql.one(
    `SELECT FROM memberships m JOIN organizations o ON o.id = m.org_id AND o.deleted_at IS NULL
     WHERE m.user_id = $userId HAVING count(*) > 0 AND NOT bool_or(m.org_id = ANY ($orgIds::uuid[]))`,
    { userId, orgIds },
  )) !== null;

export const memberKinds = ['person', 'service_account'] as const;
export type MemberKind = (typeof memberKinds)[number];

/** A member with his account. */
export interface MemberAccountRow {
  readonly user_id: string;
  readonly username: string;
  readonly email: string;
  readonly kind: MemberKind;
  readonly role: Role;
  /** The only teams that the member sees; null: all. */
  readonly team_ids: string[] | null;
  /** Groups gave the membership, and take it away. */
  readonly by_groups: boolean;
  /** The account is closed everywhere. */
  readonly disabled: boolean;
  /** The organization's identity provider has taken the access away (SCIM); the membership stays, and gives nothing. */
  readonly suspended: boolean;
  readonly last_active_at: Date | null;
  readonly created_at: Date;
  /** Of the membership: sent with a change, it is refused where another one came first. */
  readonly updated_at: Date;
}

/** How many can come in. */
export interface MemberCounts {
  /** Persons who are neither disabled nor suspended, whatever the page. */
  readonly person_count: number;
  /** Service accounts that are not disabled, whatever the page. */
  readonly service_account_count: number;
}

const membersFrom = `FROM memberships m JOIN users u ON u.id = m.user_id AND u.deleted_at IS NULL
  WHERE m.org_id = $orgId`;
const isKind = `($kind::text IS NULL OR ($kind = 'service_account') = (u.service_org_id IS NOT NULL))`;

export const memberOrders: Orders = {
  username: 'lower(u.username)',
  email: 'lower(u.email)',
  role: 'm.role',
  last_active_at: 'u.last_active_at',
  created_at: 'm.created_at',
};
const membersByKind = 'u.service_org_id IS NOT NULL, lower(u.username), u.id';

/** By name; persons before service accounts. Reads accounts, which tenants' work cannot. */
export async function memberPage(
  sql: Sql,
  { orgId, kind }: { orgId: string; kind: MemberKind | null },
  { offset, limit, sort }: ListPage,
): Promise<{ rows: MemberAccountRow[]; total: number; counts: MemberCounts }> {
  const rows = await sql.query<MemberAccountRow>(
    `SELECT m.user_id, u.username, u.email, m.role, m.by_groups, u.disabled_at IS NOT NULL AS disabled,
       ${isSuspended('m')} AS suspended, u.last_active_at, m.created_at, m.updated_at,
       CASE WHEN u.service_org_id IS NULL THEN 'person' ELSE 'service_account' END AS kind,
       CASE WHEN m.narrowed THEN ARRAY(
         SELECT tu.team_id FROM team_users tu JOIN teams t ON t.id = tu.team_id AND t.deleted_at IS NULL
         WHERE tu.org_id = m.org_id AND tu.user_id = m.user_id AND tu.status = 'active' ORDER BY tu.team_id) END AS team_ids
     ${membersFrom} AND ${isKind}
     ORDER BY ${orderBy(memberOrders, sort, membersByKind, 'u.id')} OFFSET $offset LIMIT $limit`,
    { orgId, kind, offset, limit },
  );
  const counted = await sql.one<MemberCounts & { total: number }>(
    `SELECT count(*) FILTER (WHERE ${isKind})::int AS total,
       count(*) FILTER (WHERE u.service_org_id IS NULL AND u.disabled_at IS NULL AND NOT ${isSuspended('m')})::int
         AS person_count,
       count(*) FILTER (WHERE u.service_org_id IS NOT NULL AND u.disabled_at IS NULL)::int AS service_account_count
     ${membersFrom}`,
    { orgId, kind },
  );
  const { total, ...counts } = counted!;
  return { rows, total, counts };
}

/** Ids that are not teams of the organization. */
export const unknownTeams = async (sql: Sql, orgId: string, teamIds: readonly string[]): Promise<string[]> =>
  (
    await sql.query<{ id: string }>(
      `SELECT id FROM unnest($teamIds::uuid[]) asked (id)
       WHERE NOT EXISTS (SELECT FROM teams t WHERE t.id = asked.id AND t.org_id = $orgId AND t.deleted_at IS NULL)`,
      { orgId, teamIds },
    )
  ).map((row) => row.id);

/** Sets the member's teams. A membership in a team that exists keeps its role and becomes active. */
export async function replaceTeams(
  sql: Sql,
  { orgId, userId }: MembershipKey,
  teams: readonly { id: string; teamId: string }[],
  role: Role,
): Promise<void> {
  const teamIds = teams.map((team) => team.teamId);
  await sql.run(
    'DELETE FROM team_users WHERE org_id = $orgId AND user_id = $userId AND team_id <> ALL ($teamIds::uuid[])',
    { orgId, userId, teamIds },
  );
  await sql.run(
    `INSERT INTO team_users (id, org_id, user_id, team_id, role)
     SELECT new.id, $orgId, $userId, new.team_id, $role FROM unnest($ids::uuid[], $teamIds::uuid[]) new (id, team_id)
     ON CONFLICT (team_id, user_id) DO UPDATE SET status = 'active', updated_at = now()`,
    { orgId, userId, ids: teams.map((team) => team.id), teamIds, role },
  );
}
