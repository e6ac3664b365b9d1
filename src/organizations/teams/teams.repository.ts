import { notFound } from '../../model/errors.js';
import { containing, orderBy, type Orders } from '../../platform/database/order-by.js';
import type { Sql } from '../../platform/database/sql.js';
import type { VisibleScope } from '../access/actor.js';
import type { Role } from '../access/roles.js';
import type { TeamUserStatus } from '../organizations.entities.js';

export interface TeamRow {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  readonly poc_name: string;
  readonly poc_email: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
}

const teamColumns = 'id, org_id, name, poc_name, poc_email, created_at, updated_at, deleted_at';

/** Of the caller's organizations; whether he may see it, `Actor.authorize` says. */
export const teamById = (sql: Sql, id: string): Promise<TeamRow | null> =>
  sql.one(`SELECT ${teamColumns} FROM teams WHERE id = $id AND deleted_at IS NULL`, { id });

export const defaultTeam = (sql: Sql, orgId: string): Promise<TeamRow | null> =>
  sql.one(`SELECT ${teamColumns} FROM teams WHERE org_id = $orgId AND is_default`, { orgId });

const isVisible = '(org_id = ANY ($organizations::uuid[]) OR id = ANY ($teams::uuid[])) AND deleted_at IS NULL';

export const visibleTeams = (sql: Sql, scope: VisibleScope): Promise<{ id: string; org_id: string }[]> =>
  sql.query(`SELECT id, org_id FROM teams WHERE ${isVisible} ORDER BY id`, {
    organizations: scope.organizations,
    teams: scope.teams,
  });

/** Which teams, and in which order. */
export interface TeamListing {
  readonly org_id?: string | null;
  readonly q?: string | null;
  readonly name?: string | null;
  readonly sort?: string | null;
  readonly offset: number;
  readonly limit: number;
}

const orders: Orders = { name: 'lower(name)', created_at: 'created_at', updated_at: 'updated_at' };

/** Every team within reach, the oldest first where `sort` says nothing. */
export async function teamPage(
  sql: Sql,
  { organizations, teams }: VisibleScope,
  { org_id, q, name, sort, offset, limit }: TeamListing,
): Promise<{ rows: TeamRow[]; total: number }> {
  const from = `FROM teams WHERE ${isVisible} AND ($orgId::uuid IS NULL OR org_id = $orgId)
    AND ($name::text IS NULL OR name = $name) AND ($pattern::text IS NULL OR name ILIKE $pattern)`;
  const parameters = { organizations, teams, orgId: org_id ?? null, name: name || null, pattern: containing(q) };
  const rows = await sql.query<TeamRow>(
    `SELECT ${teamColumns} ${from} ORDER BY ${orderBy(orders, sort, 'id')} OFFSET $offset LIMIT $limit`,
    { ...parameters, offset, limit },
  );
  const counted = await sql.one<{ total: number }>(`SELECT count(*)::int AS total ${from}`, parameters);
  return { rows, total: counted?.total ?? 0 };
}

export async function insertTeam(
  sql: Sql,
  team: { id: string; orgId: string; name: string; isDefault: boolean; pocName: string; pocEmail: string },
): Promise<TeamRow> {
  const [row] = await sql.query<TeamRow>(
    `INSERT INTO teams (id, org_id, name, is_default, poc_name, poc_email) VALUES ($id, $orgId, $name, $isDefault, $pocName, $pocEmail)
     RETURNING ${teamColumns}`,
    {
      id: team.id,
      orgId: team.orgId,
      name: team.name,
      isDefault: team.isDefault,
      pocName: team.pocName,
      pocEmail: team.pocEmail,
    },
  );
  return row!;
}

/** Locks the row, so that changes of one team are serialized. */
export const teamForUpdate = (sql: Sql, id: string): Promise<(TeamRow & { is_default: boolean }) | null> =>
  sql.one(`SELECT ${teamColumns}, is_default FROM teams WHERE id = $id AND deleted_at IS NULL FOR UPDATE`, { id });

/**
 * Until the end of the transaction the team cannot be deleted: what is put into it goes with it, or is refused.
 *
 * @throws CallerError 404 if it is deleted
 */
