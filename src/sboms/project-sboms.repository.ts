import type { Sql } from '../platform/database/sql.js';
import { propertyParameters, recordOwners, sbomColumns, type SbomFields } from './sboms.repository.js';
import type { SbomRow } from './sboms.view.js';

/** SBOMs that hold the analysis results of projects. */
export function findSbomsOfProjects(sql: Sql, projectIds: readonly string[]): Promise<SbomRow[]> {
  return sql.query<SbomRow>(
    `SELECT ${sbomColumns} FROM sboms WHERE project_id = ANY ($projectIds::uuid[]) AND deleted_at IS NULL`,
    { projectIds },
  );
}

/** What an SBOM with the results of analyses belongs to: a project, or another branch of it than its own. */
export interface ProjectSbomOwner {
  readonly projectId: string;
  readonly otherBranch: string | null;
}

/** Creates or updates the SBOM of a project, or of a branch of it, and locks its row. */
export async function upsertProjectSbom(
  sql: Sql,
  { projectId, otherBranch }: ProjectSbomOwner,
  sbom: SbomFields & { id: string; org_id: string },
): Promise<SbomRow> {
  const owner = otherBranch === null ? 'project_id' : 'branch_project_id';
  const key = otherBranch === null ? 'project_id' : 'branch_project_id, branch';
  const rows = await sql.query<SbomRow>(
    `INSERT INTO sboms (id, org_id, team_id, ruleset_id, name, version, supplier, contact_name, contact_email,
                        monitor_frequency, ${owner}, branch)
     VALUES ($id, $orgId, $teamId, $rulesetId, $name, $version, $supplier, $contactName, $contactEmail, $monitorFrequency, $projectId, $otherBranch)
     ON CONFLICT (${key}) WHERE ${owner} IS NOT NULL DO UPDATE SET
       team_id = excluded.team_id, ruleset_id = excluded.ruleset_id, name = excluded.name, version = excluded.version,
       contact_name = excluded.contact_name, contact_email = excluded.contact_email,
       monitor_frequency = excluded.monitor_frequency, deleted_at = NULL
     RETURNING ${sbomColumns}`,
    { ...propertyParameters(sbom.id, sbom), orgId: sbom.org_id, projectId, otherBranch },
  );
  return rows[0] as SbomRow;
}

/** Ids of all SBOMs of the project, those of its other branches too. */
export async function findSbomIdsOfProject(sql: Sql, projectId: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM sboms WHERE (project_id = $projectId OR branch_project_id = $projectId) AND deleted_at IS NULL`,
    { projectId },
  );
  return rows.map(({ id }) => id);
}

/** Moves the SBOMs of the project, if there are any, to the team of the project. */
export async function moveProjectSbom(sql: Sql, projectId: string, teamId: string): Promise<void> {
  await sql.run(
    `UPDATE sboms SET team_id = $teamId
     WHERE (project_id = $projectId OR branch_project_id = $projectId) AND team_id <> $teamId`,
    { projectId, teamId },
  );
  await recordOwners(sql, await findSbomIdsOfProject(sql, projectId));
}

/** Applies the ruleset to the SBOM of the project; null if there is no SBOM or it has that ruleset already. */
export function applyRulesetToProjectSbom(sql: Sql, projectId: string, rulesetId: string): Promise<SbomRow | null> {
  return sql.one<SbomRow>(
    `UPDATE sboms SET ruleset_id = $rulesetId
     WHERE project_id = $projectId AND ruleset_id IS DISTINCT FROM $rulesetId RETURNING ${sbomColumns}`,
    { projectId, rulesetId },
  );
}
