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
  sql.one(`SELECT ${shown} FROM team_users WHERE id = $1`, [id]);

export const findTeamUser = (sql: Sql, teamId: string, userId: string): Promise<TeamUserRow | null> =>
  sql.one(`SELECT ${shown} FROM team_users WHERE team_id = $1 AND user_id = $2`, [teamId, userId]);

/** Null: the user is in the team already. */
export const insertTeamUser = (
  sql: Sql,
  user: { id: string; orgId: string; teamId: string; userId: string; role: Role; status: TeamUserStatus },
): Promise<TeamUserRow | null> =>
  sql.one(
    `INSERT INTO team_users (id, org_id, team_id, user_id, role, status) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (team_id, user_id) DO NOTHING RETURNING ${shown}`,
    [user.id, user.orgId, user.teamId, user.userId, user.role, user.status],
  );

export const updateTeamUser = (
  sql: Sql,
  id: string,
  change: { role: Role | null; status: TeamUserStatus | null },
): Promise<TeamUserRow | null> =>
  sql.one(
    `UPDATE team_users SET role = coalesce($2, role), status = coalesce($3, status), updated_at = now()
     WHERE id = $1 RETURNING ${shown}`,
    [id, change.role, change.status],
  );

export const deleteTeamUser = (sql: Sql, id: string): Promise<number> =>
  sql.run('DELETE FROM team_users WHERE id = $1', [id]);
