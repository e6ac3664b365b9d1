import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys of share links are sealed; the service seals those that are there at its start. */
export class SealedShareKeys1700000005291 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE shares ADD sealed bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE shares DROP sealed');
  }
}
