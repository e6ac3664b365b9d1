import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the content of an SBOM came, and in its history also what was examined. Earlier points do not know that. */
export class DeliveryTimes1700000003528 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sboms ADD COLUMN delivered_at timestamptz;
      UPDATE sboms b SET delivered_at = coalesce(
        (SELECT i.visible_at FROM sbom_imports i WHERE i.sbom_id = b.id AND i.number = b.import_number),
        (SELECT max(a.finished_at) FROM analyses a WHERE a.sbom_id = b.id));
      ALTER TABLE sbom_score_history ADD COLUMN examined int, ADD COLUMN partly int,
        ADD COLUMN delivered_at timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sbom_score_history DROP COLUMN examined, DROP COLUMN partly, DROP COLUMN delivered_at;
      ALTER TABLE sboms DROP COLUMN delivered_at`);
  }
}
