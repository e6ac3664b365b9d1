import { withClient } from '../support/postgres.js';
import type { Quiet, Upload } from './history.js';
import { requestPrefix } from './request-log.js';

/** Of SBOMs that nobody imports into: their added components, whether they are confirmed, and decided groups. */
const changed = `
  SELECT 'component' AS kind, c.name AS subject, NOT c.pending AND o.component_id IS NOT NULL AS "isComplete"
  FROM components c LEFT JOIN component_scores o ON o.component_id = c.id
  WHERE c.sbom_id = ANY ($1) AND c.source_key IS NULL AND c.deleted_at IS NULL
  UNION ALL SELECT 'confirmation', id::text, true FROM sboms WHERE id = ANY ($1) AND status = 'finished'
  UNION ALL SELECT 'decision', d.review_key, NOT EXISTS (
    SELECT FROM components c
    WHERE c.org_id = d.org_id AND c.review_key = d.review_key AND c.deleted_at IS NULL
      AND (c.pending OR c.review_reason IS NOT NULL OR c.disposition IS NULL AND c.selected_purl IS NULL))
  FROM review_decisions d WHERE d.undone_at IS NULL`;

/**
 * What the database says when all is quiet. Imports are told apart by their file's name, which is the marker.
 *
 * @param changedSboms where people changed things and nobody imports
 */
export async function quietState(
  databaseUrl: string,
  uploads: readonly Upload[],
  changedSboms: readonly string[],
): Promise<Quiet> {
  const sbomIds = [...new Set(uploads.map(({ sbomId }) => sbomId))];
  return withClient(databaseUrl, async (client) => {
    const rows = async <Row>(text: string, values: unknown[] = [sbomIds]): Promise<Row[]> =>
      (await client.query(text, values)).rows as Row[];
    const shown = await rows<{ id: string; marker: string; n: number }>(
      `SELECT sbom_id AS id, split_part(name, '-', 1) AS marker, count(*)::int AS n FROM components
       WHERE sbom_id = ANY ($1) AND deleted_at IS NULL GROUP BY 1, 2`,
    );
    const sboms = await rows<{ id: string; entryCount: number; unfinished: number }>(
      `SELECT s.id, resolved_count + partial_count + unresolved_count AS "entryCount",
         (SELECT count(*)::int FROM components c LEFT JOIN component_scores o ON o.component_id = c.id
          WHERE c.sbom_id = s.id AND c.deleted_at IS NULL AND (c.pending OR o.component_id IS NULL)) AS unfinished
       FROM sboms s WHERE s.id = ANY ($1)`,
    );
    return {
      imports: await rows(
        `SELECT id, sbom_id AS "sbomId", file_name AS marker, number, visible_at IS NOT NULL AS visible
         FROM sbom_imports WHERE sbom_id = ANY ($1)`,
      ),
      runs: await rows(
        `SELECT id, name, subject_id AS subject, payload->>'import_id' AS "importId", state FROM job_runs
         WHERE subject_id = ANY ($1)`,
        [[...sbomIds, ...changedSboms]],
      ),
      changed: await rows(changed, [changedSboms]),
      events: await rows(
        `SELECT request_id AS "requestId", outcome FROM audit_events WHERE starts_with(request_id, $1)`,
        [requestPrefix],
      ),
      sboms: sboms.map((sbom) => ({
        ...sbom,
        shown: Object.fromEntries(shown.filter(({ id }) => id === sbom.id).map(({ marker, n }) => [marker, n])),
      })),
      leftovers: (
        await rows<{ what: string }>(
          `SELECT format('a transaction of %s that began %s ago', application_name, now() - xact_start) AS what
           FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
             AND state LIKE 'idle in transaction%' AND xact_start < now() - interval '5 seconds'`,
          [],
        )
      ).map(({ what }) => what),
    };
  });
}
