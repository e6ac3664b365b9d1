import { isOpenRun } from '../jobs/job-context.js';
import type { VisibleScope } from '../organizations/access/actor.js';
import { visibleRows } from '../organizations/access/visible-rows.js';
import { isOfOwner, ownerParameters, type ContentsOwner } from '../organizations/contents/contents-registry.js';
import { containingSpellings, orderBy, type Orders } from '../platform/database/order-by.js';
import type { Sql } from '../platform/database/sql.js';
import { newId } from '../platform/identifiers/uuid.js';
import type { Verdict } from '../rulesets/verdict.js';
import { monitoringOf } from './monitoring-states.repository.js';
import type { OwningTeam } from './owning-team.js';
import { openGaps } from './gaps/gaps.repository.js';
import { minRiskCoverage, sortedRisk } from './risk-order.js';
import { ResolveSbom } from './sboms.jobs.js';
import type { SbomRow } from './sboms.view.js';
import { verdictColumns, verdictOf } from './verdict-columns.js';

/** Properties of an SBOM that a caller may set. */
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

export const sbomColumns = `id, org_id, team_id, ruleset_id, project_id, name, version, supplier, contact_name, contact_email,
  monitor_frequency, status, resolved_count, partial_count, unresolved_count, risk_score, risk_ecosystem,
  risk_supply_chain, risk_software, risk_coverage, examined_count, partly_count, compliance_passing, compliance_failing,
  revision, created_at, updated_at, deleted_at, ${verdictColumns('sboms')},
  ${openGaps('sboms')} AS open_gaps,
  ${monitoringOf(
    'CASE WHEN sboms.project_id IS NULL THEN sboms.id ELSE sboms.project_id END',
    'sboms.org_id',
    `CASE WHEN sboms.project_id IS NULL THEN sboms.monitor_frequency <> 'never' ELSE EXISTS (
      SELECT FROM projects p WHERE p.id = sboms.project_id AND p.active AND p.should_monitor AND p.deleted_at IS NULL) END`,
  )} AS monitoring`;

/** Parameters of a statement that writes the properties and needs the id. */
export const propertyParameters = (id: string, fields: SbomFields) => ({
  id,
  name: fields.name,
  version: fields.version,
  supplier: fields.supplier,
  contactName: fields.contact_name,
  contactEmail: fields.contact_email,
  monitorFrequency: fields.monitor_frequency,
  rulesetId: fields.ruleset_id,
  teamId: fields.team_id,
});

export async function insertSbom(
  sql: Sql,
  sbom: SbomFields & { id: string; org_id: string; key_project_id?: string | null },
): Promise<SbomRow> {
  const rows = await sql.query<SbomRow>(
    `INSERT INTO sboms (id, org_id, team_id, ruleset_id, name, version, supplier, contact_name, contact_email,
                        monitor_frequency, key_project_id)
     VALUES ($id, $orgId, $teamId, $rulesetId, $name, $version, $supplier, $contactName, $contactEmail, $monitorFrequency,
       $keyProjectId)
     RETURNING ${sbomColumns}`,
    { ...propertyParameters(sbom.id, sbom), orgId: sbom.org_id, keyProjectId: sbom.key_project_id ?? null },
  );
  return rows[0] as SbomRow;
}

/** Those of the SBOMs that come from the project: of its analyses, and uploaded by its keys. */
export const sbomsOfProject = (sql: Sql, ids: readonly string[], projectId: string): Promise<{ id: string }[]> =>
  sql.query(
    `SELECT id FROM sboms WHERE id = ANY ($ids::uuid[]) AND deleted_at IS NULL
       AND $projectId::uuid IN (project_id, branch_project_id, key_project_id)`,
    { ids, projectId },
  );

