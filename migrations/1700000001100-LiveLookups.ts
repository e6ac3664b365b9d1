import type { MigrationInterface, QueryRunner } from 'typeorm';
import { shareTable } from '../src/platform/database/row-security.js';

/** What live sources were asked, and what they said. */
export class LiveLookups1700000001100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE catalog_lookups (
        source text NOT NULL,
        key text NOT NULL,
        found boolean NOT NULL,
        facts jsonb,
        observed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (source, key)
      )`);
    await shareTable(runner, 'catalog_lookups');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE catalog_lookups');
  }
}
