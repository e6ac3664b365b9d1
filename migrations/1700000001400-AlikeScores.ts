import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a component was judged by beside its entity stands with its score, so that after a change of the catalogue those
 * that are judged alike are found, and written, without reading the components. Nobody asks for components in the order
 * of their risk through an index: without it, and with room in the pages, a score is written in place.
 */
export class AlikeScores1700000001400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      // Until they are judged again nobody knows of those that are there what was said of them.
      `ALTER TABLE component_scores ADD COLUMN license text, ADD COLUMN is_resolved boolean NOT NULL DEFAULT false,
         ADD COLUMN is_contested boolean NOT NULL DEFAULT true`,
    );
    await runner.query('DROP INDEX component_scores_by_risk');
    await runner.query('CREATE INDEX component_scores_by_sbom ON component_scores (sbom_id)');
    for (const table of tables) await runner.query(`ALTER TABLE ${table} SET (fillfactor = 80)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(`ALTER TABLE ${table} RESET (fillfactor)`);
    await runner.query('DROP INDEX component_scores_by_sbom');
    await runner.query('CREATE INDEX component_scores_by_risk ON component_scores (sbom_id, risk)');
    await runner.query(
      'ALTER TABLE component_scores DROP COLUMN license, DROP COLUMN is_resolved, DROP COLUMN is_contested',
    );
  }
}

const tables = ['component_scores', 'entity_scores'];
