const time = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const noResults = `'{"package": [], "repo": [], "product": []}'::jsonb`;

/**
 * SQL: one entry of table alias `c` as the API shows it (specification, "Component entry"), made into JSON by the
 * database so that long lists pass through without becoming objects.
 */
export const entryJson = entryJsonWith({ status: 'c.status', results: 'c.search_results', confidence: 'c.confidence' });

/**
 * As `entryJson`, but entries that came with the import whose rows became visible at `$importedAt` are shown as that
 * import left them, even where resolution has begun (api-decisions, Import).
 */
export function entryJsonAsImported(importedAt: string): string {
  const isNew = `c.created_at = ${importedAt}`;
  return entryJsonWith({
    status: `CASE WHEN ${isNew} THEN 'no-resolution' ELSE c.status END`,
    results: `CASE WHEN ${isNew} THEN ${noResults} ELSE c.search_results END`,
    confidence: `CASE WHEN ${isNew} THEN 0 ELSE c.confidence END`,
  });
}

function entryJsonWith(shown: { status: string; results: string; confidence: string }): string {
  const status = `CASE WHEN c.deleted_at IS NOT NULL THEN 'deleted' ELSE ${shown.status} END`;
  return `json_build_object(
    'id', c.id, 'svc_id', c.svc_id, 'sbom_id', c.sbom_id, 'project_id', c.project_id,
    'name', c.name, 'org', c.org, 'version', c.version, 'status', ${status},
    'selected', (${shown.status}) = 'resolved', 'confidence', ${shown.confidence}, 'position', c.position,
    'search_results', ${shown.results}, 'suggestions', c.suggestions, 'error_message', c.error_message,
    'created_at', ${time('c.created_at')}, 'updated_at', ${time('c.updated_at')}, 'deleted_at', ${time('c.deleted_at')})`;
}
