import type { Actor } from '../../organizations/access/actor.js';
import { visibleRows } from '../../organizations/access/visible-rows.js';
import type { Sql } from '../../platform/database/sql.js';
import { deleteSbom, findSbomForUpdate } from '../sboms.repository.js';

export interface NamedSbom {
  readonly orgId: string;
  /** Null: any team. */
  readonly teamId: string | null;
  readonly name: string;
  readonly version: string;
}

/** Until the end of the transaction, so that two uploads at once do not create the same SBOM twice. */
export async function lockSbomName(sql: Sql, { orgId, name, version }: NamedSbom): Promise<void> {
  const key = JSON.stringify([orgId, name, version]);
  await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($key, 0))', { key });
}

/**
 * Id of the oldest visible SBOM of that name and version that is not the SBOM of a project; for a key of a project, of
 * those that its keys have uploaded.
 */
export async function findSbomIdByName(
  sql: Sql,
  { orgId, teamId, name, version }: NamedSbom,
  { projectId, visibleScope: { organizations, teams } }: Pick<Actor, 'projectId' | 'visibleScope'>,
): Promise<string | null> {
  const row = await sql.one<{ id: string }>(
    `SELECT id FROM sboms WHERE org_id = $orgId AND name = $name AND version = $version AND deleted_at IS NULL
       AND project_id IS NULL AND branch_project_id IS NULL AND ($teamId::uuid IS NULL OR team_id = $teamId) AND ${visibleRows('sboms')}
       AND ($projectId::uuid IS NULL OR key_project_id = $projectId)
     ORDER BY created_at, id LIMIT 1`,
    { orgId, name, version, teamId, organizations, teams, projectId },
  );
  return row?.id ?? null;
}

/** Deletes an SBOM that was created for an upload where no file is in it, none is to come, and nobody changed it. */
export async function deleteRefusedUpload(sql: Sql, id: string): Promise<void> {
  const found = await sql.one<Pick<NamedSbom, 'orgId' | 'name' | 'version'>>(
    'SELECT org_id AS "orgId", name, version FROM sboms WHERE id = $id AND import_number = 0 AND deleted_at IS NULL',
    { id },
  );
  if (!found) return;
  // In the order of an upload, which would otherwise import into an SBOM that is being deleted.
  await lockSbomName(sql, { ...found, teamId: null });
  if (!(await findSbomForUpdate(sql, id))) return;
  const unused = await sql.query(
    `SELECT FROM sboms b WHERE b.id = $id AND b.import_number = 0 AND b.revision = 0
       AND EXISTS (SELECT FROM sbom_imports i WHERE i.sbom_id = b.id AND i.options @> '{"creates_sbom":true}')
       AND NOT EXISTS (SELECT FROM sbom_imports i WHERE i.sbom_id = b.id AND i.refusal IS NULL)
       AND NOT EXISTS (SELECT FROM components c WHERE c.sbom_id = b.id AND c.deleted_at IS NULL)`,
    { id },
  );
  if (unused.length > 0) await deleteSbom(sql, id);
}
