import { newId } from '../../platform/identifiers/uuid.js';
import type { SqlParameters } from '../../platform/database/named-parameters.js';
import type { Sql } from '../../platform/database/sql.js';
import { showPersonStatements } from '../scoring/scoring.repository.js';

/** Maximum number of statements that one document or request can make. */
export const maxStatements = 100_000;

/** A statement on one vulnerability of one component. */
export interface ComponentStatement {
  readonly component_id: string;
  readonly vulnerability: string;
  readonly status: string;
  readonly justification: string;
  readonly label: string | null;
  readonly response: string | null;
}

/** What statements made at once have in common. */
export interface StatementAuthor {
  readonly org_id: string;
  readonly sbom_id: string;
  readonly user_id: string;
  /** `person`, or the format of the document. */
  readonly source: string;
  /** ISO 8601; null: they hold until another statement. */
  readonly expires_at: string | null;
}

export async function findSbomOfComponent(sql: Sql, componentId: string): Promise<string | null> {
  const row = await sql.one<{ sbom_id: string }>(
    'SELECT sbom_id FROM components WHERE id = $componentId AND deleted_at IS NULL',
    { componentId },
  );
  return row?.sbom_id ?? null;
}

export const findSbomsOfComponents = (
  sql: Sql,
  componentIds: readonly string[],
): Promise<{ id: string; sbom_id: string }[]> =>
  sql.query('SELECT id, sbom_id FROM components WHERE id = ANY ($componentIds::uuid[]) AND deleted_at IS NULL', {
    componentIds,
  });

export async function findRefs(sql: Sql, componentIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql.query<{ id: string; ref: string }>(
    'SELECT id, ref FROM components WHERE id = ANY ($componentIds::uuid[])',
    { componentIds },
  );
  return new Map(rows.map(({ id, ref }) => [id, ref]));
}

/**
 * The last statement on a vulnerability of a component counts. The caller holds `lockSbomScoring`: otherwise a scoring
 * that read the former statements could write after this, and count as new.
 */
export async function insertStatements(
  sql: Sql,
  { org_id, sbom_id, user_id, source, expires_at }: StatementAuthor,
  statements: readonly ComponentStatement[],
): Promise<void> {
  const rows = statements.map((one) => ({ id: newId(), ...one }));
  await sql.run(
    `INSERT INTO vulnerability_statements (id, org_id, sbom_id, user_id, source, expires_at, component_id,
       vulnerability, status, justification, label, response)
     SELECT id, $orgId, $sbomId, $userId, $source, $expiresAt::timestamptz, component_id, vulnerability, status,
       justification, label, response
     FROM jsonb_to_recordset($statements::jsonb) AS s (id uuid, component_id uuid, vulnerability text, status text,
       justification text, label text, response text)`,
    {
      orgId: org_id,
      sbomId: sbom_id,
      userId: user_id,
      source,
      expiresAt: expires_at,
      statements: JSON.stringify(rows),
    },
  );
  await sql.run(`UPDATE component_scores SET stamp = '' WHERE component_id = ANY ($componentIds::uuid[])`, {
    componentIds: statements.map(({ component_id }) => component_id),
  });
  await showPersonStatements(sql, rows.map(({ id }) => id)); // prettier-ignore
}

/** Why statements end: the component has another version, or is another package or product now. */
export const endReasons = ['other_version', 'other_identity'] as const;
export type EndReason = (typeof endReasons)[number];

/**
 * Ends what people said of components that are not the same any more: they spoke of the former ones.
 *
 * @param changed SQL: rows with the `id` and `sbom_id` of components; what was said from `since` on stays
 */
export const endStatements = (
  sql: Sql,
  reason: EndReason,
  changed: string,
  parameters: SqlParameters,
): Promise<number> =>
  sql.run(
    `UPDATE vulnerability_statements v SET expires_at = now(), end_reason = $reason FROM (${changed}) AS changed
     WHERE v.sbom_id = changed.sbom_id AND v.component_id = changed.id
       AND v.created_at < changed.since AND (v.expires_at IS NULL OR v.expires_at > now())`,
    { ...parameters, reason },
  );

/** Something with the identifiers that its file has for it, and its version. */
export interface IdentifiedVersion {
  readonly identifiers: readonly string[];
  readonly version: string;
}

/** Entries with all their identifiers: selected, from the file, and the ref in the file. */
export function streamIdentifiers(sql: Sql, sbomId: string): AsyncIterable<(IdentifiedVersion & { id: string })[]> {
  return sql.batches(
    `SELECT id, version, array_remove(ARRAY[selected_purl, selected_cpe, selected_repo, nullif(ref, '')]
         || ${textsIn('source')}, NULL) AS identifiers
     FROM components WHERE sbom_id = $sbomId AND deleted_at IS NULL`,
    { sbomId },
  );
}

/** Identifiers of the subject of the SBOM. */
export async function findSubjectIdentifiers(sql: Sql, sbomId: string): Promise<IdentifiedVersion> {
  const row = await sql.one<IdentifiedVersion>(
    `SELECT coalesce(subject ->> 'version', '') AS version, array_remove(ARRAY['urn:uuid:' || sbom_id, subject ->> 'ref', header ->> 'serial'] || ${textsIn('subject')}, NULL) AS identifiers
     FROM sbom_documents WHERE sbom_id = $sbomId`,
    { sbomId },
  );
  return row ?? { identifiers: [`urn:uuid:${sbomId}`], version: '' };
}

/** Some of the entries with vulnerabilities of these names; one that has several of them may come as often. */
export async function findAffectedEntries(
  sql: Sql,
  sbomId: string,
  named: readonly { readonly name: string; readonly place: number }[],
  limit: number,
): Promise<{ place: number; component_id: string }[]> {
  if (named.length === 0) return [];
  return sql.query(
    `SELECT n.place, s.component_id FROM unnest($names::text[], $places::int[]) AS n (name, place)
     JOIN entity_vulnerabilities v ON v.names @> ARRAY[n.name]
     JOIN component_scores s ON s.entity_id = v.entity_id AND s.sbom_id = $sbomId LIMIT $limit`,
    { sbomId, limit, names: named.map(({ name }) => name), places: named.map(({ place }) => place) },
  );
}

/** SQL: purls and CPEs of a component from its document. */
const textsIn = (column: string): string =>
  `ARRAY(SELECT jsonb_array_elements_text(coalesce(${column} -> 'purls', '[]') || coalesce(${column} -> 'cpes', '[]')))`;
