import { containing, orderBy, type Orders } from '../platform/database/order-by.js';
import type { Sql } from '../platform/database/sql.js';
import { isOfOwner, ownerParameters, type ContentsOwner } from '../organizations/contents/contents-registry.js';
import { newId } from '../platform/identifiers/uuid.js';
import { monitoringOf } from '../sboms/monitoring-states.repository.js';
import { applyRulesetToProjectSbom, findSbomIdsOfProject, moveProjectSbom } from '../sboms/project-sboms.repository.js';
import { deleteSbom } from '../sboms/sboms.repository.js';
import type { SbomRow } from '../sboms/sboms.view.js';
import type { ProjectConditions } from './filter-by.js';
import type { ProjectFields, ProjectRow, RulesetChangeView } from './projects.view.js';

export interface ProjectFilter extends ProjectConditions {
  /** Part of name, description or source. */
  readonly q: string | null;
  /** Name of a tag. */
  readonly tag: string | null;
}

/** With the forms in which the source may be stored. */
interface ProjectPageFilter extends Omit<ProjectFilter, 'source'> {
  readonly sources: readonly string[] | null;
}

const orders: Orders = {
  created_at: 'p.created_at',
  updated_at: 'p.updated_at',
  name: 'lower(p.name)',
  type: 'p.type',
  source: 'p.source',
};

const fields = [
  'team_id',
  'ruleset_id',
  'name',
  'description',
  'type',
  'source',
  'branch',
  'include_paths',
  'exclude_paths',
  'merge_sboms',
  'fetch_submodules',
  'fetch_lfs',
  'active',
  'should_monitor',
  'private',
  'chat_channel',
  'username',
  'key_fingerprint',
  'poc_name',
  'poc_email',
  'aliases',
  'tag_ids',
] as const satisfies readonly (keyof ProjectFields)[];

const columns = `p.id, p.org_id, ${fields.map((field) => `p.${field}`).join(', ')}, p.ruleset_history, p.created_at,
  p.updated_at, ARRAY(SELECT s.field FROM project_secrets s WHERE s.project_id = p.id) AS secrets,
  coalesce((SELECT json_agg(json_build_object(
      'id', t.id, 'team_id', t.team_id, 'name', t.name, 'description', t.description,
      'created_at', t.created_at, 'updated_at', t.updated_at) ORDER BY t.name)
    FROM tags t WHERE t.id = ANY (p.tag_ids)), '[]'::json) AS tags,
  ${monitoringOf('p.id', 'p.org_id', '(p.active AND p.should_monitor)')} AS monitoring`;

const fieldValues = (row: ProjectFields): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, field === 'aliases' ? JSON.stringify(row.aliases) : row[field]]));

export function findProject(sql: Sql, id: string): Promise<ProjectRow | null> {
  return sql.one<ProjectRow>(`SELECT ${columns} FROM projects p WHERE p.id = $id AND p.deleted_at IS NULL`, { id });
}

export function findProjects(sql: Sql, ids: readonly string[]): Promise<ProjectRow[]> {
  return sql.query<ProjectRow>(
    `SELECT ${columns} FROM projects p WHERE p.id = ANY ($ids::uuid[]) AND p.deleted_at IS NULL ORDER BY p.name, p.id`,
    { ids },
  );
}

export function findUsedRulesets(sql: Sql, teamId: string): Promise<{ ruleset_id: string }[]> {
  return sql.query(
    'SELECT DISTINCT ruleset_id FROM projects WHERE team_id = $teamId AND deleted_at IS NULL ORDER BY ruleset_id',
    { teamId },
  );
}

/** @param sources forms of one source */
export function findProjectBySource(sql: Sql, teamId: string, sources: readonly string[]): Promise<ProjectRow | null> {
  return sql.one<ProjectRow>(
    `SELECT ${columns} FROM projects p WHERE p.team_id = $teamId AND p.source = ANY ($sources::text[]) AND p.deleted_at IS NULL
     ORDER BY p.created_at, p.id LIMIT 1`,
    { teamId, sources },
  );
}

/** Locks the row, so that changes of one project are serialized. */
export async function findProjectForUpdate(sql: Sql, id: string): Promise<ProjectRow | null> {
  await sql.run('SELECT FROM projects WHERE id = $id FOR UPDATE', { id });
  return findProject(sql, id);
}

export function findProjectsForUpdate(
  sql: Sql,
  ids: readonly string[],
): Promise<{ id: string; org_id: string; team_id: string }[]> {
  return sql.query(
    `SELECT id, org_id, team_id FROM projects WHERE id = ANY ($ids::uuid[]) AND deleted_at IS NULL ORDER BY id FOR UPDATE`,
    { ids },
  );
}

