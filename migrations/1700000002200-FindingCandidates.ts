import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantRole } from '../src/platform/database/transactions.js';

/** Candidates of the kinds of which none is selected. */
const openCandidates = 'strict $.* ? (!exists(@[*] ? (@.selected == true)))[*]';

const openNames = `lower(jsonb_path_query_array(search_results, '${openCandidates}.name', '{}', true)::text)::jsonb`;

/** The caller's own organizations among those asked for: the functions below see the rows of all. */
const isVisible = `org_id = ANY (orgs)
  AND org_id = ANY ((SELECT current_setting('stocktake.organizations', true)::uuid[])::uuid[]) AND deleted_at IS NULL`;

/**
 * Entries by the names of unselected candidates, and by part of their own. Row-level security keeps PostgreSQL from
 * using GIN indexes, whose operators are not leakproof, so functions of the owner do it and check the organizations.
 */
export class FindingCandidates1700000002200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX components_by_candidate ON components USING gin ((${openNames}))
       WHERE status <> 'no-resolution' AND deleted_at IS NULL`,
    );
    await runner.query(
      `CREATE INDEX components_by_name_part ON components USING gin (name_key gin_trgm_ops) WHERE deleted_at IS NULL`,
    );
    await runner.query(
      `CREATE FUNCTION components_by_candidate(orgs uuid[], names text[]) RETURNS TABLE (id uuid, identifiers text[])
       LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
         SELECT c.id, ARRAY(
           SELECT coalesce(candidate ->> 'purl', candidate ->> 'cpe', candidate ->> 'repo_url')
           FROM jsonb_path_query(c.search_results, '${openCandidates}', '{}', true) AS candidate
           WHERE lower(candidate ->> 'name') = ANY (names))
         FROM components c
         WHERE ${openNames} ?| names AND c.status <> 'no-resolution' AND ${isVisible}
       $$`,
    );
    await runner.query(
      `CREATE FUNCTION components_by_name_part(orgs uuid[], part text) RETURNS SETOF uuid
       LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
         SELECT c.id FROM components c
         WHERE c.name_key LIKE '%' || regexp_replace(part, '([\\\\%_])', '\\\\\\1', 'g') || '%' AND ${isVisible}
       $$`,
    );
    for (const of of functions) {
      await runner.query(`REVOKE ALL ON FUNCTION ${of} FROM PUBLIC`);
      await runner.query(`GRANT EXECUTE ON FUNCTION ${of} TO ${tenantRole}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const of of functions) await runner.query(`DROP FUNCTION ${of}`);
    await runner.query('DROP INDEX components_by_name_part');
    await runner.query('DROP INDEX components_by_candidate');
  }
}

const functions = ['components_by_candidate(uuid[], text[])', 'components_by_name_part(uuid[], text)'];
