import { Injectable } from '@nestjs/common';
import type { VisibleScope } from '../organizations/access/actor.js';
import { visibleRows } from '../organizations/access/visible-rows.js';
import type { Sql } from '../platform/database/sql.js';
import { maxCountedParts, riskOfMany } from '../scores/metrics/sbom-score.js';
import type { SbomFiguresRow, SbomRow } from './sboms.view.js';

/** What a caller may set of an SBOM. */
export interface SbomFields {
  readonly name: string;
  readonly version: string;
  readonly supplier: string;
  readonly contact_name: string;
  readonly contact_email: string;
  readonly monitor_frequency: string;
  readonly ruleset_id: string | null;
  readonly team_id: string;
}

const columns = `id, org_id, team_id, ruleset_id, project_id, name, version, supplier, contact_name, contact_email,
  monitor_frequency, status, resolved_count, partial_count, unresolved_count, risk_score, risk_ecosystem,
  risk_supply_chain, risk_software, compliance_passing, compliance_failing, revision, created_at, updated_at, deleted_at`;

@Injectable()
export class SbomsRepository {
  async insert(sql: Sql, sbom: SbomFields & { id: string; org_id: string }): Promise<SbomRow> {
    const rows = await sql.query<SbomRow>(
      `INSERT INTO sboms (id, org_id, team_id, ruleset_id, name, version, supplier, contact_name, contact_email,
                          monitor_frequency)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${columns}`,
      [
        ...[sbom.id, sbom.org_id, sbom.team_id, sbom.ruleset_id, sbom.name, sbom.version, sbom.supplier],
        ...[sbom.contact_name, sbom.contact_email, sbom.monitor_frequency],
      ],
    );
    return rows[0] as SbomRow;
  }

  find(sql: Sql, id: string): Promise<SbomRow | null> {
    return sql.one<SbomRow>(`SELECT ${columns} FROM sboms WHERE id = $1 AND deleted_at IS NULL`, [id]);
  }

  /** The named team of the organization, or its oldest one within reach. */
  async findTeam(sql: Sql, orgId: string, teamId: string | null, scope: VisibleScope): Promise<string | null> {
    const row = await sql.one<{ id: string }>(
      `SELECT id FROM teams WHERE org_id = $1 AND deleted_at IS NULL AND ($2::uuid IS NULL OR id = $2)
         AND (org_id = ANY ($3::uuid[]) OR id = ANY ($4::uuid[]))
       ORDER BY created_at, id LIMIT 1`,
      [orgId, teamId, scope.organizations, scope.teams],
    );
    return row?.id ?? null;
  }

  /** Locks the row: changes of one SBOM's entries come one after the other. */
  findForUpdate(sql: Sql, id: string): Promise<SbomRow | null> {
    return sql.one<SbomRow>(`SELECT ${columns} FROM sboms WHERE id = $1 AND deleted_at IS NULL FOR UPDATE`, [id]);
  }

  findMany(sql: Sql, ids: readonly string[]): Promise<SbomRow[]> {
    return sql.query<SbomRow>(`SELECT ${columns} FROM sboms WHERE id = ANY ($1::uuid[]) AND deleted_at IS NULL`, [ids]);
  }

  /** The bills that the analyses of projects keep. */
  findOfProjects(sql: Sql, projectIds: readonly string[]): Promise<SbomRow[]> {
    return sql.query<SbomRow>(
      `SELECT ${columns} FROM sboms WHERE project_id = ANY ($1::uuid[]) AND deleted_at IS NULL`,
      [projectIds],
    );
  }

  /** The bill of a project with these fields, made where there is none (any more); its row is locked. */
  async keepForProject(
    sql: Sql,
    projectId: string,
    sbom: SbomFields & { id: string; org_id: string },
  ): Promise<SbomRow> {
    const rows = await sql.query<SbomRow>(
      `INSERT INTO sboms (id, org_id, team_id, ruleset_id, name, version, supplier, contact_name, contact_email,
                          monitor_frequency, project_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       ON CONFLICT (project_id) WHERE project_id IS NOT NULL DO UPDATE SET
         team_id = excluded.team_id, ruleset_id = excluded.ruleset_id, name = excluded.name, version = excluded.version,
         contact_name = excluded.contact_name, contact_email = excluded.contact_email,
         monitor_frequency = excluded.monitor_frequency, deleted_at = NULL
       RETURNING ${columns}`,
      [
        ...[sbom.id, sbom.org_id, sbom.team_id, sbom.ruleset_id, sbom.name, sbom.version, sbom.supplier],
        ...[sbom.contact_name, sbom.contact_email, sbom.monitor_frequency, projectId],
      ],
    );
    return rows[0] as SbomRow;
  }

  /** The project's bill, if there is one, belongs to the team that the project belongs to. */
  async moveWithProject(sql: Sql, projectId: string, teamId: string): Promise<void> {
    await sql.run(`UPDATE sboms SET team_id = $2 WHERE project_id = $1 AND team_id <> $2`, [projectId, teamId]);
  }

