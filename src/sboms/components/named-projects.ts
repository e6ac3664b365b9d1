import { notFound } from '../../model/errors.js';
import type { Actor, OwnedRow } from '../../organizations/access/actor.js';
import type { Sql } from '../../platform/database/sql.js';

/**
 * Checks that all projects belong to the organization of the SBOM and are visible to the actor.
 *
 * @throws CallerError 404 for any other project
 */
export async function authorizeProjects(
  sql: Sql,
  actor: Actor,
  sbom: { readonly org_id: string },
  projectIds: readonly (string | null | undefined)[],
): Promise<void> {
  const ids = [...new Set(projectIds.flatMap((id) => (id ? [id.toLowerCase()] : [])))];
  if (ids.length === 0) return;
  const rows = await sql.query<OwnedRow & { id: string }>(
    'SELECT id, org_id, team_id FROM projects WHERE id = ANY ($ids::uuid[]) AND deleted_at IS NULL',
    { ids },
  );
  if (rows.length < ids.length) throw notFound('project');
  for (const row of rows)
    if (actor.authorize(row, 'project', 'viewer').org_id !== sbom.org_id) throw notFound('project');
}
