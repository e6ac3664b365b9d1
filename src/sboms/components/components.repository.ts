import { containingSpellings, orderBy, type ListPage, type Orders } from '../../platform/database/order-by.js';
import type { CandidateKind, SearchResults } from '../../model/search-results.js';
import type { SqlParameters } from '../../platform/database/named-parameters.js';
import type { Sql } from '../../platform/database/sql.js';
import { isRiskUnknown, sortedRisk } from '../risk-order.js';
import { entryJson, entryJsonOfSelected, isoTime } from './components.view.js';
import type { Selection } from '../../model/selection.js';
import type { EntryView } from './components.view.js';

/** The columns of an entry that review and resolution use. */
export interface ComponentRow {
  readonly id: string;
  readonly position: number;
  readonly name: string;
  readonly org: string;
  readonly version: string;
  readonly project_id: string | null;
  readonly search_results: SearchResults;
  readonly suggestions: readonly { key: string; value: string }[] | null;
  readonly error_message: string;
  readonly decided: CandidateKind[];
  readonly pending: boolean;
  readonly generation: number;
  /** The identifier from the file; may be empty. */
  readonly identity: string;
}

/** An entry after a change, with the columns derived from its search results. */
export type ComponentChange = ComponentRow & Selection;

export interface EntryFilter {
  readonly status?: string | undefined;
  readonly q?: string | undefined;
  /** Whether its vulnerabilities were looked for. */
  readonly examined?: string | undefined;
  /** Only entries that break a rule. */
  readonly isFailing?: boolean;
  /** Leaves out what is not selected. */
  readonly isSelectedOnly?: boolean;
}

const columns = `id, position, name, org, version, project_id, search_results, suggestions, error_message, decided,
  pending, generation, identity`;

/** Live entries of the SBOM in order of position, in batches, each as JSON text. */
export function streamEntries(
  sql: Sql,
  sbomId: string,
  json: string = entryJson,
  parameters: SqlParameters = {},
): AsyncIterable<{ entry: string }[]> {
  return sql.batches<{ entry: string }>(
    `SELECT (${json})::text AS entry FROM components c
     WHERE c.sbom_id = $sbomId AND c.deleted_at IS NULL ORDER BY c.position, c.id`,
    { ...parameters, sbomId },
  );
}

export const entryOrders: Orders = {
  position: 'c.position',
  name: 'lower(c.name)',
  org: 'lower(c.org)',
  version: 'c.version',
  status: 'c.status',
  // Who breaks a rule comes before the others.
  risk: `coalesce((SELECT (k.failures_key IS NOT NULL)::int * 1000
      + ${sortedRisk('k.risk', isRiskUnknown('k'))}
    FROM component_scores k WHERE k.component_id = c.id), -1)`,
};

/**
 * One page of live entries. Without a filter or order, and if positions run without gaps from 0, the page is one range of the
 * index. Otherwise the rows before it are skipped.
 *
 * @param entryCount number of live entries, from the row of the SBOM
 */
export async function entryPage(
  sql: Sql,
  sbom: { id: string; entryCount: number },
  filter: EntryFilter,
  { offset, limit, sort }: ListPage,
): Promise<{ rows: EntryView[]; total: number }> {
  const { condition, parameters, filtered } = conditionOf(sbom.id, filter);
  const dense = !filtered && !sort && (await hasDensePositions(sql, sbom));
  const rows = await sql.query<{ entry: EntryView }>(
    `SELECT ${filter.isSelectedOnly ? entryJsonOfSelected : entryJson} AS entry FROM components c
     WHERE ${condition} ${dense ? `AND c.position >= ${offset} AND c.position < ${offset + limit}` : ''}
     ORDER BY ${orderBy(entryOrders, sort, 'c.position, c.id', 'c.id')} ${dense ? '' : `OFFSET ${offset}`} LIMIT ${limit}`,
    parameters,
  );
  const total = filtered ? await countEntries(sql, condition, parameters) : sbom.entryCount;
  return { rows: rows.map(({ entry }) => entry), total };
}

async function hasDensePositions(sql: Sql, sbom: { id: string; entryCount: number }): Promise<boolean> {
  const range = await sql.one<{ first: number | null; last: number | null }>(
    `SELECT min(position) AS first, max(position) AS last FROM components WHERE sbom_id = $id AND deleted_at IS NULL`,
    { id: sbom.id },
  );
  return range?.first === 0 && range.last === sbom.entryCount - 1;
}

