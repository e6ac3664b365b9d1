import type { BomComponent, BomHeader, PartKind } from '../../model/document.js';
import type { SqlParameters } from '../../platform/database/named-parameters.js';
import type { Sql } from '../../platform/database/sql.js';
import { isInternal } from '../internal-entries.js';

/** As text, because the driver parses text faster than arrays. */
const automaticallySelectedKinds = `concat_ws(' ', ${[
  ['package', 'selected_purl'],
  ['repo', 'selected_repo'],
  ['product', 'selected_cpe'],
]
  .map(
    ([kind, selected]) =>
      `CASE WHEN c.${selected} IS NOT NULL
        AND c.search_results @> '{"${kind}": [{"selected": true, "automatically_selected": true}]}' THEN '${kind}' END`,
  )
  .join(', ')})`;

/** An `ExportRow` as JSON text, because the driver parses one text column faster than many columns. */
const exportRow = (more = ''): string =>
  `json_build_array(c.id, c.name, c.org, c.version, c.selected_purl, c.selected_cpe, c.selected_repo, ${automaticallySelectedKinds},
     c.source${more})::text AS json`;

/** Key of the component that several entries stand for. */
const sameComponent = `coalesce(
  CASE WHEN starts_with(c.identity, c.selected_purl || '?') OR starts_with(c.identity, c.selected_purl || '#')
       THEN c.identity END,
  c.selected_purl, nullif(c.identity, ''), md5(concat_ws(E'\n', c.name, c.org, c.version)))`;

/** Reads SBOMs for export, in batches. */

export function findDocument(
  sql: Sql,
  sbomId: string,
): Promise<{ header: BomHeader; subject: BomComponent | null } | null> {
  return sql.one(`SELECT header, subject FROM sbom_documents WHERE sbom_id = $sbomId`, { sbomId });
}

/** @param includesImported false: only what people added by hand */
export function streamComponents(sql: Sql, sbomId: string, includesImported: boolean): AsyncIterable<string> {
  return jsonBatches(
    sql,
    `SELECT ${exportRow()} FROM components c
     WHERE c.sbom_id = $sbomId AND c.deleted_at IS NULL AND ($includesImported OR c.source_key IS NULL) ORDER BY c.position, c.id`,
    { sbomId, includesImported },
  );
}

/** Refs of live entries that stand for a project. */
export function findProjectEntries(sql: Sql, sbomId: string): Promise<{ ref: string; project_id: string }[]> {
  return sql.query(
    `SELECT ref, project_id FROM components WHERE sbom_id = $sbomId AND deleted_at IS NULL AND project_id IS NOT NULL
     ORDER BY position, id`,
    { sbomId },
  );
}

/** The same in the merged document. */
export function findMergedProjectEntries(sql: Sql): Promise<{ ref: string; project_id: string }[]> {
  return sql.query(
    `SELECT m.merged_ref AS ref, c.project_id FROM merged m JOIN components c ON c.id = m.id
     WHERE c.project_id IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`,
  );
}

export function streamDependencies(sql: Sql, sbomId: string): AsyncIterable<string> {
  return jsonBatches(sql, `SELECT data::text AS json FROM sbom_dependencies WHERE sbom_id = $sbomId ORDER BY seq`, {
    sbomId,
  });
}

export function streamParts(sql: Sql, sbomId: string, kinds: readonly PartKind[]): AsyncIterable<string> {
  return jsonBatches(
    sql,
    `SELECT data::text AS json FROM sbom_parts WHERE sbom_id = $sbomId AND kind = ANY ($kinds) ORDER BY seq`,
    { sbomId, kinds },
  );
}

/** Refs of components that people removed since the import; edges to them are left out. */
export async function findRemovedRefs(sql: Sql, sbomId: string): Promise<Set<string>> {
  const rows = await sql.query<{ ref: string }>(
    `SELECT ref FROM components gone WHERE sbom_id = $sbomId AND deleted_at IS NOT NULL
         AND NOT EXISTS (SELECT FROM components live
                         WHERE live.sbom_id = $sbomId AND live.ref = gone.ref AND live.deleted_at IS NULL)`,
    { sbomId },
  );
  return new Set(rows.map(({ ref }) => ref));
}

/** Live internal entries. */
export const findInternalEntries = (sql: Sql, sbomId: string): Promise<{ id: string; ref: string }[]> =>
  sql.query(
    `SELECT id, ref FROM components c WHERE sbom_id = $sbomId AND deleted_at IS NULL AND ${isInternal('c')}
     ORDER BY position, id`,
    { sbomId },
  );

/**
 * `merged`, for this transaction: every live entry of the SBOMs with the ref of the entry that stands for it, which
 * is the first with the same selected package (and the same own purl, where that tells builds of the package apart),
 * else the same identifier, else the same name, org and version. What a document was about is there as well, and the
 * SBOM itself (with its id) stands for it.
 *
 * @param manualOnly those of the SBOMs of which only what people added by hand is wanted
 */
