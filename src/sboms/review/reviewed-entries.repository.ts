import type { Sql } from '../../platform/database/sql.js';
import { versionlessDecisions, type ComponentRow } from '../components/components.repository.js';
import type { GroupKey } from './review-groups.repository.js';

/** An entry that a decision is about. */
export interface ReviewedRow extends ComponentRow {
  readonly org_id: string;
  readonly sbom_id: string;
  readonly review_hint: string;
}

/** Everything before the version. */
const productOfCpe = '^(?:(?:[^:\\\\]|\\\\.)*:){5}';

/** The entry `c` still is as the decision `d` left it: a person has not changed it since. */
const isAsDecided = `(CASE WHEN d.choice = 'selected'
    THEN c.disposition IS NULL
      AND (d.purl IS NULL OR starts_with(c.selected_purl, split_part(d.purl, '?', 1))
        AND substr(c.selected_purl, length(split_part(d.purl, '?', 1)) + 1, 1) IN ('', '@', '?', '#')
        AND strpos(c.selected_purl, split_part(d.purl, '?', 2)) > 0)
      AND (d.cpe IS NULL OR substring(c.selected_cpe from '${productOfCpe}') = substring(d.cpe from '${productOfCpe}'))
      AND (d.repo_url IS NULL OR c.selected_repo = d.repo_url)
    ELSE c.disposition IS NOT DISTINCT FROM d.choice END)`;

/**
 * Entries of the group that a decision applies to: those that wait, and those that the present decisions settled. What
 * a person settled by hand stays. At most `limit`, in order of id after `after`.
 */
export function findEntriesToDecide(
  sql: Sql,
  { orgId, key }: GroupKey,
  {
    sbomIds,
    version,
    after,
    limit,
  }: { sbomIds: readonly string[]; version: string | null; after: string; limit: number },
): Promise<ReviewedRow[]> {
  return sql.query<ReviewedRow>(
    `SELECT c.id, c.org_id, c.sbom_id, c.position, c.name, c.org, c.version, c.project_id, c.search_results, c.suggestions,
       c.error_message, c.decided, c.pending, c.generation, c.identity, c.review_hint
     FROM components c
     WHERE c.org_id = $orgId AND c.review_key = $key AND c.deleted_at IS NULL AND c.id > $after::uuid
       AND c.sbom_id = ANY ($sbomIds::uuid[]) AND ($version::text IS NULL OR c.version = $version)
       AND (c.review_reason IS NOT NULL OR EXISTS (
         SELECT FROM review_decisions d JOIN review_decision_entries e ON e.decision_id = d.id
         WHERE d.org_id = $orgId AND d.review_key = $key AND d.undone_at IS NULL AND d.replaced_by IS NULL
           AND e.component_id = c.id AND ${isAsDecided}))
     ORDER BY c.id LIMIT $limit FOR UPDATE OF c`,
    { orgId, key, sbomIds, version, after, limit },
  );
}

/** Keeps the entries as they are now for undo. */
export async function keepEntries(sql: Sql, decisionId: string, ids: readonly string[]): Promise<void> {
  await sql.run(
    `INSERT INTO review_decision_entries (decision_id, component_id, org_id, sbom_id, before)
     SELECT $decisionId, c.id, c.org_id, c.sbom_id, jsonb_build_object(
       'name', c.name, 'org', c.org, 'version', c.version, 'status', c.status, 'search_results', c.search_results,
       'suggestions', c.suggestions, 'error_message', c.error_message, 'decided', c.decided,
       'selected_purl', c.selected_purl, 'selected_cpe', c.selected_cpe, 'selected_repo', c.selected_repo,
       'svc_id', c.svc_id, 'confidence', c.confidence, 'disposition', c.disposition,
       'disposition_note', c.disposition_note)
     FROM components c WHERE c.id = ANY ($ids::uuid[])`,
    { decisionId, ids },
  );
}

const withoutSelection = `(SELECT jsonb_object_agg(kind, coalesce((
    SELECT jsonb_agg(item || '{"selected": false, "automatically_selected": false}' ORDER BY nth)
    FROM jsonb_array_elements(items) WITH ORDINALITY AS i (item, nth)), '[]'))
  FROM jsonb_each(c.search_results) AS k (kind, items))`;

const disposed = `status = 'resolved', search_results = ${withoutSelection}, error_message = '',
  decided = '{package,repo,product}', selected_purl = NULL, selected_cpe = NULL, selected_repo = NULL, svc_id = '',
  confidence = 0, updated_at = now()`;

/** Settles entries for which no candidate fits. */
export async function disposeEntries(
  sql: Sql,
  ids: readonly string[],
  { disposition, note }: { disposition: string; note: string },
): Promise<void> {
  await sql.run(
    `UPDATE components c SET ${disposed}, disposition = $disposition, disposition_note = $note, pending = true,
       generation = generation + 1
     WHERE c.id = ANY ($ids::uuid[])`,
    { ids, disposition, note },
  );
}

