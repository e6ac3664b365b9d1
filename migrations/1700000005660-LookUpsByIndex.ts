import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Two look-ups that read a whole table: what a decision had replaced, and the changes that a member of teams sees. */
export class LookUpsByIndex1700000005660 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX review_decisions_replaced ON review_decisions (replaced_by) WHERE replaced_by IS NOT NULL',
    );
    await runner.query('CREATE INDEX monitoring_changes_by_team ON monitoring_changes (team_id, created_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX monitoring_changes_by_team, review_decisions_replaced');
  }
}