export async function createMergedTable(
  sql: Sql,
  sbomIds: readonly string[],
  manualOnly: readonly string[],
): Promise<void> {
  await sql.run(
    `CREATE TEMPORARY TABLE merged ON COMMIT DROP AS
     SELECT c.id, c.sbom_id, c.ref, c.source ->> 'parentRef' AS parent_ref, s.place, c.position,
            first_value(c.id::text) OVER (
              PARTITION BY ${sameComponent}
              ORDER BY s.place, c.position, c.id) AS merged_ref
     FROM components c JOIN unnest($sbomIds::uuid[]) WITH ORDINALITY AS s (id, place) ON s.id = c.sbom_id
     WHERE c.deleted_at IS NULL AND NOT (c.source_key IS NOT NULL AND c.sbom_id = ANY ($manualOnly::uuid[]))`,
    { sbomIds, manualOnly },
  );
  await sql.run(
    `INSERT INTO merged (id, sbom_id, ref, merged_ref)
     SELECT sbom_id, sbom_id, subject ->> 'ref', sbom_id::text FROM sbom_documents d
     WHERE sbom_id = ANY ($sbomIds::uuid[]) AND sbom_id <> ALL ($manualOnly::uuid[]) AND subject ->> 'ref' IS NOT NULL
       AND NOT EXISTS (SELECT FROM merged m WHERE m.sbom_id = d.sbom_id AND m.ref = d.subject ->> 'ref')`,
    { sbomIds, manualOnly },
  );
  await sql.run('CREATE INDEX ON merged (sbom_id, ref)');
  await sql.run('ANALYZE merged');
}

export function streamMergedComponents(sql: Sql): AsyncIterable<string> {
  return jsonBatches(
    sql,
    `SELECT ${exportRow(', json_build_array(m.merged_ref, parent.merged_ref)')}
     FROM merged m JOIN components c ON c.id = m.id
     LEFT JOIN LATERAL (SELECT p.merged_ref FROM merged p
                        WHERE p.sbom_id = m.sbom_id AND p.ref = m.parent_ref AND p.id <> p.sbom_id LIMIT 1) parent
       ON true
     WHERE m.merged_ref = m.id::text ORDER BY m.place, m.position, m.id`,
  );
}

/**
 * Merged refs of the direct dependencies of the SBOM: those that its document names, and entries without incoming edge.
 */
export async function findMergedRoots(sql: Sql, sbomId: string): Promise<string[]> {
  const rows = await sql.query<{ merged_ref: string }>(
    `WITH targets AS MATERIALIZED (
       SELECT target.ref, bool_or(f.id = f.sbom_id AND d.data ->> 'kind' = 'depends-on') AS is_direct
       FROM sbom_dependencies d JOIN merged f ON f.sbom_id = d.sbom_id AND f.ref = d.data ->> 'from',
            jsonb_array_elements_text(d.data -> 'to') AS target (ref)
       WHERE d.sbom_id = $sbomId GROUP BY target.ref)
     SELECT merged_ref FROM merged m LEFT JOIN targets t ON t.ref = m.ref
     WHERE sbom_id = $sbomId AND id <> sbom_id AND coalesce(is_direct, true) ORDER BY position, id`,
    { sbomId },
  );
  return [...new Set(rows.map(({ merged_ref }) => merged_ref))];
}

/** Edges between merged entries without those of `mergedRoots`. Edges of one component in several SBOMs are joined. */
export function streamMergedDependencies(sql: Sql): AsyncIterable<string> {
  return jsonBatches(
    sql,
    `SELECT json_build_object('from', f.merged_ref, 'kind', d.data ->> 'kind',
              'to', json_agg(DISTINCT t.merged_ref ORDER BY t.merged_ref))::text AS json
     FROM sbom_dependencies d JOIN merged f ON f.sbom_id = d.sbom_id AND f.ref = d.data ->> 'from',
          jsonb_array_elements_text(d.data -> 'to') AS target (ref)
     JOIN merged t ON t.ref = target.ref
     WHERE t.sbom_id = d.sbom_id AND t.merged_ref <> f.merged_ref
       AND NOT (f.id = f.sbom_id AND d.data ->> 'kind' = 'depends-on')
     GROUP BY f.merged_ref, d.data ->> 'kind' ORDER BY f.merged_ref, d.data ->> 'kind'`,
  );
}

/** Number of parts of each kind in the document of the SBOM. */
export function countParts(sql: Sql, sbomId: string): Promise<{ kind: PartKind; count: number }[]> {
  return sql.query(`SELECT kind, count(*)::int AS count FROM sbom_parts WHERE sbom_id = $sbomId GROUP BY kind`, {
    sbomId,
  });
}

export async function findOrganizationName(sql: Sql, orgId: string): Promise<string> {
  const row = await sql.one<{ name: string }>(`SELECT name FROM organizations WHERE id = $orgId`, { orgId });
  return row?.name ?? '';
}

/** Batches of the column `json`, each as a JSON list. */
async function* jsonBatches(sql: Sql, text: string, parameters: SqlParameters = {}): AsyncIterable<string> {
  for await (const rows of sql.batches<{ json: string }>(text, parameters))
    yield `[${rows.map(({ json }) => json).join(',')}]`;
}
