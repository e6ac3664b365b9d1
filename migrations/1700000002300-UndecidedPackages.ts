import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A product is selected, and a package that the catalogue knows fits as well, with a chance of at least one in twenty,
 * but is not selected: its advisories are not applied. Packages of distributions do not count, because nothing says
 * that the entry is a distribution's build.
 */
const packageUndecided = `(selected_purl IS NULL AND selected_cpe IS NOT NULL AND disposition IS NULL
  AND NOT 'package' = ANY (decided) AND jsonb_path_exists(search_results,
    '$.package[*] ? (@.known == true && @.confidence >= 0.05 && !(@.purl like_regex "^pkg:(deb|rpm|apk|alpm)/"))'))`;

/** Why an entry waits for a person; null: it does not. */
const reason = (ofUndecided: string): string => `CASE
  WHEN deleted_at IS NOT NULL OR disposition IS NOT NULL THEN NULL
  WHEN status = 'errored' THEN 'failed'
  WHEN status = 'no-resolution' THEN 'nothing_found'
  WHEN status = 'resolved' THEN CASE
    WHEN cardinality(decided) = 0 AND (version = '' OR (selected_purl IS NULL AND selected_cpe IS NULL))
      THEN 'cannot_be_examined' ${ofUndecided} END
  WHEN suggestions @> '[{"key": "name"}]' THEN 'typo'
  WHEN search_results #>> '{package,0,purl}' ~ '^pkg:(deb|rpm|apk|alpm)/' THEN 'distribution'
  WHEN jsonb_path_exists(search_results, '$.*[*] ? (@.known == false)')
    AND NOT jsonb_path_exists(search_results, '$.*[*] ? (@.known == true)') THEN 'only_a_guess'
  ELSE 'candidates_differ' END`;

const addReason = (ofUndecided: string): string => `
  ALTER TABLE components DROP COLUMN review_reason,
    ADD COLUMN review_reason text GENERATED ALWAYS AS (${reason(ofUndecided)}) STORED;
  CREATE INDEX components_to_review ON components (org_id, review_key) WHERE review_reason IS NOT NULL`;

/** Entries whose product is selected while their package is open are examined only in part, and wait for a person. */
export class UndecidedPackages1700000002300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE components ADD COLUMN package_undecided boolean GENERATED ALWAYS AS (${packageUndecided}) STORED`,
    );
    await runner.query(addReason(`WHEN ${packageUndecided} THEN 'package_undecided'`));
    await runner.query('ALTER TABLE component_scores ADD COLUMN is_package_undecided boolean NOT NULL DEFAULT false');
    // Outdated, so that they are scored again.
    await runner.query(
      `UPDATE component_scores s SET stamp = '' FROM components c WHERE c.id = s.component_id AND c.package_undecided`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE component_scores DROP COLUMN is_package_undecided');
    await runner.query(addReason(''));
    await runner.query('ALTER TABLE components DROP COLUMN package_undecided');
  }
}
