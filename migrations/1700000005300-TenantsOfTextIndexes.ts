import type { MigrationInterface, QueryRunner } from 'typeorm';

/** As in 1700000002200-FindingCandidates. */
const openNames = `lower(jsonb_path_query_array(search_results,
  'strict $.* ? (!exists(@[*] ? (@.selected == true)))[*].name', '{}', true)::text)::jsonb`;

const definitions = (first: string): string[] => [
  `CREATE INDEX components_by_candidate ON components USING gin (${first}(${openNames}))
   WHERE status <> 'no-resolution' AND deleted_at IS NULL`,
  `CREATE INDEX components_by_name_part ON components USING gin (${first}name_key gin_trgm_ops) WHERE deleted_at IS NULL`,
];

/** The text indexes begin with the organization: what others have costs a search nothing. */
export class TenantsOfTextIndexes1700000005300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE EXTENSION IF NOT EXISTS btree_gin');
    await runner.query('DROP INDEX components_by_candidate, components_by_name_part');
    for (const definition of definitions('org_id, ')) await runner.query(definition);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX components_by_candidate, components_by_name_part');
    for (const definition of definitions('')) await runner.query(definition);
  }
}
