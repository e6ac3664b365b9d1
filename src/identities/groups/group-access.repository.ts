import { literals, type Sql } from '../../platform/database/sql.js';
import { roles, type Role } from '../../organizations/access/roles.js';
import { isSuspended } from '../../organizations/access/suspended.js';

/** Null: of all users, of all organizations. */
export interface GroupScope {
  readonly userIds: readonly string[] | null;
  readonly orgId: string | null;
}

export interface OrganizationUser {
  readonly org_id: string;
  readonly user_id: string;
}

interface MappedTeam extends OrganizationUser {
  readonly team_id: string;
  readonly role: Role;
}

const roleList = `ARRAY[${literals(roles)}]`;

const inScope = (alias: string): string =>
  `($orgId::uuid IS NULL OR ${alias}.org_id = $orgId) AND ($userIds::uuid[] IS NULL OR ${alias}.user_id = ANY ($userIds::uuid[]))`;

/**
 * What groups give: each place with its role (as a rank), then the membership that these make together. Also to who is
 * suspended, so that everything is as it was when he comes back; until then it opens nothing.
 */
const wanted = `
  given AS (
    SELECT g.org_id, member.user_id, g.team_id, array_position(${roleList}, g.role) AS rank
    FROM group_mappings g
      JOIN (
        SELECT user_id, group_name, NULL::uuid AS org_id FROM user_groups
        UNION ALL
        SELECT gm.user_id, sg.display_name, sg.org_id FROM scim_group_members gm
          JOIN scim_groups sg ON sg.id = gm.group_id) member
        ON member.group_name = g.group_name AND coalesce(member.org_id, g.org_id) = g.org_id
      JOIN users u ON u.id = member.user_id AND u.deleted_at IS NULL
      JOIN organizations o ON o.id = g.org_id AND o.deleted_at IS NULL
      LEFT JOIN teams t ON t.id = g.team_id
    WHERE (g.team_id IS NULL OR t.deleted_at IS NULL)
      AND ($orgId::uuid IS NULL OR g.org_id = $orgId) AND ($userIds::uuid[] IS NULL OR member.user_id = ANY ($userIds::uuid[]))),
  wanted AS (
    SELECT org_id, user_id, bool_and(team_id IS NOT NULL) AS narrowed,
      (${roleList})[coalesce(max(rank) FILTER (WHERE team_id IS NULL), max(rank))] AS role
    FROM given GROUP BY org_id, user_id)`;

const isAdmin = (alias: string): string => `${alias}.role = 'admin' AND NOT ${alias}.narrowed`;
const isActive = 'u.disabled_at IS NULL AND u.deleted_at IS NULL AND u.service_org_id IS NULL';

/** Of the administrators who would go, the oldest of an organization where no other one would be left or comes. */
const kept = `
  losing AS (
    SELECT m.org_id, m.user_id, m.created_at FROM memberships m LEFT JOIN wanted w USING (org_id, user_id)
    WHERE m.by_groups AND ${isAdmin('m')} AND ${inScope('m')} AND (w.user_id IS NULL OR NOT (${isAdmin('w')}))),
  kept AS (
    SELECT DISTINCT ON (l.org_id) l.org_id, l.user_id FROM losing l JOIN users u ON u.id = l.user_id AND ${isActive}
    WHERE NOT EXISTS (
      SELECT FROM memberships m JOIN users u ON u.id = m.user_id AND ${isActive}
        LEFT JOIN wanted w ON w.org_id = m.org_id AND w.user_id = m.user_id AND m.by_groups
      WHERE m.org_id = l.org_id AND (${isAdmin('m')} OR ${isAdmin('w')}) AND NOT ${isSuspended('m')}
        AND NOT EXISTS (SELECT FROM losing other WHERE other.org_id = m.org_id AND other.user_id = m.user_id))
    ORDER BY l.org_id, l.created_at, l.user_id)`;

const isKept = 'EXISTS (SELECT FROM kept WHERE kept.org_id = m.org_id AND kept.user_id = m.user_id)';
const parametersOf = ({ userIds, orgId }: GroupScope) => ({ userIds, orgId });

/** So that two changes at once cannot remove the last two administrators. */
export async function lockMappedOrganizations(sql: Sql, scope: GroupScope): Promise<void> {
  await sql.query(
    `WITH ${wanted}
     SELECT FROM organizations WHERE id IN (
       SELECT org_id FROM given UNION SELECT m.org_id FROM memberships m WHERE m.by_groups AND ${inScope('m')})
     ORDER BY id FOR NO KEY UPDATE`,
    parametersOf(scope),
  );
}

export const insertMappedMembers = (sql: Sql, scope: GroupScope): Promise<OrganizationUser[]> =>
  sql.query(
    `WITH ${wanted}
     INSERT INTO memberships (org_id, user_id, role, narrowed, by_groups)
     SELECT org_id, user_id, role, narrowed, true FROM wanted ON CONFLICT DO NOTHING RETURNING org_id, user_id`,
    parametersOf(scope),
  );