/** Those of the jobs that work on the project, or on an SBOM that comes from it. */
export const jobsOfProject = (sql: Sql, ids: readonly string[], projectId: string): Promise<{ id: string }[]> =>
  sql.query(
    `SELECT id FROM job_runs r WHERE id = ANY ($ids::uuid[])
       AND (subject_kind = 'project' AND subject_id = $projectId
         OR subject_kind = 'sbom' AND EXISTS (SELECT FROM sboms b WHERE b.id = r.subject_id
              AND $projectId::uuid IN (b.project_id, b.branch_project_id, b.key_project_id)))`,
    { ids, projectId },
  );

/** An SBOM for a dry run: nobody sees it, and it is cleared away like a deleted one. */
export async function insertTrialSbom(sql: Sql, { org_id, team_id }: OwningTeam): Promise<SbomRow> {
  const rows = await sql.query<SbomRow>(
    `INSERT INTO sboms (id, org_id, team_id, name, version, supplier, contact_name, contact_email, monitor_frequency,
                        deleted_at)
     VALUES ($id, $orgId, $teamId, '', '', '', '', '', 'never', now()) RETURNING ${sbomColumns}`,
    { id: newId(), orgId: org_id, teamId: team_id },
  );
  return rows[0] as SbomRow;
}

export function findSbom(sql: Sql, id: string): Promise<SbomRow | null> {
  return sql.prepared.one<SbomRow>(`SELECT ${sbomColumns} FROM sboms WHERE id = $id AND deleted_at IS NULL`, { id });
}

/** Locks the row, so that changes of the entries of one SBOM are serialized. */
export function findSbomForUpdate(sql: Sql, id: string): Promise<SbomRow | null> {
  return sql.one<SbomRow>(`SELECT ${sbomColumns} FROM sboms WHERE id = $id AND deleted_at IS NULL FOR UPDATE`, { id });
}

/** A statement of its own, so that the next one sees what those have written who held the rows. */
const lockSboms = (sql: Sql, ids: readonly string[]): Promise<number> =>
  sql.run('SELECT FROM sboms WHERE id = ANY ($ids::uuid[]) ORDER BY id FOR NO KEY UPDATE', { ids });

export function findSboms(sql: Sql, ids: readonly string[]): Promise<SbomRow[]> {
  return sql.query<SbomRow>(`SELECT ${sbomColumns} FROM sboms WHERE id = ANY ($ids::uuid[]) AND deleted_at IS NULL`, {
    ids,
  });
}

export async function updateSbom(sql: Sql, id: string, fields: SbomFields): Promise<SbomRow> {
  const rows = await sql.query<SbomRow>(
    `UPDATE sboms SET name = $name, version = $version, supplier = $supplier, contact_name = $contactName, contact_email = $contactEmail,
            monitor_frequency = $monitorFrequency, ruleset_id = $rulesetId, team_id = $teamId, revision = revision + 1, updated_at = now()
     WHERE id = $id RETURNING ${sbomColumns}`,
    propertyParameters(id, fields),
  );
  await recordOwners(sql, [id]);
  return rows[0] as SbomRow;
}

/** A point of the history where supplier or team have changed: until then the figures were those of the former. */
export async function recordOwners(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.run(
    `INSERT INTO sbom_score_history (sbom_id, org_id, supplier, team_id, risk, risk_ecosystem, risk_technology,
       risk_supply_chain, passing, failing, examined, partly, delivered_at)
     SELECT b.id, b.org_id, b.supplier, b.team_id, last.risk, last.risk_ecosystem, last.risk_technology, last.risk_supply_chain,
       last.passing, last.failing, last.examined, last.partly, last.delivered_at
     FROM sboms b CROSS JOIN LATERAL (
       SELECT * FROM sbom_score_history h WHERE h.sbom_id = b.id ORDER BY h.scored_at DESC LIMIT 1) last
     WHERE b.id = ANY ($ids::uuid[]) AND (last.supplier, last.team_id) IS DISTINCT FROM (b.supplier, b.team_id)
     ON CONFLICT (sbom_id, scored_at) DO UPDATE SET supplier = excluded.supplier, team_id = excluded.team_id`,
    { ids },
  );
}

