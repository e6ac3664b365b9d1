import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

/** The figures of SBOMs over time: a row for each time that they came out different. */
export class SbomHistory1700000000820 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sbom_score_history (
        sbom_id uuid NOT NULL,
        scored_at timestamptz NOT NULL DEFAULT now(),
        org_id uuid NOT NULL,
        risk double precision NOT NULL,
        risk_ecosystem double precision NOT NULL,
        risk_technology double precision NOT NULL,
        risk_supply_chain double precision NOT NULL,
        passing int NOT NULL,
        failing int NOT NULL,
        PRIMARY KEY (sbom_id, scored_at)
      )`);
    await protectTable(runner, 'sbom_score_history');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sbom_score_history');
  }
}
