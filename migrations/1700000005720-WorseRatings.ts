import type { MigrationInterface, QueryRunner } from 'typeorm';

/** As the former release wrote it into the reason of a finding. */
const disagreement =
  '\\(rated \\w+ by its advisory, which counts, and by ([^()]*) worse: (\\S+) (\\w+)(?:, CVSS ([0-9.]+))?\\)$';

/** That a source rates a finding worse than its advisory is data, and no longer only a part of a sentence. */
export class WorseRatings1700000005720 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE entity_vulnerabilities ADD COLUMN worse_rating jsonb');
    await runner.query(
      `UPDATE entity_vulnerabilities v
       SET worse_rating = jsonb_build_object('source', m[1], 'cve', m[2], 'severity', m[3], 'score', m[4]::numeric)
       FROM (SELECT entity_id, id, regexp_match(reason, $1) AS m FROM entity_vulnerabilities
             WHERE reason LIKE '%(rated % by its advisory, which counts, and by %') found
       WHERE found.entity_id = v.entity_id AND found.id = v.id AND m IS NOT NULL`,
      [disagreement],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE entity_vulnerabilities DROP COLUMN worse_rating');
  }
}
