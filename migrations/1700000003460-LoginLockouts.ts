import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often in a row logins were turned away, so that each time lasts longer than the one before. */
export class LoginLockouts1700000003460 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE login_failures ADD COLUMN lockouts integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE login_failures DROP COLUMN lockouts');
  }
}