async function countEntries(sql: Sql, condition: string, parameters: SqlParameters): Promise<number> {
  const row = await sql.one<{ n: number }>(
    `SELECT count(*)::int AS n FROM components c WHERE ${condition}`,
    parameters,
  );
  return row?.n ?? 0;
}

export async function findEntryViews(sql: Sql, ids: readonly string[]): Promise<Map<string, EntryView>> {
  const rows = await sql.query<{ entry: EntryView }>(
    `SELECT ${entryJson} AS entry FROM components c WHERE c.id = ANY ($ids::uuid[])`,
    { ids },
  );
  return new Map(rows.map(({ entry }) => [entry.id, entry]));
}

/** Those of the entries that have another time of change. */
export async function findEntriesChangedSince(
  sql: Sql,
  read: readonly { readonly id: string; readonly at: string }[],
): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT c.id FROM components c JOIN unnest($ids::uuid[], $times::text[]) AS r (id, at) ON r.id = c.id
     WHERE ${isoTime('c.updated_at')} <> r.at`,
    { ids: read.map(({ id }) => id), times: read.map(({ at }) => at) },
  );
  return rows.map(({ id }) => id);
}

/** Live entries with the given ids, locked against a concurrent resolution. */
export async function findEntriesForUpdate(
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, ComponentRow & { sbom_id: string }>> {
  const rows = await sql.query<ComponentRow & { sbom_id: string }>(
    `SELECT ${columns}, sbom_id FROM components
     WHERE id = ANY ($ids::uuid[]) AND deleted_at IS NULL ORDER BY id FOR UPDATE`,
    { ids },
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Makes room at `position`, or returns the next position at the end. */
export async function makeRoomAt(sql: Sql, sbomId: string, position: number): Promise<number> {
  const end = await sql.one<{ next: number }>(
    `SELECT coalesce(max(position) + 1, 0) AS next FROM components WHERE sbom_id = $sbomId AND deleted_at IS NULL`,
    { sbomId },
  );
  const next = end?.next ?? 0;
  if (position < 0 || position >= next) return next;
  await sql.run(
    `UPDATE components SET position = position + 1 WHERE sbom_id = $sbomId AND deleted_at IS NULL AND position >= $position`,
    { sbomId, position },
  );
  return position;
}

/** Moves entries to the requested positions; all positions run from 0 again afterwards. */
export async function moveEntries(
  sql: Sql,
  sbomId: string,
  wanted: readonly { id: string; position: number }[],
): Promise<void> {
  await sql.run(
    `UPDATE components c SET position = ordered.place FROM (
       SELECT c.id, row_number() OVER (
         ORDER BY coalesce(w.position, c.position),
                  CASE WHEN w.id IS NULL THEN 1 WHEN w.position < c.position THEN 0 ELSE 2 END, c.id) - 1 AS place
       FROM components c LEFT JOIN jsonb_to_recordset($wanted::jsonb) AS w (id uuid, position int) ON w.id = c.id
       WHERE c.sbom_id = $sbomId AND c.deleted_at IS NULL) ordered
     WHERE c.id = ordered.id AND c.position <> ordered.place`,
    { sbomId, wanted: JSON.stringify(wanted) },
  );
}

export async function insertEntry(
  sql: Sql,
  owner: { org_id: string; sbom_id: string },
  entry: ComponentChange,
): Promise<void> {
  await sql.run(
    `INSERT INTO components (id, org_id, sbom_id, ref, position, name, org, version, project_id) VALUES
         ($id, $orgId, $sbomId, $id::uuid::text, $position, $name, $org, $version, $projectId)`,
    {
      id: entry.id,
      orgId: owner.org_id,
      sbomId: owner.sbom_id,
      position: entry.position,
      name: entry.name,
      org: entry.org,
      version: entry.version,
      projectId: entry.project_id,
    },
  );
  await updateEntries(sql, [entry]);
}

/** A disposition ends when a candidate is selected, or when the entry gets another name. */
const keepsDisposition = `(c.disposition IS NOT NULL AND coalesce(e.purl, e.cpe, e."repoUrl") IS NULL
  AND (c.name, c.org) = (e.name, e.org))`;

/**
 * SQL: the kinds that a person decided without naming a version. A selected identifier with a version is on the former
 * one: the decision that is remembered for the name selects it again, with the new version. As `decidedOfAnyVersion`.
 *
 * @param row SQL: of `components`, as it was before the version changed
 */
export const versionlessDecisions = (row: string): string => `array_remove(array_remove(${row}.decided,
    CASE WHEN ${row}.selected_purl ~ '@' THEN 'package' END),
    CASE WHEN ${row}.selected_cpe ~ '^cpe:2\\.3:.:(\\\\.|[^:\\\\])*:(\\\\.|[^:\\\\])*:[^*:-]' THEN 'product' END)`;

/** Writes complete new states in one statement. */
export async function updateEntries(sql: Sql, entries: readonly ComponentChange[]): Promise<void> {
  await sql.run(
    `UPDATE components c SET
       name = e.name, org = e.org, version = e.version, project_id = e.project_id,
       status = CASE WHEN ${keepsDisposition} THEN 'resolved' ELSE e.status END,
       disposition = CASE WHEN ${keepsDisposition} THEN c.disposition END,
       disposition_note = CASE WHEN ${keepsDisposition} THEN c.disposition_note ELSE '' END,
       search_results = e.search_results, suggestions = nullif(e.suggestions, 'null'::jsonb),
       error_message = e.error_message,
       decided = CASE WHEN c.disposition IS NULL OR ${keepsDisposition} THEN e.decided ELSE array_remove(ARRAY[
         CASE WHEN e.purl IS NOT NULL THEN 'package' END, CASE WHEN e."repoUrl" IS NOT NULL THEN 'repo' END,
         CASE WHEN e.cpe IS NOT NULL THEN 'product' END], NULL) END, selected_purl = e.purl, selected_cpe = e.cpe,
       selected_repo = e."repoUrl", svc_id = e."svcId", confidence = e.confidence, pending = e.pending,
       generation = e.generation, updated_at = now()
     FROM jsonb_to_recordset($entries::jsonb) AS e (
       id uuid, name text, org text, version text, project_id uuid, status text, search_results jsonb,
       suggestions jsonb, error_message text, decided text[], purl text, cpe text, "repoUrl" text, "svcId" text,
       confidence double precision, pending boolean, generation int)
     WHERE c.id = e.id`,
    { entries: JSON.stringify(entries) },
  );
}

/** @returns the number of live entries that were deleted */
export async function deleteEntries(sql: Sql, sbomId: string, ids: readonly string[]): Promise<number> {
  return sql.run(
    `UPDATE components SET deleted_at = now(), updated_at = now(), pending = false, generation = generation + 1
     WHERE sbom_id = $sbomId AND id = ANY ($ids::uuid[]) AND deleted_at IS NULL`,
    { sbomId, ids },
  );
}

/**
 * Marks live entries (all, or the given ones) for another resolution. The new generation keeps one that is under way, and
 * does not know what calls for another, from writing them.
 */
export async function markPending(sql: Sql, sbomId: string, ids: readonly string[] | null): Promise<number> {
  return sql.run(
    `UPDATE components SET pending = true, generation = generation + 1
     WHERE sbom_id = $sbomId AND deleted_at IS NULL AND ($ids::uuid[] IS NULL OR id = ANY ($ids::uuid[]))`,
    { sbomId, ids },
  );
}

function conditionOf(
  sbomId: string,
  { status, q, examined, isFailing = false }: EntryFilter,
): { condition: string; parameters: SqlParameters; filtered: boolean } {
  const parameters: Record<string, string | string[]> = { sbomId };
  const isOfDeleted = status === 'deleted';
  let condition = `c.sbom_id = $sbomId AND c.deleted_at IS ${isOfDeleted ? 'NOT ' : ''}NULL`;
  if (status && !isOfDeleted) {
    condition += ' AND c.status = $status';
    parameters.status = status;
  }
  if (q) {
    condition += ` AND concat_ws(' ', c.name, c.org, c.version) ILIKE ANY ($patterns::text[])`;
    parameters.patterns = containingSpellings(q)!;
  }
  if (examined) {
    condition += ` AND coalesce((SELECT k.examined FROM component_scores k WHERE k.component_id = c.id), 'not_examined') = $examined`;
    parameters.examined = examined;
  }
  if (isFailing)
    condition += ` AND EXISTS (SELECT FROM component_scores k WHERE k.component_id = c.id AND k.failures_key IS NOT NULL)`;
  return { condition, parameters, filtered: Boolean(status || q || examined || isFailing) };
}
