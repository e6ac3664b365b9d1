import type { Sql } from '../../platform/database/sql.js';
import type { VexLabel, VexResponse, VexStatus } from '../../vex/vex-words.js';
import { isInternal } from '../internal-entries.js';
import { effectiveStatus } from './vulnerabilities.repository.js';

/** A statement that holds, on one component. */
export interface HeldStatementRow {
  readonly vulnerability: string;
  /** Every name of the vulnerability. */
  readonly names: readonly string[];
  readonly status: VexStatus;
  readonly label: VexLabel | null;
  readonly response: VexResponse | null;
  readonly justification: string;
  /** Text; empty where the document has no date. */
  readonly stated_at: string;
  readonly expires_at: string | null;
  readonly ref: string;
  readonly name: string;
  readonly org: string;
  readonly version: string;
  /** Null also where other components have it, of which the statement says nothing. */
  readonly purl: string | null;
  readonly cpe: string | null;
}

/** The latest statement of people on each vulnerability of each component, whichever of its names they used. */
const personStatements = `
  SELECT DISTINCT ON (st.component_id, coalesce(v.id, st.vulnerability)) st.component_id,
    coalesce(v.id, st.vulnerability) AS vulnerability, coalesce(v.names, ARRAY[st.vulnerability]) AS names, st.status,
    st.label, st.response, st.justification, st.created_at::text AS stated_at, st.expires_at::text AS expires_at,
    coalesce(st.expires_at <= now(), false) AS is_expired
  FROM vulnerability_statements st LEFT JOIN component_scores s ON s.component_id = st.component_id
    LEFT JOIN entity_vulnerabilities v ON v.entity_id = s.entity_id AND v.names @> ARRAY[st.vulnerability]
  WHERE st.sbom_id = $sbomId
  ORDER BY st.component_id, coalesce(v.id, st.vulnerability), st.created_at DESC, st.id DESC`;

const documentStatements = `
  SELECT t.component_id, t.vulnerability, v.names, t.status, t.label, t.response, t.justification, t.stated_at,
    NULL AS expires_at
  FROM component_statements t JOIN component_scores s ON s.component_id = t.component_id
    JOIN entity_vulnerabilities v ON v.entity_id = s.entity_id AND v.id = t.vulnerability
  WHERE t.sbom_id = $sbomId AND t.stated_by = 'document' AND NOT EXISTS (
    SELECT FROM person p WHERE p.component_id = t.component_id AND p.vulnerability = t.vulnerability AND NOT p.is_expired)`;

/**
 * An identifier that all components which have it share the statement of; null otherwise: it would name those as well
 * of which the statement says nothing, and the ref does not.
 */
const identifierOf = (
  column: string,
): string => `CASE WHEN count(*) OVER (PARTITION BY h.vulnerability, h.status, c.${column})
  = (SELECT n FROM ${column}s s WHERE s.identifier = c.${column}) THEN c.${column} END`;

const countsOf = (column: string): string => `${column}s AS MATERIALIZED (
  SELECT ${column} AS identifier, count(*) AS n FROM components
  WHERE sbom_id = $sbomId AND deleted_at IS NULL AND ${column} IS NOT NULL GROUP BY 1)`;

const component = `c.ref, c.name, c.org, c.version, ${identifierOf('selected_purl')} AS purl,
  ${identifierOf('selected_cpe')} AS cpe`;

export type StatementAudience = 'anybody' | 'people' | 'outsiders';

/**
 * The statements that hold on the components of an SBOM.
 *
 * @param by `anybody`: also those of its document; `outsiders`: the same without those on internal components
 */
export const streamHeldStatements = (
  sql: Sql,
  sbomId: string,
  by: StatementAudience,
): AsyncIterable<HeldStatementRow[]> =>
  sql.batches<HeldStatementRow>(
    `WITH ${countsOf('selected_purl')}, ${countsOf('selected_cpe')},
       person AS MATERIALIZED (${personStatements}), held AS (
       SELECT component_id, vulnerability, names, status, label, response, justification, stated_at, expires_at
       FROM person WHERE NOT is_expired
       ${by !== 'people' ? `UNION ALL ${documentStatements}` : ''})
     SELECT h.vulnerability, h.names, h.status, h.label, h.response, h.justification, h.stated_at, h.expires_at, ${component}
     FROM held h JOIN components c ON c.id = h.component_id AND c.deleted_at IS NULL${by === 'outsiders' ? ` AND NOT ${isInternal('c')}` : ''}
     ORDER BY h.vulnerability, c.position, c.id`,
    { sbomId },
  );

/** What no statement that holds is on. */
export async function countUnstated(sql: Sql, sbomId: string): Promise<{ expired: number; open: number }> {
  const row = await sql.one<{ expired: number; open: number }>(
    `SELECT (SELECT count(*)::int FROM (${personStatements}) p JOIN components c ON c.id = p.component_id
             AND c.deleted_at IS NULL WHERE p.is_expired) AS expired,
       (SELECT count(*)::int FROM component_scores s JOIN components c ON c.id = s.component_id AND c.deleted_at IS NULL
          JOIN entity_vulnerabilities v ON v.entity_id = s.entity_id
          LEFT JOIN component_statements t ON t.component_id = s.component_id AND t.vulnerability = v.id
        WHERE s.sbom_id = $sbomId AND coalesce(t.status, 'expired') = 'expired'
          AND ${effectiveStatus} <> 'not_affected') AS open`,
    { sbomId },
  );
  return row ?? { expired: 0, open: 0 };
}

/** Changes when the statements of people that hold on components of the SBOMs change. */
export async function findStatementState(sql: Sql, sbomIds: readonly string[]): Promise<string> {
  const row = await sql.one<{ state: string }>(
    `SELECT count(*) || ' ' || coalesce(max(created_at)::text, '') || ' ' ||
       count(*) FILTER (WHERE expires_at <= now()) AS state
     FROM vulnerability_statements WHERE sbom_id = ANY ($sbomIds::uuid[])`,
    { sbomIds },
  );
  return row?.state ?? '';
}