/** With their team or organization. */
export async function deleteSbomsOf(sql: Sql, owner: ContentsOwner): Promise<void> {
  await sql.run(
    `UPDATE sboms SET deleted_at = now(), updated_at = now() WHERE ${isOfOwner} AND deleted_at IS NULL`,
    ownerParameters(owner),
  );
}

export async function deleteSbom(sql: Sql, id: string): Promise<void> {
  await sql.run(`UPDATE sboms SET deleted_at = now(), updated_at = now() WHERE id = $id`, { id });
  await sql.run(`UPDATE components SET pending = false WHERE sbom_id = $id AND pending AND deleted_at IS NULL`, { id });
}

/** Entries wait, or what was found of them is not counted yet: a resolution other than the ending one is open. */
const isUnderWay = `(EXISTS (SELECT FROM components c WHERE c.sbom_id = sboms.id AND c.pending AND c.deleted_at IS NULL)
  OR EXISTS (SELECT FROM job_runs r WHERE r.org_id = sboms.org_id AND r.subject_kind = 'sbom' AND r.subject_id = sboms.id
    AND r.name = '${ResolveSbom.name}' AND ${isOpenRun('r')} AND r.id IS DISTINCT FROM $endingRun))`;

export async function confirmSbom(sql: Sql, id: string): Promise<void> {
  await sql.run(
    `UPDATE sboms SET status = 'finished', updated_at = now(), confirmed_early = ${isUnderWay} WHERE id = $id`,
    { id, endingRun: null },
  );
}

/** Locks an SBOM that somebody has confirmed knowing what its entries are; the caller does so before it locks entries. */
export async function lockConfirmedSbom(sql: Sql, id: string): Promise<boolean> {
  const confirmed = `SELECT FROM sboms WHERE id = $id AND status = 'finished' AND NOT confirmed_early FOR NO KEY UPDATE`;
  return (await sql.run(confirmed, { id })) > 0;
}

/** With the change of its entries, not when they are counted: whoever confirms in between has seen the change. */
export async function reopenSbom(sql: Sql, id: string): Promise<void> {
  await sql.run(`UPDATE sboms SET status = 'created', revision = revision + 1, updated_at = now() WHERE id = $id`, {
    id,
  });
}

/** A resolution that changed nothing: the next one is not the one that was under way. */
export async function endEarlyConfirmation(sql: Sql, id: string, endingRun: string): Promise<void> {
  await lockSboms(sql, [id]);
  await sql.run(`UPDATE sboms SET confirmed_early = false WHERE id = $id AND confirmed_early AND NOT ${isUnderWay}`, {
    id,
    endingRun,
  });
}

/** Null: any. */
export interface SbomFilter {
  /** Part of name, version or supplier. */
  readonly q: string | null;
  readonly name: string | null;
  readonly version: string | null;
  readonly supplier: string | null;
  readonly teamId: string | null;
  readonly status: string | null;
  readonly verdict: Verdict | null;
}

export const anySbom: SbomFilter = {
  q: null,
  name: null,
  version: null,
  supplier: null,
  teamId: null,
  status: null,
  verdict: null,
};

const orders: Orders = {
  created_at: 'created_at',
  updated_at: 'updated_at',
  name: 'lower(name)',
  version: 'version',
  supplier: 'lower(supplier)',
  entry_count: 'resolved_count + partial_count + unresolved_count',
  risk: sortedRisk('risk_score', `resolved_count = 0 OR risk_coverage < ${minRiskCoverage}`),
};

