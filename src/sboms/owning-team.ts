import { invalid } from '../model/errors.js';
import type { Actor, OwnedRow, VisibleScope } from '../organizations/access/actor.js';
import type { Sql } from '../platform/database/sql.js';

export interface OwningTeam extends OwnedRow {
  readonly team_id: string;
}

/**
 * Where the actor may create an SBOM: the given team of the organization, else its oldest visible one.
 *
 * @throws CallerError if there is none, or the actor may not write there
 */
export async function owningTeam(
  sql: Sql,
  actor: Actor,
  orgId: string,
  teamId: string | null = null,
): Promise<OwningTeam> {
  actor.organization(orgId);
  const team_id = await findOwningTeam(sql, orgId, teamId, actor.visibleScope);
  if (!team_id)
    throw invalid('Invalid request: team_id names no team of the organization', {
      team_id: 'must name a team of the organization',
    });
  actor.authorize({ org_id: orgId, team_id }, 'team');
  return { org_id: orgId, team_id };
}

async function findOwningTeam(
  sql: Sql,
  orgId: string,
  teamId: string | null,
  scope: VisibleScope,
): Promise<string | null> {
  const row = await sql.one<{ id: string }>(
    `SELECT id FROM teams WHERE org_id = $orgId AND deleted_at IS NULL AND ($teamId::uuid IS NULL OR id = $teamId)
       AND (org_id = ANY ($organizations::uuid[]) OR id = ANY ($teams::uuid[]))
     ORDER BY created_at, id LIMIT 1`,
    { orgId, teamId, organizations: scope.organizations, teams: scope.teams },
  );
  return row?.id ?? null;
}