  /**
   * Puts the project's bill under the ruleset that the project is under now, its entries to be judged anew; null where
   * there is no bill, or it is so already.
   */
  putUnderRuleset(sql: Sql, projectId: string, rulesetId: string): Promise<SbomRow | null> {
    return sql.one<SbomRow>(
      `WITH changed AS (UPDATE sboms SET ruleset_id = $2 WHERE project_id = $1 AND ruleset_id IS DISTINCT FROM $2
                        RETURNING ${columns}),
         outdated AS (UPDATE component_scores s SET stamp = '' FROM changed WHERE s.sbom_id = changed.id)
       SELECT * FROM changed`,
      [projectId, rulesetId],
    );
  }

  async update(sql: Sql, id: string, fields: SbomFields): Promise<SbomRow> {
    const rows = await sql.query<SbomRow>(
      `UPDATE sboms SET name = $2, version = $3, supplier = $4, contact_name = $5, contact_email = $6,
              monitor_frequency = $7, ruleset_id = $8, team_id = $9, revision = revision + 1, updated_at = now()
       WHERE id = $1 RETURNING ${columns}`,
      [
        ...[id, fields.name, fields.version, fields.supplier, fields.contact_name, fields.contact_email],
        ...[fields.monitor_frequency, fields.ruleset_id, fields.team_id],
      ],
    );
    return rows[0] as SbomRow;
  }

  async delete(sql: Sql, id: string): Promise<void> {
    await sql.run(`UPDATE sboms SET deleted_at = now(), updated_at = now() WHERE id = $1`, [id]);
    await sql.run(`UPDATE components SET pending = false WHERE sbom_id = $1 AND pending`, [id]);
  }

  async confirm(sql: Sql, id: string): Promise<void> {
    await sql.run(`UPDATE sboms SET status = 'finished', updated_at = now() WHERE id = $1`, [id]);
  }

  /** The organization's live SBOMs that the reach shows, newest first. */
  async page(
    sql: Sql,
    orgId: string,
    scope: VisibleScope,
    paging: { offset: number; limit: number },
  ): Promise<{ rows: SbomRow[]; total: number; figures: SbomFiguresRow }> {
    const where = `org_id = $1 AND deleted_at IS NULL AND ${visibleRows('sboms', 2)}`;
    const parameters = [orgId, scope.organizations, scope.teams];
    const rows = await sql.query<SbomRow>(
      `SELECT ${columns} FROM sboms WHERE ${where} ORDER BY created_at DESC, id DESC OFFSET $4 LIMIT $5`,
      [...parameters, paging.offset, paging.limit],
    );
    const summary = await sql.one<Omit<SbomFiguresRow, keyof WorstRisksRow> & WorstRisksRow & { total: number }>(
      `SELECT ${organizationFigureColumns} FROM sboms WHERE ${where}`,
      parameters,
    );
    const { total, ...figures } = summary!;
    return { rows, total, figures: { ...figures, ...combinedRisks(figures) } };
  }

  /**
   * Counts the entries anew and settles the status: `allconfirmed` exactly while there is an entry and all are
   * resolved; `finished` ends with the first change of entries (api-decisions, SBOM).
   */
  async settle(sql: Sql, id: string): Promise<SbomRow> {
    const rows = await sql.query<SbomRow>(
      `UPDATE sboms SET
         resolved_count = counted.resolved, partial_count = counted.partial, unresolved_count = counted.unresolved,
         status = CASE WHEN counted.resolved > 0 AND counted.partial + counted.unresolved = 0
                       THEN 'allconfirmed' ELSE 'created' END,
         revision = revision + 1, updated_at = now()
       FROM (SELECT count(*) FILTER (WHERE status = 'resolved')::int AS resolved,
                    count(*) FILTER (WHERE status = 'partial-resolution')::int AS partial,
                    count(*) FILTER (WHERE status NOT IN ('resolved', 'partial-resolution'))::int AS unresolved
             FROM components WHERE sbom_id = $1 AND deleted_at IS NULL) counted
       WHERE id = $1 RETURNING ${columns}`,
      [id],
    );
    return rows[0] as SbomRow;
  }
}

const riskColumns = ['risk_score', 'risk_ecosystem', 'risk_supply_chain', 'risk_software'] as const;
type WorstRisksRow = Record<(typeof riskColumns)[number], number[]>;

/**
 * An organization's figures from the stored ones of the SBOMs that the caller sees: sums, and the risk of many from the
 * worst of each (docs/score.md), so that neither empty bills nor good ones make an organization look safer.
 */
const organizationFigureColumns = `
  count(*)::int AS total,
  coalesce(sum(resolved_count), 0)::int AS resolved_count,
  coalesce(sum(partial_count), 0)::int AS partial_count,
  coalesce(sum(unresolved_count), 0)::int AS unresolved_count,
  coalesce(sum(compliance_passing), 0)::int AS compliance_passing,
  coalesce(sum(compliance_failing), 0)::int AS compliance_failing,
  ${riskColumns.map((column) => `(array_agg(${column} ORDER BY ${column} DESC))[1:${maxCountedParts}] AS ${column}`).join(', ')}`;

const combinedRisks = (row: WorstRisksRow): Record<(typeof riskColumns)[number], number> => ({
  risk_score: riskOfMany(row.risk_score ?? []),
  risk_ecosystem: riskOfMany(row.risk_ecosystem ?? []),
  risk_supply_chain: riskOfMany(row.risk_supply_chain ?? []),
  risk_software: riskOfMany(row.risk_software ?? []),
});