/**
 * Applies the dispositions of their groups to entries that resolution has just written; a person's choice stays. The new
 * generation keeps a resolution that began earlier from overwriting them.
 */
export async function applyDispositions(sql: Sql, ids: readonly string[]): Promise<number> {
  return sql.run(
    `UPDATE components c SET ${disposed}, disposition = d.choice, disposition_note = d.note,
       generation = generation + 1
     FROM review_decisions d
     WHERE c.id = ANY ($ids::uuid[]) AND d.org_id = c.org_id AND d.review_key = c.review_key AND d.choice <> 'selected'
       AND d.sbom_id IS NULL AND d.version IS NULL AND d.undone_at IS NULL AND d.replaced_by IS NULL
       AND cardinality(c.decided) = 0 AND c.deleted_at IS NULL`,
    { ids },
  );
}

/**
 * Marks entries of the group that follow a decision which no longer holds, in SBOMs that it was not made in, for another
 * resolution.
 *
 * @returns ids of their SBOMs
 */
export async function reopenFollowers(sql: Sql, { orgId, key }: GroupKey, decisionId: string): Promise<string[]> {
  const rows = await sql.query<{ sbom_id: string }>(
    `UPDATE components c SET pending = true, generation = generation + 1, disposition = NULL, disposition_note = '',
       decided = CASE WHEN c.disposition IS NULL THEN c.decided ELSE '{}' END,
       status = CASE WHEN c.disposition IS NULL THEN c.status
         WHEN jsonb_path_exists(c.search_results, '$.*[*]') THEN 'partial-resolution' ELSE 'no-resolution' END
     WHERE c.org_id = $orgId AND c.review_key = $key AND c.deleted_at IS NULL
       AND (c.disposition IS NOT NULL OR cardinality(c.decided) = 0)
       AND NOT EXISTS (SELECT FROM review_decision_entries e JOIN review_decisions d ON d.id = e.decision_id
                       WHERE e.component_id = c.id AND (d.id = $decisionId OR d.undone_at IS NULL))
     RETURNING c.sbom_id`,
    { orgId, key, decisionId },
  );
  return [...new Set(rows.map(({ sbom_id }) => sbom_id))];
}

/**
 * Restores the entries of a decision that nobody changed since, and has them resolved again: what the catalogue has
 * learned in the meantime counts. Where a later decision stands, that one restores this state when it is undone.
 *
 * @returns ids of the restored entries' SBOMs, one for each entry
 */
export async function restoreEntries(sql: Sql, decisionId: string): Promise<string[]> {
  await sql.run(
    `UPDATE review_decision_entries later SET before = mine.before
     FROM review_decision_entries mine, review_decisions m, review_decisions l
     WHERE mine.decision_id = $decisionId AND m.id = $decisionId AND l.id = later.decision_id
       AND later.component_id = mine.component_id AND l.id > m.id
       AND l.undone_at IS NULL AND NOT EXISTS (
         SELECT FROM review_decision_entries e JOIN review_decisions d ON d.id = e.decision_id
         WHERE e.component_id = mine.component_id AND d.undone_at IS NULL AND d.id > m.id AND d.id < l.id)`,
    { decisionId },
  );
  const rows = await sql.query<{ sbom_id: string }>(
    `UPDATE components c SET
       status = b.status, search_results = b.search_results, suggestions = nullif(b.suggestions, 'null'::jsonb),
       error_message = b.error_message,
       decided = CASE WHEN b.version = c.version THEN b.decided ELSE ${versionlessDecisions('b')} END, selected_purl = b.selected_purl,
       selected_cpe = b.selected_cpe, selected_repo = b.selected_repo, svc_id = b.svc_id, confidence = b.confidence,
       disposition = b.disposition, disposition_note = b.disposition_note, pending = true,
       generation = generation + 1, updated_at = now()
     FROM review_decisions d JOIN review_decision_entries e ON e.decision_id = d.id,
       jsonb_to_record(e.before) AS b (version text, status text, search_results jsonb, suggestions jsonb, error_message text,
         decided text[], selected_purl text, selected_cpe text, selected_repo text, svc_id text,
         confidence double precision, disposition text, disposition_note text)
     WHERE d.id = $decisionId AND c.id = e.component_id AND c.deleted_at IS NULL AND ${isAsDecided}
       AND NOT EXISTS (
         SELECT FROM review_decision_entries o JOIN review_decisions od ON od.id = o.decision_id
         WHERE o.component_id = c.id AND od.undone_at IS NULL AND od.id > d.id)
     RETURNING c.sbom_id`,
    { decisionId },
  );
  return rows.map(({ sbom_id }) => sbom_id);
}
