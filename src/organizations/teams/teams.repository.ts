import type { Sql } from '../../platform/database/sql.js';
import type { VisibleScope } from '../access/actor.js';

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

const shown = 'id, org_id, name, poc_name, poc_email, created_at, updated_at, deleted_at';

/** Of the caller's organizations; whether he may see it, `Actor.admit` says. */
export const teamById = (sql: Sql, id: string): Promise<TeamRow | null> =>
  sql.one(`SELECT ${shown} FROM teams WHERE id = $id AND deleted_at IS NULL`, { id });

export const defaultTeam = (sql: Sql, orgId: string): Promise<TeamRow | null> =>
  sql.one(`SELECT ${shown} FROM teams WHERE org_id = $orgId AND is_default`, { orgId });

const isVisible = '(org_id = ANY ($organizations::uuid[]) OR id = ANY ($teams::uuid[])) AND deleted_at IS NULL';

export const visibleTeams = (sql: Sql, scope: VisibleScope): Promise<{ id: string; org_id: string }[]> =>
  sql.query(`SELECT id, org_id FROM teams WHERE ${isVisible} ORDER BY id`, {
    organizations: scope.organizations,
    teams: scope.teams,
  });

/** Every team within reach, the oldest first. */
export async function teamPage(
  sql: Sql,
  scope: VisibleScope,
  paging: { offset: number; limit: number },
): Promise<{ rows: TeamRow[]; total: number }> {
  const parameters = { organizations: scope.organizations, teams: scope.teams };
  const rows = await sql.query<TeamRow>(
    `SELECT ${shown} FROM teams WHERE ${isVisible} ORDER BY id OFFSET $offset LIMIT $limit`,
    { ...parameters, offset: paging.offset, limit: paging.limit },
  );
  const counted = await sql.one<{ total: number }>(
    `SELECT count(*)::int AS total FROM teams WHERE ${isVisible}`,
    parameters,
  );
  return { rows, total: counted?.total ?? 0 };
}

export async function insertTeam(
  sql: Sql,
  team: { id: string; orgId: string; name: string; isDefault: boolean; pocName: string; pocEmail: string },
): Promise<TeamRow> {
  const [row] = await sql.query<TeamRow>(
    `INSERT INTO teams (id, org_id, name, is_default, poc_name, poc_email) VALUES ($id, $orgId, $name, $isDefault, $pocName, $pocEmail)
     RETURNING ${shown}`,
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
