import type { SearchResults } from '../../model/search-results.js';
import type { Suggestion } from '../../resolution/matching/select/suggestions.js';
import type { ExploitedProduct } from '../../scores/vulnerabilities/exploited-products.js';
import type { Disposition } from '../review/review.view.js';
import type { EntryCoverage } from '../vulnerabilities/vulnerabilities.repository.js';

/** What an evaluation said of an entry. */
export interface EntryEvaluation {
  /** 0–100; null: the entry is not identified, or too little is known of it. */
  readonly risk: number | null;
  /** Rules that it breaks, each with the reason. */
  readonly failures: readonly { readonly rule_id: string; readonly reason: string }[];
  /** The ruleset or the entry has changed since. */
  readonly pending: boolean;
}

/** One entry of an SBOM. */
export interface EntryView {
  readonly id: string;
  readonly svc_id: string;
  readonly sbom_id: string;
  /** The project whose components the entry stands for; null: none. */
  readonly project_id: string | null;
  readonly name: string;
  readonly org: string;
  readonly version: string;
  /** resolved: a candidate is selected, or a person set a disposition. partial-resolution: there are candidates. */
  readonly status: 'no-resolution' | 'partial-resolution' | 'resolved' | 'errored' | 'deleted';
  readonly selected: boolean;
  readonly confidence: number;
  readonly position: number;
  readonly search_results: SearchResults;
  readonly suggestions: readonly Suggestion[] | null;
  readonly error_message: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: string | null;
  /** Present where a pattern of the organization says that the component is its own. */
  readonly internal?: boolean;
  /** Present where a person said that no candidate fits. */
  readonly disposition?: Disposition;
  readonly disposition_note?: string;
  /** With `coverage=true` of getSBOM: whether its vulnerabilities were looked for, and why not. */
  readonly coverage?: EntryCoverage;
  /**
   * With `coverage=true` of getSBOM: exploited vulnerabilities (KEV) of a product of its name that no loaded advisory
   * links with it. Nobody has compared them with its version.
   */
  readonly may_concern?: readonly ExploitedProduct[];
  /** With `coverage=true` of getSBOM: what the last evaluation said; null: there was none. */
  readonly evaluation?: EntryEvaluation | null;
}

/** SQL for a time as the API shows it. */
export const isoTime = (column: string): string =>
  `to_char((${column}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

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

/** Like `entryJson`, without the candidates that are not selected. */
export const entryJsonOfSelected = entryJsonWith({
  ...columnExpressions((column) => `c.${column}`),
  search_results: `(SELECT jsonb_object_agg(kind, jsonb_path_query_array(items, '$[*] ? (@.selected == true)'))
    FROM jsonb_each(c.search_results) AS k (kind, items))`,
});

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
    'selected', (${shown.status}) = 'resolved' AND c.disposition IS NULL, 'confidence', ${shown.confidence}, 'position', c.position,
    'search_results', ${shown.search_results}, 'suggestions', ${shown.suggestions},
    'error_message', ${shown.error_message}, 'created_at', ${isoTime('c.created_at')},
    'updated_at', ${isoTime(shown.updated_at)}, 'deleted_at', ${isoTime('c.deleted_at')}`;
  // Present where they say something only; the entry of the specification does not have them.
  return `CASE WHEN c.disposition IS NOT NULL
    THEN json_build_object(${members}, 'internal', ${shown.internal}, 'disposition', c.disposition,
      'disposition_note', c.disposition_note)
    WHEN ${shown.internal} THEN json_build_object(${members}, 'internal', true)
    ELSE json_build_object(${members}) END`;
}
