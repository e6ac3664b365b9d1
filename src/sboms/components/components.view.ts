/** One entry as the API shows it. */
export type EntryView = Record<string, unknown> & { id: string };
const isoTime = (column: string): string => `to_char((${column}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** The columns that resolution writes, with SQL for their values before resolution. */
const unresolvedValues = {
  svc_id: "''",
  status: "'no-resolution'",
  confidence: '0',
  search_results: `'{"package": [], "repo": [], "product": []}'::jsonb`,
  suggestions: 'NULL',
  error_message: "''",
  internal: 'false',
  updated_at: 'c.created_at',
};
type ColumnExpressions = Record<keyof typeof unresolvedValues, string>;

const columnExpressions = (sql: (column: keyof typeof unresolvedValues) => string): ColumnExpressions =>
  Object.fromEntries(
    (Object.keys(unresolvedValues) as (keyof typeof unresolvedValues)[]).map((column) => [column, sql(column)]),
  ) as ColumnExpressions;

/**
 * SQL for one entry (table alias `c`) as the API shows it (specification, "Component entry"). The database builds the
 * JSON, so that long lists are streamed without becoming objects.
 */
export const entryJson = entryJsonWith(columnExpressions((column) => `c.${column}`));

/**
 * Like `entryJson`, but entries that became visible at `$importedAt` are shown as the import left them, even if
 * resolution has started (api-decisions, Import).
 */
export function entryJsonAsImported(importedAt: string): string {
  const before = `c.created_at = ${importedAt}`;
  return entryJsonWith(
    columnExpressions((column) => `CASE WHEN ${before} THEN ${unresolvedValues[column]} ELSE c.${column} END`),
  );
}

function entryJsonWith(shown: ColumnExpressions): string {
  const status = `CASE WHEN c.deleted_at IS NOT NULL THEN 'deleted' ELSE ${shown.status} END`;
  const members = `'id', c.id, 'svc_id', ${shown.svc_id}, 'sbom_id', c.sbom_id, 'project_id', c.project_id,
    'name', c.name, 'org', c.org, 'version', c.version, 'status', ${status},
    'selected', (${shown.status}) = 'resolved', 'confidence', ${shown.confidence}, 'position', c.position,
    'search_results', ${shown.search_results}, 'suggestions', ${shown.suggestions},
    'error_message', ${shown.error_message}, 'created_at', ${isoTime('c.created_at')},
    'updated_at', ${isoTime(shown.updated_at)}, 'deleted_at', ${isoTime('c.deleted_at')}`;
  // `internal` is present for internal components only; the entry of the specification does not have it.
  return `CASE WHEN ${shown.internal} THEN json_build_object(${members}, 'internal', true)
    ELSE json_build_object(${members}) END`;
}
