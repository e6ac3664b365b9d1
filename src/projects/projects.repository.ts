import { Injectable } from '@nestjs/common';
import type { Sql } from '../platform/database/sql.js';
import { newId } from '../platform/identifiers/uuid.js';
import { SbomsRepository } from '../sboms/sboms.repository.js';
import type { SbomRow } from '../sboms/sboms.view.js';
import type { ProjectFields, ProjectRow, RulesetChangeView } from './projects.view.js';

export interface ProjectFilter {
  readonly q: string | null;
  readonly active: boolean | null;
  readonly type: string | null;
}

const fields = [
  ...['team_id', 'ruleset_id', 'name', 'description', 'type', 'source', 'branch', 'active', 'should_monitor'],
  ...['private', 'chat_channel', 'username', 'key_fingerprint', 'poc_name', 'poc_email', 'aliases', 'tag_ids'],
] as const satisfies readonly (keyof ProjectFields)[];

const columns = `p.id, p.org_id, ${fields.map((field) => `p.${field}`).join(', ')}, p.ruleset_history, p.created_at,
  p.updated_at, ARRAY(SELECT s.field FROM project_secrets s WHERE s.project_id = p.id) AS secrets,
  coalesce((SELECT json_agg(json_build_object(
      'id', t.id, 'team_id', t.team_id, 'name', t.name, 'description', t.description,
      'created_at', t.created_at, 'updated_at', t.updated_at) ORDER BY t.name)
    FROM tags t WHERE t.id = ANY (p.tag_ids)), '[]'::json) AS tags`;

const valuesOf = (row: ProjectFields): unknown[] =>
  fields.map((field) => (field === 'aliases' ? JSON.stringify(row.aliases) : row[field]));

@Injectable()
export class ProjectsRepository {
  constructor(private readonly sboms: SbomsRepository) {}

  find(sql: Sql, id: string): Promise<ProjectRow | null> {
    return sql.one<ProjectRow>(`SELECT ${columns} FROM projects p WHERE p.id = $1 AND p.deleted_at IS NULL`, [id]);
  }

  findBySource(sql: Sql, teamId: string, source: string): Promise<ProjectRow | null> {
    return sql.one<ProjectRow>(
      `SELECT ${columns} FROM projects p WHERE p.team_id = $1 AND p.source = $2 AND p.deleted_at IS NULL
       ORDER BY p.created_at, p.id LIMIT 1`,
      [teamId, source],
    );
  }

  /** Locks the row: changes of one project come one after the other. */
  async findForUpdate(sql: Sql, id: string): Promise<ProjectRow | null> {
    await sql.run('SELECT FROM projects WHERE id = $1 FOR UPDATE', [id]);
    return this.find(sql, id);
  }

  findProjectsForUpdate(sql: Sql, ids: readonly string[]): Promise<{ id: string; org_id: string; team_id: string }[]> {
    return sql.query(
      `SELECT id, org_id, team_id FROM projects WHERE id = ANY ($1::uuid[]) AND deleted_at IS NULL ORDER BY id FOR UPDATE`,
      [ids],
    );
  }

  async insert(sql: Sql, orgId: string, row: ProjectFields): Promise<string> {
    const id = newId();
    const places = fields.map((_, index) => `$${index + 3}`).join(', ');
    await sql.run(`INSERT INTO projects (id, org_id, ${fields.join(', ')}) VALUES ($1, $2, ${places})`, [
      ...[id, orgId],
      ...valuesOf(row),
    ]);
    return id;
  }

  async update(sql: Sql, id: string, row: ProjectFields, change: RulesetChangeView | null): Promise<void> {
    const sets = fields.map((field, index) => `${field} = $${index + 3}`).join(', ');
    await sql.run(
      `UPDATE projects SET ${sets}, updated_at = now(),
              ruleset_history = CASE WHEN $2::jsonb IS NULL THEN ruleset_history
                                     ELSE coalesce(ruleset_history, '[]') || $2::jsonb END
       WHERE id = $1`,
      [...[id, change && JSON.stringify(change)], ...valuesOf(row)],
    );
    await this.sboms.moveWithProject(sql, id, row.team_id);
  }

  /** The project's bill, where another ruleset is now its own. */
  applyProjectRuleset(sql: Sql, id: string, rulesetId: string): Promise<SbomRow | null> {
    return this.sboms.putUnderRuleset(sql, id, rulesetId);
  }

  async setProjectStates(
    sql: Sql,
    ids: readonly string[],
    { active, monitored }: { active: boolean | null; monitored: boolean | null },
  ): Promise<void> {
    await sql.run(
      `UPDATE projects SET active = coalesce($2, active), should_monitor = coalesce($3, should_monitor),
              updated_at = now() WHERE id = ANY ($1::uuid[])`,
      [ids, active, monitored],
    );
  }

  /** Kept for the record; its credentials are not. */
  /** With its credentials and its bill. */
  async delete(sql: Sql, id: string): Promise<void> {
    for (const sbom of await this.sboms.findOfProjects(sql, [id])) await this.sboms.delete(sql, sbom.id);
    await sql.run('UPDATE projects SET deleted_at = now(), updated_at = now(), active = false WHERE id = $1', [id]);
    await sql.run('DELETE FROM project_secrets WHERE project_id = $1', [id]);
  }

  /** The team's projects, newest first. */
  async page(
    sql: Sql,
    teamId: string,
    { q, active, type }: ProjectFilter,
    paging: { offset: number; limit: number },
  ): Promise<{ rows: ProjectRow[]; total: number }> {
    const pattern = q && `%${q.replace(/[\\%_]/g, '\\$&')}%`;
    const from = `FROM projects p WHERE p.team_id = $1 AND p.deleted_at IS NULL
      AND ($2::text IS NULL OR concat_ws(' ', p.name, p.description, p.source) ILIKE $2)
      AND ($3::boolean IS NULL OR p.active = $3) AND ($4::text IS NULL OR p.type = $4)`;
    const parameters = [teamId, pattern, active, type];
    const rows = await sql.query<ProjectRow>(
      `SELECT ${columns} ${from} ORDER BY p.created_at DESC, p.id DESC OFFSET $5 LIMIT $6`,
      [...parameters, paging.offset, paging.limit],
    );
    const count = await sql.one<{ total: number }>(`SELECT count(*)::int AS total ${from}`, parameters);
    return { rows, total: count?.total ?? 0 };
  }
}
