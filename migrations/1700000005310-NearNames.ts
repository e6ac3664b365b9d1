import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantRole } from '../src/platform/database/transactions.js';

/** Without case, and the signs that names differ in by habit. */
const folded = `translate(lower(left(c.name, 200)), ' ._-/', '')`;
const indexed = (expression: string): string => `(${expression.replace('c.name', 'name')}) COLLATE "C"`;

const from = (expression: string, starts: string): string => `
  SELECT c.id FROM unnest(${starts}) AS s (start) JOIN components c
    ON ${expression} COLLATE "C" >= s.start AND ${expression} COLLATE "C" < s.start || U&'\\+10FFFF'
  WHERE c.review_reason IS NOT NULL AND c.org_id = tenant
    AND c.org_id = ANY ((SELECT current_setting('stocktake.organizations', true)::uuid[])::uuid[])`;

const signature = 'open_entries_by_name(uuid, text[], text[])';

/**
 * Waiting entries by the beginning or the end of their names: those with nearly the same name are found without reading
 * every waiting entry. A function of the owner, for the reason that 1700000002200-FindingCandidates gives.
 */
export class NearNames1700000005310 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX components_to_review_by_start ON components (org_id, ${indexed(folded)}) WHERE review_reason IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX components_to_review_by_end ON components (org_id, ${indexed(`reverse(${folded})`)})
       WHERE review_reason IS NOT NULL`,
    );
    await runner.query(
      `CREATE FUNCTION open_entries_by_name(tenant uuid, starts text[], ends text[]) RETURNS SETOF uuid
       LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
         ${from(folded, 'starts')} UNION ${from(`reverse(${folded})`, 'ends')}
       $$`,
    );
    await runner.query(`REVOKE ALL ON FUNCTION ${signature} FROM PUBLIC`);
    await runner.query(`GRANT EXECUTE ON FUNCTION ${signature} TO ${tenantRole}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION ${signature}`);
    await runner.query('DROP INDEX components_to_review_by_end, components_to_review_by_start');
  }
}
