import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was published of a package of another registry was recorded as of the public package of the same name. */
export class RegistriesOfAlarms1700000005602 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE open_alarms o SET package = named.package FROM (
         SELECT a.sbom_id, a.kind, a.package AS former, a.subject,
           CASE WHEN length(p.name) <= 300 THEN p.name ELSE left(p.name, 260) || md5(p.name) END AS package
         FROM open_alarms a JOIN components c ON c.id = a.component_id
         CROSS JOIN LATERAL (SELECT split_part(c.selected_purl, '@', 1) || '?'
           || substring(c.selected_purl FROM '@.*[?&](repository_url=[^&#]*)') AS name) p
         WHERE p.name IS NOT NULL) named
       WHERE (o.sbom_id, o.kind, o.package, o.subject) = (named.sbom_id, named.kind, named.former, named.subject)
         AND NOT EXISTS (SELECT FROM open_alarms t
           WHERE (t.sbom_id, t.kind, t.package, t.subject) = (o.sbom_id, o.kind, named.package, o.subject))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    const plain = `split_part(o.package, '?', 1)`;
    await runner.query(
      `DELETE FROM open_alarms o WHERE o.package LIKE '%?repository_url=%' AND EXISTS (SELECT FROM open_alarms t
         WHERE (t.sbom_id, t.kind, t.package, t.subject) = (o.sbom_id, o.kind, ${plain}, o.subject))`,
    );
    await runner.query(
      `DELETE FROM open_alarms o USING open_alarms t WHERE o.package LIKE '%?repository_url=%'
         AND t.package LIKE ${plain} || '?repository_url=%' AND t.package < o.package
         AND (t.sbom_id, t.kind, t.subject) = (o.sbom_id, o.kind, o.subject)`,
    );
    await runner.query(`UPDATE open_alarms o SET package = ${plain} WHERE o.package LIKE '%?repository_url=%'`);
  }
}
