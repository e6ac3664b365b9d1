import type { VisibleScope } from '../../organizations/access/actor.js';
import { visibleRows } from '../../organizations/access/visible-rows.js';
import type { Sql } from '../../platform/database/sql.js';
import type { FoundComponent } from './finding.view.js';
import type { ComponentSearch } from './component-search.js';

/** A distinct identifier (or name) and version of entries. */
export interface Spelling {
  readonly value: string;
  readonly version: string;
}

export interface SearchScope {
  readonly visibleScope: VisibleScope;
  /** Organizations that the search covers; the indexes begin with them. */
  readonly orgIds: readonly string[];
}

/** More spellings than this are not searched. */
const maxSpellings = 20_000;

/** SQL condition: the name of an entry equals one of these texts, ignoring case. */
const isNamed = (text: string, from: string): string =>
  `c.name_key = ANY (ARRAY(SELECT lower(left(${text}, 200)) FROM ${from}))`;

/** Distinct spellings of live entries within the index ranges. */
export function findSpellings(
  sql: Sql,
  { orgIds }: SearchScope,
  { column, ranges: stretches }: ComponentSearch,
): Promise<Spelling[]> {
  const there = `c.${column} COLLATE "C"`;
  const given = `jsonb_to_recordset($stretches::jsonb) AS s (first text, "end" text)`;
  const found =
    column === 'name'
      ? `components c WHERE ${isNamed('s.first', given)}`
      : `${given} JOIN components c ON ${there} >= s.first AND ${there} < s."end" WHERE c.${column} IS NOT NULL`;
  return sql.query<Spelling>(
    `SELECT DISTINCT c.${column} AS value, c.version FROM ${found}
     AND c.org_id = ANY ($orgIds::uuid[]) AND c.deleted_at IS NULL LIMIT ${maxSpellings}`,
    { orgIds, stretches: JSON.stringify(stretches) },
  );
}

/** Visible entries with these spellings, those of the newest SBOMs first. */
export async function foundComponentPage(
  sql: Sql,
  { visibleScope: reach, orgIds }: SearchScope,
  { column, spellings }: { column: ComponentSearch['column']; spellings: readonly Spelling[] },
  paging: { offset: number; limit: number },
): Promise<{ rows: FoundComponent[]; total: number; sbomCount: number }> {
  if (spellings.length === 0) return { rows: [], total: 0, sbomCount: 0 };
  const given = `jsonb_to_recordset($spellings::jsonb) AS e (value text, version text)`;
  const there = column === 'name' ? isNamed('value', given) : `c.${column} COLLATE "C" = e.value`;
  const from = `FROM ${given} JOIN components c ON ${there} AND c.${column} = e.value AND c.version = e.version
      JOIN sboms s ON s.id = c.sbom_id AND s.deleted_at IS NULL
      WHERE c.org_id = ANY ($orgIds::uuid[]) AND c.deleted_at IS NULL AND ${visibleRows('s')}`;
  const parameters = {
    spellings: JSON.stringify(spellings),
    orgIds,
    organizations: reach.organizations,
    teams: reach.teams,
  };
  const rows = await sql.query<FoundComponent>(
    `SELECT c.id, c.sbom_id, s.name AS sbom_name, s.version AS sbom_version, s.org_id, s.team_id, s.project_id,
       c.name, c.org, c.version, c.status, c.selected_purl AS purl, c.selected_cpe AS cpe,
       c.selected_repo AS repo_url, c.svc_id
     ${from} ORDER BY s.created_at DESC, s.id, c.position, c.id OFFSET $offset LIMIT $limit`,
    { ...parameters, offset: paging.offset, limit: paging.limit },
  );
  const count = await sql.one<{ total: number; sboms: number }>(
    `SELECT count(*)::int AS total, count(DISTINCT c.sbom_id)::int AS sboms ${from}`,
    parameters,
  );
  return { rows, total: count?.total ?? 0, sbomCount: count?.sboms ?? 0 };
}