export async function holdTeam(sql: Sql, id: string): Promise<void> {
  const held = await sql.one('SELECT FROM teams WHERE id = $id AND deleted_at IS NULL FOR SHARE', { id });
  if (!held) throw notFound('team');
}

/** The same by whoever deletes the organization. */
export const lockTeamsOf = (sql: Sql, orgId: string): Promise<number> =>
  sql.run('SELECT FROM teams WHERE org_id = $orgId ORDER BY id FOR UPDATE', { orgId });

export async function updateTeam(
  sql: Sql,
  team: { id: string; name: string; poc_name: string; poc_email: string },
): Promise<TeamRow> {
  const [row] = await sql.query<TeamRow>(
    `UPDATE teams SET name = $name, poc_name = $pocName, poc_email = $pocEmail, updated_at = now() WHERE id = $id
     RETURNING ${teamColumns}`,
    { id: team.id, name: team.name, pocName: team.poc_name, pocEmail: team.poc_email },
  );
  return row!;
}

export const deleteTeam = (sql: Sql, id: string): Promise<number> =>
  sql.run('UPDATE teams SET deleted_at = now(), updated_at = now() WHERE id = $id', { id });

export interface TeamUserRow {
  readonly id: string;
  readonly org_id: string;
  readonly team_id: string;
  readonly user_id: string;
  readonly role: Role;
  readonly status: TeamUserStatus;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const teamUserColumns = 'id, org_id, team_id, user_id, role, status, created_at, updated_at';

/** Locks the row. */
export const teamUserForUpdate = (sql: Sql, id: string): Promise<TeamUserRow | null> =>
  sql.one(`SELECT ${teamUserColumns} FROM team_users WHERE id = $id FOR UPDATE`, { id });

export const findTeamUser = (sql: Sql, teamId: string, userId: string): Promise<TeamUserRow | null> =>
  sql.one(`SELECT ${teamUserColumns} FROM team_users WHERE team_id = $teamId AND user_id = $userId`, {
    teamId,
    userId,
  });

/** The user's role in each of the teams that a membership shows. */
export const rolesInTeams = (
  sql: Sql,
  userId: string,
  teamIds: readonly string[],
): Promise<{ team_id: string; role: Role }[]> =>
  sql.query(
    `SELECT t.id AS team_id, CASE WHEN m.role = 'admin' AND NOT m.narrowed THEN m.role
                                  ELSE coalesce(tu.role, m.role) END AS role
     FROM teams t JOIN memberships m ON m.org_id = t.org_id AND m.user_id = $userId
       LEFT JOIN team_users tu ON tu.team_id = t.id AND tu.user_id = $userId AND tu.status = 'active'
     WHERE t.id = ANY ($teamIds::uuid[]) AND (tu.id IS NOT NULL OR NOT m.narrowed) ORDER BY t.id`,
    { userId, teamIds },
  );

/** Null: the user is in the team already. */
export const insertTeamUser = (
  sql: Sql,
  user: { id: string; orgId: string; teamId: string; userId: string; role: Role; status: TeamUserStatus },
): Promise<TeamUserRow | null> =>
  sql.one(
    `INSERT INTO team_users (id, org_id, team_id, user_id, role, status) VALUES ($id, $orgId, $teamId, $userId, $role, $status)
     ON CONFLICT (team_id, user_id) DO NOTHING RETURNING ${teamUserColumns}`,
    { id: user.id, orgId: user.orgId, teamId: user.teamId, userId: user.userId, role: user.role, status: user.status },
  );

export const updateTeamUser = (
  sql: Sql,
  id: string,
  change: { role: Role | null; status: TeamUserStatus | null },
): Promise<TeamUserRow | null> =>
  sql.one(
    `UPDATE team_users SET role = coalesce($role, role), status = coalesce($status, status), by_groups = false, updated_at = now()
     WHERE id = $id RETURNING ${teamUserColumns}`,
    { id, role: change.role, status: change.status },
  );

export const deleteTeamUser = (sql: Sql, id: string): Promise<number> =>
  sql.run('DELETE FROM team_users WHERE id = $id', { id });
