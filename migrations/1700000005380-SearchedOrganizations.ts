import type { MigrationInterface, QueryRunner } from 'typeorm';

/** As in 1700000002200-FindingCandidates. */
const openCandidates = 'strict $.* ? (!exists(@[*] ? (@.selected == true)))[*]';
const openNames = `lower(jsonb_path_query_array(search_results, '${openCandidates}.name', '{}', true)::text)::jsonb`;

const own = `current_setting('stocktake.organizations', true)::uuid[]`;
const formerly = `org_id = ANY (orgs) AND org_id = ANY ((SELECT ${own})::uuid[]) AND deleted_at IS NULL`;
const searched = `org_id = ANY (ARRAY(SELECT unnest(orgs) INTERSECT SELECT unnest(${own}))) AND deleted_at IS NULL`;

/**
 * One condition on the organization instead of two: PostgreSQL multiplied them, took an organization for a twentieth of
 * what it is, and read all of its entries instead of the text index.
 */
export class SearchedOrganizations1700000005380 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const definition of definitions(searched)) await runner.query(definition);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const definition of definitions(formerly)) await runner.query(definition);
  }
}

const definitions = (isVisible: string): string[] => [
  `CREATE OR REPLACE FUNCTION components_by_candidate(orgs uuid[], names text[])
     RETURNS TABLE (id uuid, identifiers text[])
     LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
       SELECT c.id, ARRAY(
         SELECT coalesce(candidate ->> 'purl', candidate ->> 'cpe', candidate ->> 'repo_url')
         FROM jsonb_path_query(c.search_results, '${openCandidates}', '{}', true) AS candidate
         WHERE lower(candidate ->> 'name') = ANY (names))
       FROM components c
       WHERE ${openNames} ?| names AND c.status <> 'no-resolution' AND ${isVisible}
     $$`,
  `CREATE OR REPLACE FUNCTION components_by_name_part(orgs uuid[], part text) RETURNS SETOF uuid
     LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
       SELECT c.id FROM components c
       WHERE c.name_key LIKE '%' || regexp_replace(part, '([\\\\%_])', '\\\\\\1', 'g') || '%' AND ${isVisible}
     $$`,
];
