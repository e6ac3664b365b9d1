import type { MigrationInterface, QueryRunner } from 'typeorm';

const indexes = (ofScores: string, ofComponents: string): string => `
  ALTER TABLE component_scores DROP CONSTRAINT component_scores_pkey,
    ADD CONSTRAINT component_scores_pkey PRIMARY KEY (component_id) INCLUDE (${ofScores});
  DROP INDEX components_in_order;
  CREATE INDEX components_in_order ON components (sbom_id, position, id) ${ofComponents} WHERE deleted_at IS NULL`;

/**
 * The review queue read for each entry a page of the table to know whether its risk is known, the vulnerabilities of an
 * organization did so to count entries: all that they need is in indexes.
 */
export class CountsFromIndexes1700000005690 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(indexes('org_id, entity_id, risk, risk_coverage', 'INCLUDE (org_id, package_undecided)'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(indexes('org_id, entity_id, risk', ''));
  }
}
