import type { MigrationInterface, QueryRunner } from 'typeorm';

/** They came after 1700000001900-MasterKeyStates, which guards the older ones. */
const tables = ['alarm_channels', 'document_keys', 'shares'];

/** No secret of these is stored under a master key that was retired while its process slept or waited. */
export class GuardedSecrets1700000005440 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables)
      await runner.query(
        `CREATE TRIGGER known_master_key_sealed BEFORE INSERT OR UPDATE OF sealed ON ${table}
         FOR EACH ROW EXECUTE FUNCTION require_known_master_key('sealed')`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(`DROP TRIGGER known_master_key_sealed ON ${table}`);
  }
}
