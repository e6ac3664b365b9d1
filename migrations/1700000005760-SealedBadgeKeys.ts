import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys of links to badges are sealed; the service seals those that are there at its start. */
export class SealedBadgeKeys1700000005760 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sboms ADD badge_sealed bytea');
    await runner.query(
      `CREATE TRIGGER known_master_key_badge_sealed BEFORE INSERT OR UPDATE OF badge_sealed ON sboms
       FOR EACH ROW EXECUTE FUNCTION require_known_master_key('badge_sealed')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER known_master_key_badge_sealed ON sboms');
    await runner.query('ALTER TABLE sboms DROP badge_sealed');
  }
}
