import type { Sql } from '../../platform/database/sql.js';
import type { Role } from '../access/roles.js';
import type { TeamUserStatus } from '../organizations.entities.js';

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

const shown = 'id, org_id, team_id, user_id, role, status, created_at, updated_at';

export const teamUserById = (sql: Sql, id: string): Promise<TeamUserRow | null> =>
  sql.one(`SELECT ${shown} FROM team_users WHERE id = $id`, { id });

export const findTeamUser = (sql: Sql, teamId: string, userId: string): Promise<TeamUserRow | null> =>
  sql.one(`SELECT ${shown} FROM team_users WHERE team_id = $teamId AND user_id = $userId`, { teamId, userId });

/** Null: the user is in the team already. */
export const insertTeamUser = (
  sql: Sql,
  user: { id: string; orgId: string; teamId: string; userId: string; role: Role; status: TeamUserStatus },
): Promise<TeamUserRow | null> =>
  sql.one(
    `INSERT INTO team_users (id, org_id, team_id, user_id, role, status) VALUES ($id, $orgId, $teamId, $userId, $role, $status)
     ON CONFLICT (team_id, user_id) DO NOTHING RETURNING ${shown}`,
    { id: user.id, orgId: user.orgId, teamId: user.teamId, userId: user.userId, role: user.role, status: user.status },
  );

export const updateTeamUser = (
  sql: Sql,
  id: string,
  change: { role: Role | null; status: TeamUserStatus | null },
): Promise<TeamUserRow | null> =>
  sql.one(
    `UPDATE team_users SET role = coalesce($role, role), status = coalesce($status, status), updated_at = now()
     WHERE id = $id RETURNING ${shown}`,
    { id, role: change.role, status: change.status },
  );

export const deleteTeamUser = (sql: Sql, id: string): Promise<number> =>
  sql.run('DELETE FROM team_users WHERE id = $id', { id });