/** Members whom groups give nothing any more, and whom somebody has put in teams, stay in these. */
export const keepTeamsOfHand = (sql: Sql, scope: GroupScope): Promise<OrganizationUser[]> =>
  sql.query(
    `WITH ${wanted}, ${kept}
     UPDATE memberships m SET by_groups = false, narrowed = true, updated_at = now(), role = hand.role
     FROM (SELECT tu.org_id, tu.user_id, (${roleList})[max(array_position(${roleList}, tu.role))] AS role
           FROM team_users tu WHERE NOT tu.by_groups AND ${inScope('tu')} GROUP BY tu.org_id, tu.user_id) hand
     WHERE hand.org_id = m.org_id AND hand.user_id = m.user_id AND m.by_groups AND NOT ${isKept}
       AND NOT EXISTS (SELECT FROM wanted w WHERE w.org_id = m.org_id AND w.user_id = m.user_id)
     RETURNING m.org_id, m.user_id`,
    parametersOf(scope),
  );

export const updateMappedMembers = (sql: Sql, scope: GroupScope): Promise<OrganizationUser[]> =>
  sql.query(
    `WITH ${wanted}, ${kept}
     UPDATE memberships m SET role = w.role, narrowed = w.narrowed, updated_at = now() FROM wanted w
     WHERE w.org_id = m.org_id AND w.user_id = m.user_id AND m.by_groups AND NOT ${isKept}
       AND (m.role <> w.role OR m.narrowed <> w.narrowed)
     RETURNING m.org_id, m.user_id`,
    parametersOf(scope),
  );

export const deleteUnmappedMembers = (sql: Sql, scope: GroupScope): Promise<OrganizationUser[]> =>
  sql.query(
    `WITH ${wanted}, ${kept}
     DELETE FROM memberships m WHERE m.by_groups AND ${inScope('m')} AND NOT ${isKept}
       AND NOT EXISTS (SELECT FROM wanted w WHERE w.org_id = m.org_id AND w.user_id = m.user_id)
     RETURNING m.org_id, m.user_id`,
    parametersOf(scope),
  );

/** Of members who see only some teams; in others a team could only lower the role. */
const wantedTeams = `
  wanted_teams AS (
    SELECT g.org_id, g.user_id, g.team_id,
      (${roleList})[least(max(g.rank), max(array_position(${roleList}, m.role)))] AS role
    FROM given g JOIN memberships m ON m.org_id = g.org_id AND m.user_id = g.user_id AND m.narrowed
    WHERE g.team_id IS NOT NULL GROUP BY g.org_id, g.user_id, g.team_id)`;

export const deleteUnmappedTeams = (sql: Sql, scope: GroupScope): Promise<OrganizationUser[]> =>
  sql.query(
    `WITH ${wanted}, ${wantedTeams}
     DELETE FROM team_users tu WHERE tu.by_groups AND ${inScope('tu')} AND NOT EXISTS (
       SELECT FROM wanted_teams w WHERE w.team_id = tu.team_id AND w.user_id = tu.user_id)
     RETURNING tu.org_id, tu.user_id`,
    parametersOf(scope),
  );

export const updateMappedTeams = (sql: Sql, scope: GroupScope): Promise<OrganizationUser[]> =>
  sql.query(
    `WITH ${wanted}, ${wantedTeams}
     UPDATE team_users tu SET role = w.role, updated_at = now() FROM wanted_teams w
     WHERE w.team_id = tu.team_id AND w.user_id = tu.user_id AND tu.by_groups AND tu.role <> w.role
     RETURNING tu.org_id, tu.user_id`,
    parametersOf(scope),
  );

export const missingTeams = (sql: Sql, scope: GroupScope): Promise<MappedTeam[]> =>
  sql.query(
    `WITH ${wanted}, ${wantedTeams}
     SELECT w.org_id, w.user_id, w.team_id, w.role FROM wanted_teams w
     WHERE NOT EXISTS (SELECT FROM team_users tu WHERE tu.team_id = w.team_id AND tu.user_id = w.user_id)`,
    parametersOf(scope),
  );

export async function insertMappedTeams(sql: Sql, rows: readonly (MappedTeam & { id: string })[]): Promise<void> {
  await sql.run(
    `INSERT INTO team_users (id, org_id, user_id, team_id, role, by_groups)
     SELECT id, org_id, user_id, team_id, role, true
     FROM unnest($ids::uuid[], $orgIds::uuid[], $userIds::uuid[], $teamIds::uuid[], $roles::text[])
       new (id, org_id, user_id, team_id, role) ON CONFLICT DO NOTHING`,
    {
      ids: rows.map(({ id }) => id),
      orgIds: rows.map(({ org_id }) => org_id),
      userIds: rows.map(({ user_id }) => user_id),
      teamIds: rows.map(({ team_id }) => team_id),
      roles: rows.map(({ role }) => role),
    },
  );
}
