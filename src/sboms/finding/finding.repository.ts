import type { VisibleScope } from '../../organizations/access/actor.js';
import { visibleRows } from '../../organizations/access/visible-rows.js';
import type { SqlParameters } from '../../platform/database/named-parameters.js';
import type { Sql } from '../../platform/database/sql.js';
import type { NameMatch } from './component-search.js';
import type { IndexRange } from './entity-identifiers.js';
import type { EntrySpelling } from './entry-match.js';
import type { FoundComponent } from './finding.view.js';

export interface SearchScope {
  readonly visibleScope: VisibleScope;
  /** Organizations that the search covers; the indexes begin with them. */
  readonly orgIds: readonly string[];
}

/** Where the indexes hold entries that may match. */
export interface EntryLookup {
  readonly purls: readonly IndexRange[];
  readonly cpes: readonly IndexRange[];
  readonly repositories: readonly string[];
  /** In the spellings of `nameSpellings`. */
  readonly names: readonly string[];
  readonly match: NameMatch;
  /** Names of candidates, likewise. */
  readonly candidateNames: readonly string[];
}

/** Entries that are found alike; `key` stands for all of it. */
export type FoundSpelling = EntrySpelling & { readonly key: string };

/** More spellings than this are not searched. */
export const maxSpellings = 20_000;

/** The distinct spellings of live entries in these places of the indexes. */
export const findSpellings = (sql: Sql, { orgIds }: SearchScope, lookup: EntryLookup): Promise<FoundSpelling[]> =>
  sql.query<FoundSpelling>(
    `${foundEntries(lookup.match)}
     SELECT DISTINCT ${spellingKey} AS key, c.selected_purl AS purl, c.selected_cpe AS cpe,
       c.selected_repo AS repo_url, c.version, f.named, p.identifiers AS candidates
     FROM ${foundRows} LIMIT ${maxSpellings}`,
    lookupParameters(orgIds, lookup),
  );

export interface FoundPage {
  readonly rows: readonly (FoundComponent & { readonly key: string })[];
  readonly total: number;
  readonly sboms: number;
  readonly possible: number;
}

/** A spelling that matches. */
export interface MatchingSpelling {
  readonly key: string;
  readonly possible: boolean;
}

/** Visible entries with these spellings: the certain ones first, those of the newest SBOMs first among them. */
export async function foundComponentPage(
  sql: Sql,
  { visibleScope, orgIds }: SearchScope,
  { lookup, spellings }: { lookup: EntryLookup; spellings: readonly MatchingSpelling[] },
  paging: { offset: number; limit: number },
): Promise<FoundPage> {
  if (spellings.length === 0) return { rows: [], total: 0, sboms: 0, possible: 0 };
  const page = await sql.one<FoundPage>(
    `${foundEntries(lookup.match)},
     matching AS MATERIALIZED (
       SELECT c.id, c.sbom_id, c.position, s.created_at, g.key, g.possible
       FROM ${foundRows}
       JOIN jsonb_to_recordset($spellings::jsonb) AS g (key text, possible boolean) ON g.key = ${spellingKey}
       JOIN sboms s ON s.id = c.sbom_id AND s.deleted_at IS NULL AND ${visibleRows('s')}),
     page AS (
       SELECT m.id, m.sbom_id, s.name AS sbom_name, s.version AS sbom_version, s.org_id, s.team_id, s.project_id,
         c.name, c.org, c.version, c.status, c.selected_purl AS purl, c.selected_cpe AS cpe,
         c.selected_repo AS repo_url, c.svc_id, m.possible, m.key
       FROM (SELECT m.* FROM matching m ORDER BY ${pageOrder} OFFSET $offset LIMIT $limit) m
       JOIN components c ON c.id = m.id JOIN sboms s ON s.id = m.sbom_id
       ORDER BY ${pageOrder})
     SELECT count(*)::int AS total, count(DISTINCT sbom_id)::int AS sboms,
       count(*) FILTER (WHERE possible)::int AS possible,
       coalesce((SELECT jsonb_agg(to_jsonb(page)) FROM page), '[]') AS rows
     FROM matching`,
    {
      ...lookupParameters(orgIds, lookup),
      spellings: JSON.stringify(spellings),
      organizations: visibleScope.organizations,
      teams: visibleScope.teams,
      offset: paging.offset,
      limit: paging.limit,
    },
  );
  return page!;
}

const pageOrder = 'm.possible, m.created_at DESC, m.sbom_id, m.position, m.id';

const isLive = 'c.org_id = ANY ($orgIds::uuid[]) AND c.deleted_at IS NULL';

/** Range by range: OFFSET keeps the planner, which does not know how narrow they are, from reading all of the organization. */
const inRanges = (column: string, ranges: string): string =>
  `SELECT c.id, false FROM jsonb_to_recordset(${ranges}::jsonb) AS r (first text, "end" text)
     CROSS JOIN LATERAL (SELECT c.id FROM components c WHERE c.${column} COLLATE "C" >= r.first
       AND c.${column} COLLATE "C" < r."end" AND c.${column} IS NOT NULL AND ${isLive} OFFSET 0) c`;

/** Names as the indexes have them: it is the database that lowers letters. */
const keysOf = (names: string): string =>
  `SELECT DISTINCT lower(left(n.name, 200)) COLLATE "C" AS key FROM unnest(${names}::text[]) AS n (name)`;

/** Entries by name. The function is given what row-level security keeps from indexes. */
const byName: Readonly<Record<NameMatch, string>> = {
  whole: `SELECT c.id, true FROM components c WHERE c.name_key = ANY (ARRAY(${keysOf('$names')})) AND ${isLive}`,
  prefix: `SELECT c.id, true FROM (${keysOf('$names')}) w CROSS JOIN LATERAL (SELECT c.id FROM components c
     WHERE c.name_key >= w.key AND c.name_key < w.key || U&'\\+10FFFF' AND ${isLive} OFFSET 0) c`,
  part: `SELECT parts.id, true FROM (${keysOf('$names')}) w
     CROSS JOIN LATERAL components_by_name_part($orgIds::uuid[], w.key) AS parts (id)`,
};

/** `possible`: entries with candidates of these names; `found`: all entries in the places of the lookup. */
const foundEntries = (match: NameMatch): string => `
  WITH possible AS (SELECT * FROM components_by_candidate($orgIds::uuid[], ARRAY(
    SELECT lower(n.name) FROM unnest($candidateNames::text[]) AS n (name)))),
  found (id, named) AS (
    SELECT id, bool_or(named) FROM (
      ${inRanges('selected_purl', '$purls')}
      UNION ALL ${inRanges('selected_cpe', '$cpes')}
      UNION ALL SELECT c.id, false FROM components c WHERE c.selected_repo = ANY ($repositories::text[]) AND ${isLive}
      UNION ALL ${byName[match]}
      UNION ALL SELECT id, false FROM possible) AS places (id, named) GROUP BY id)`;

const foundRows = `found f CROSS JOIN LATERAL (SELECT * FROM components c WHERE c.id = f.id AND ${isLive} OFFSET 0) c
  LEFT JOIN possible p ON p.id = f.id`;

const spellingKey = `jsonb_build_array(c.selected_purl, c.selected_cpe, c.selected_repo, c.version, f.named, p.identifiers)::text`;

const lookupParameters = (orgIds: readonly string[], lookup: EntryLookup): SqlParameters => ({
  orgIds,
  purls: JSON.stringify(lookup.purls),
  cpes: JSON.stringify(lookup.cpes),
  repositories: lookup.repositories,
  names: lookup.names,
  candidateNames: lookup.candidateNames,
});