export async function insertProject(sql: Sql, orgId: string, row: ProjectFields): Promise<string> {
  const id = newId();
  const values = fields.map((field) => `$${field}`).join(', ');
  await sql.run(`INSERT INTO projects (id, org_id, ${fields.join(', ')}) VALUES ($id, $orgId, ${values})`, {
    ...fieldValues(row),
    id,
    orgId,
  });
  return id;
}

export async function updateProject(
  sql: Sql,
  id: string,
  row: ProjectFields,
  change: RulesetChangeView | null,
): Promise<void> {
  const sets = fields.map((field) => `${field} = $${field}`).join(', ');
  await sql.run(
    `UPDATE projects SET ${sets}, updated_at = now(),
            ruleset_history = CASE WHEN $change::jsonb IS NULL THEN ruleset_history
                                   ELSE coalesce(ruleset_history, '[]') || $change::jsonb END
     WHERE id = $id`,
    { ...fieldValues(row), id, change: change && JSON.stringify(change) },
  );
  await moveProjectSbom(sql, id, row.team_id);
}

/** Applies the ruleset to the SBOM of the project; null if nothing changed. */
export function applyProjectRuleset(sql: Sql, id: string, rulesetId: string): Promise<SbomRow | null> {
  return applyRulesetToProjectSbom(sql, id, rulesetId);
}

export async function setProjectStates(
  sql: Sql,
  ids: readonly string[],
  { active, monitored }: { active: boolean | null; monitored: boolean | null },
): Promise<void> {
  await sql.run(
    `UPDATE projects SET active = coalesce($active, active), should_monitor = coalesce($monitored, should_monitor),
              updated_at = now() WHERE id = ANY ($ids::uuid[])`,
    { ids, active, monitored },
  );
}

/** Marks the project and its SBOMs as deleted, and deletes its credentials. */
export async function deleteProject(sql: Sql, id: string): Promise<void> {
  for (const sbomId of await findSbomIdsOfProject(sql, id)) await deleteSbom(sql, sbomId);
  await sql.run('UPDATE projects SET deleted_at = now(), updated_at = now(), active = false WHERE id = $id', { id });
  await sql.run('DELETE FROM project_secrets WHERE project_id = $id', { id });
}

/** With their team or organization; their SBOMs are deleted by themselves. */
export async function deleteProjectsOf(sql: Sql, owner: ContentsOwner): Promise<void> {
  const parameters = ownerParameters(owner);
  await sql.run(
    `DELETE FROM project_secrets WHERE org_id = $orgId
       AND project_id IN (SELECT id FROM projects WHERE ${isOfOwner} AND deleted_at IS NULL)`,
    parameters,
  );
  await sql.run(
    `UPDATE projects SET deleted_at = now(), updated_at = now(), active = false
     WHERE ${isOfOwner} AND deleted_at IS NULL`,
    parameters,
  );
}

/** The team's projects, newest first where `sort` says nothing. */
export async function projectPage(
  sql: Sql,
  teamId: string,
  { q, tag, ids, teamId: otherTeam, sources, type, active, monitored }: ProjectPageFilter,
  paging: { offset: number; limit: number; sort?: string | null },
): Promise<{ rows: ProjectRow[]; total: number }> {
  const pattern = containing(q);
  const from = `FROM projects p WHERE p.team_id = $teamId AND p.deleted_at IS NULL
      AND ($pattern::text IS NULL OR concat_ws(' ', p.name, p.description, p.source) ILIKE $pattern)
      AND ($active::boolean IS NULL OR p.active = $active) AND ($type::text IS NULL OR p.type = $type)
      AND ($sources::text[] IS NULL OR p.source = ANY ($sources)) AND ($ids::uuid[] IS NULL OR p.id = ANY ($ids))
      AND ($monitored::boolean IS NULL OR p.should_monitor = $monitored)
      AND ($otherTeam::uuid IS NULL OR p.team_id = $otherTeam)
      AND ($tag::text IS NULL OR EXISTS (SELECT FROM tags t WHERE t.id = ANY (p.tag_ids) AND t.name = $tag))`;
  const parameters = { teamId, pattern, tag, active, type, sources, ids, monitored, otherTeam };
  const rows = await sql.query<ProjectRow>(
    `SELECT ${columns} ${from} ORDER BY ${orderBy(orders, paging.sort, 'p.created_at DESC, p.id DESC', 'p.id')} OFFSET $offset LIMIT $limit`,
    { ...parameters, offset: paging.offset, limit: paging.limit },
  );
  const count = await sql.one<{ total: number }>(`SELECT count(*)::int AS total ${from}`, parameters);
  return { rows, total: count?.total ?? 0 };
}
