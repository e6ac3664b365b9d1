import type { MigrationInterface, QueryRunner } from 'typeorm';

const primaryKey = (included: string): string => `
  ALTER TABLE component_scores DROP CONSTRAINT component_scores_pkey,
    ADD CONSTRAINT component_scores_pkey PRIMARY KEY (component_id) ${included}`;

/** The review queue reads the risk of waiting entries, which lie far apart in the table, out of the index. */
export class RisksFromIndex1700000005360 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(primaryKey('INCLUDE (org_id, entity_id, risk)'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(primaryKey(''));
  }
}
