import type { Sql } from '../../platform/database/sql.js';

/** Property of a component whose file cannot be read any more: the path of the file. */
const staleProperty = 'manifest:stale';

/**
 * Adds to the staged document the former components that only unreadable files named, marked as stale, with their
 * edges: a file that cannot be read does not say that they are gone. Call it before the document is replaced.
 *
 * @param paths files that exist and could not be read
 * @param folders submodules that could not be fetched
 * @returns the number of components kept
 */
export async function keepStaleComponents(
  sql: Sql,
  sbomId: string,
  { paths, folders }: { readonly paths: readonly string[]; readonly folders: readonly string[] },
): Promise<number> {
  if (paths.length + folders.length === 0) return 0;
  const kept = await sql.run(
    `INSERT INTO staged (kind, seq, id, ref, name, org, version, identity, data)
     SELECT 'c', (SELECT max(seq) FROM staged) + row_number() OVER (ORDER BY c.position, c.id), gen_random_uuid(), c.ref,
            c.source ->> 'name', coalesce(nullif(c.source ->> 'group', ''), c.org),
            coalesce(nullif(c.source ->> 'version', ''), c.version), c.identity,
            jsonb_set(c.source, '{properties}', coalesce((
              SELECT jsonb_agg(p) FROM jsonb_array_elements(c.source -> 'properties') p
              WHERE p ->> 'name' <> '${staleProperty}'), '[]') ||
              jsonb_build_array(jsonb_build_object('name', '${staleProperty}', 'value', place ->> 'location')))
     FROM components c
       CROSS JOIN LATERAL (SELECT place FROM jsonb_array_elements(c.source #> '{native,data,evidence,occurrences}') place
                           WHERE place ->> 'location' = ANY ($paths::text[])
                              OR EXISTS (SELECT FROM unnest($folders::text[]) f WHERE starts_with(place ->> 'location', f || '/'))
                           LIMIT 1) AS places
     WHERE c.sbom_id = $sbomId AND c.deleted_at IS NULL AND c.source_key IS NOT NULL
       AND NOT EXISTS (SELECT FROM staged s WHERE s.kind = 'c' AND s.ref = c.ref)`,
    { sbomId, paths, folders },
  );
  if (kept > 0) await keepEdges(sql, sbomId);
  return kept;
}

/** Former edges from or to a stale component whose both ends are in the new document. */
async function keepEdges(sql: Sql, sbomId: string): Promise<void> {
  await sql.run(
    `CREATE TEMPORARY TABLE stale_edges ON COMMIT DROP AS
     WITH present AS (
       SELECT coalesce(ref, data ->> 'ref') AS ref, data -> 'properties' @> '[{"name": "${staleProperty}"}]' AS stale FROM staged WHERE kind IN ('c', 's'))
     SELECT source.ref AS "from", jsonb_agg(DISTINCT target.ref) AS "to"
     FROM sbom_dependencies d CROSS JOIN LATERAL jsonb_array_elements_text(d.data -> 'to') AS former (ref)
       JOIN present source ON source.ref = d.data ->> 'from' JOIN present target ON target.ref = former.ref
     WHERE d.sbom_id = $sbomId AND (source.stale OR target.stale) GROUP BY source.ref`,
    { sbomId },
  );
  await sql.run(
    `UPDATE staged s SET data = jsonb_set(s.data, '{to}', (
       SELECT jsonb_agg(DISTINCT t) FROM jsonb_array_elements((s.data -> 'to') || e."to") t))
     FROM stale_edges e WHERE s.kind = 'd' AND s.data ->> 'from' = e."from"`,
  );
  await sql.run(
    `INSERT INTO staged (kind, seq, data)
     SELECT 'd', (SELECT max(seq) FROM staged) + row_number() OVER (ORDER BY e."from"),
            jsonb_build_object('from', e."from", 'to', e."to", 'kind', 'depends-on')
     FROM stale_edges e WHERE NOT EXISTS (SELECT FROM staged s WHERE s.kind = 'd' AND s.data ->> 'from' = e."from")`,
  );
}
