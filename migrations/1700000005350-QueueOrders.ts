import type { MigrationInterface, QueryRunner } from 'typeorm';

const toReview = (included: string): string => `
  DROP INDEX components_to_review;
  CREATE INDEX components_to_review ON components (org_id, review_key) INCLUDE (${included})
    WHERE review_reason IS NOT NULL`;

const former = 'sbom_id, review_reason, review_hint, review_org, pending, id';

/** The queue can be ordered by age and certainty without reading the entries themselves. */
export class QueueOrders1700000005350 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(toReview(`${former}, created_at, confidence`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(toReview(former));
  }
}
