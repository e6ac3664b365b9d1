import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Says which folder of uploaded files belongs to the database. Unlogged: a backup is restored with another folder. */
export class StoreMarker1700000002930 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE UNLOGGED TABLE store_marker (
         only_one boolean CONSTRAINT store_marker_pkey PRIMARY KEY DEFAULT true CONSTRAINT store_marker_alone CHECK (only_one),
         marker uuid NOT NULL)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE store_marker');
  }
}
