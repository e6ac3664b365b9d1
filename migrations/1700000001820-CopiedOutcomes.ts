import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantRole } from '../src/platform/database/transactions.js';

const table = (outcome: string): string => `CREATE UNLOGGED TABLE resolution_outcomes (
  number bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  key bytea NOT NULL,
  epoch bigint NOT NULL,
  ${outcome},
  used_on date NOT NULL,
  CONSTRAINT resolution_outcomes_pkey PRIMARY KEY (number)
)`;
const index = 'CREATE UNIQUE INDEX resolution_outcomes_by_key ON resolution_outcomes (key)';

/**
 * Cached outcomes in the columns of entries, so that the database copies them as they are stored. Tenants copy by key,
 * into entries of their own, and read nothing else.
 */
export class CopiedOutcomes1700000001820 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE resolution_outcomes');
    await runner.query(
      table(`status text NOT NULL, search_results jsonb NOT NULL, suggestions jsonb, purl text, cpe text, repo_url text,
        svc_id text NOT NULL, confidence double precision NOT NULL`),
    );
    await runner.query(index);
    await runner.query(`
      CREATE FUNCTION copy_resolution_outcomes(ids uuid[], generations integer[], keys text[]) RETURNS SETOF uuid
      LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
        UPDATE components c SET
          status = o.status, search_results = o.search_results, suggestions = o.suggestions, error_message = '',
          selected_purl = o.purl, selected_cpe = o.cpe, selected_repo = o.repo_url, svc_id = o.svc_id,
          confidence = o.confidence, internal = false, pending = false, updated_at = now()
        FROM unnest(ids, generations, keys) AS e (id, generation, key)
        JOIN resolution_outcomes o ON o.key = decode(e.key, 'hex')
        WHERE c.id = e.id AND c.generation = e.generation AND c.deleted_at IS NULL
          AND c.org_id = ANY (nullif(current_setting('stocktake.organizations', true), '')::uuid[])
        RETURNING c.id
      $$`);
    await runner.query('REVOKE ALL ON FUNCTION copy_resolution_outcomes FROM PUBLIC');
    await runner.query(`GRANT EXECUTE ON FUNCTION copy_resolution_outcomes TO ${tenantRole}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION copy_resolution_outcomes');
    await runner.query('DROP TABLE resolution_outcomes');
    await runner.query(table('outcome text NOT NULL'));
    await runner.query(index);
  }
}
