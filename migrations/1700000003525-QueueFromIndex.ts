import type { MigrationInterface, QueryRunner } from 'typeorm';

const toReview = (more: string): string =>
  `CREATE INDEX components_to_review ON components (org_id, review_key) ${more} WHERE review_reason IS NOT NULL`;

/**
 * All that the review queue reads of every waiting entry is in one index. Names and organizations can be longer than an
 * entry of an index: of the organization it has what the group goes by.
 */
export class QueueFromIndex1700000003525 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE components
         ADD COLUMN review_org text GENERATED ALWAYS AS (lower(btrim(left(org, 200)))) STORED`,
    );
    await runner.query('DROP INDEX components_to_review');
    await runner.query(toReview('INCLUDE (sbom_id, review_reason, review_hint, review_org, pending, id)'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX components_to_review');
    await runner.query(toReview(''));
    await runner.query('ALTER TABLE components DROP COLUMN review_org');
  }
}
