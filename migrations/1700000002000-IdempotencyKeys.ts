import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Answers to requests with an Idempotency-Key, so that a repeated one is not carried out twice. */
export class IdempotencyKeys1700000002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_keys (
        user_id uuid NOT NULL,
        key text NOT NULL,
        fingerprint bytea NOT NULL,
        status int,
        body jsonb,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, key)
      );
      CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_keys');
  }
}
