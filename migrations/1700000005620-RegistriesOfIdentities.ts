import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What an entry was before an import is kept with its registry from now on. Of former rows nobody knows it; where the
 * entry is still the same package, it is taken for unchanged, as before.
 */
export class RegistriesOfIdentities1700000005620 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE former_entries f SET identity = f.identity || '?' || substring(c.selected_purl from '[?&](repository_url=[^&#]*)')
       FROM components c WHERE c.id = f.component_id AND c.selected_purl ~ '[?&]repository_url='
         AND f.identity = split_part(split_part(c.selected_purl, '?', 1), '@', 1)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE former_entries SET identity = split_part(identity, '?', 1)
      WHERE identity LIKE 'pkg:%?repository_url=%'`);
  }
}