/** Live SBOMs of the organization within the visible scope. */
export async function sbomPage(
  sql: Sql,
  orgId: string,
  scope: VisibleScope,
  { filter, sort, paging }: { filter: SbomFilter; sort: string | null; paging: { offset: number; limit: number } },
): Promise<{ rows: SbomRow[]; total: number }> {
  const { name, version, supplier, teamId, status, verdict } = filter;
  const patterns = containingSpellings(filter.q);
  const from = `FROM sboms WHERE org_id = $orgId AND deleted_at IS NULL AND ${visibleRows('sboms')}
    AND ($patterns::text[] IS NULL OR concat_ws(' ', name, version, supplier) ILIKE ANY ($patterns))
    AND ($name::text IS NULL OR name = $name) AND ($version::text IS NULL OR version = $version)
    AND ($supplier::text IS NULL OR supplier = $supplier) AND ($teamId::uuid IS NULL OR team_id = $teamId)
    AND ($status::text IS NULL OR status = $status)
    AND ($verdict::text IS NULL OR ${verdictOf('sboms')} = $verdict)`;
  const { organizations, teams } = scope;
  const parameters = { orgId, organizations, teams, patterns, name, version, supplier, teamId, status, verdict };
  const rows = await sql.query<SbomRow>(
    `SELECT ${sbomColumns} ${from} ORDER BY ${orderBy(orders, sort, 'created_at DESC, id DESC')} OFFSET $offset LIMIT $limit`,
    { ...parameters, offset: paging.offset, limit: paging.limit },
  );
  const count = await sql.one<{ total: number }>(`SELECT count(*)::int AS total ${from}`, parameters);
  return { rows, total: count?.total ?? 0 };
}

/**
 * Updates the counts and the status: `allconfirmed` if there are entries, all are resolved, and no gap of the source is
 * open; `finished` ends with the first change of entries (api-decisions, SBOM). A resolution ends it where it writes
 * them (`reopenSbom`), not here.
 *
 * @param endingRun the resolution that ends in this transaction
 */
export async function updateSbomCounts(
  sql: Sql,
  id: string,
  cause: CountsCause = 'change',
  endingRun: string | null = null,
): Promise<SbomRow> {
  const [row] = await updateCountsOfSboms(sql, [id], cause, endingRun);
  return row as SbomRow;
}

/** Its content came now, whether it is another one or not. */
export async function markDelivered(sql: Sql, id: string): Promise<void> {
  await sql.run('UPDATE sboms SET delivered_at = now() WHERE id = $id', { id });
}

type CountsCause = 'change' | 'resolution';

/** The same for several SBOMs. */
export async function updateCountsOfSboms(
  sql: Sql,
  ids: readonly string[],
  cause: CountsCause = 'change',
  endingRun: string | null = null,
): Promise<SbomRow[]> {
  await lockSboms(sql, ids);
  return sql.query<SbomRow>(
    `UPDATE sboms SET
       resolved_count = counted.resolved, partial_count = counted.partial, unresolved_count = counted.unresolved,
       status = CASE WHEN status = 'finished' AND $isResolution THEN status
                     WHEN counted.resolved > 0 AND counted.partial + counted.unresolved = 0
                       AND NOT EXISTS (SELECT FROM sbom_gaps g WHERE g.sbom_id = sboms.id AND g.accepted_at IS NULL)
                     THEN 'allconfirmed' ELSE 'created' END,
       confirmed_early = confirmed_early AND $isResolution AND ${isUnderWay},
       revision = revision + 1, updated_at = now()
     FROM (SELECT s.id AS sbom_id, count(*) FILTER (WHERE c.status = 'resolved')::int AS resolved,
                  count(*) FILTER (WHERE c.status = 'partial-resolution')::int AS partial,
                  count(*) FILTER (WHERE c.status NOT IN ('resolved', 'partial-resolution'))::int AS unresolved
           FROM unnest($ids::uuid[]) AS s (id)
             LEFT JOIN components c ON c.sbom_id = s.id AND c.deleted_at IS NULL GROUP BY s.id) counted
     WHERE id = counted.sbom_id RETURNING ${sbomColumns}`,
    { ids, isResolution: cause === 'resolution', endingRun },
  );
}
