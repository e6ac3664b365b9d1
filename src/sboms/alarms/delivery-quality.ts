import type { AlarmItem } from '../../alarms/alarm-types.js';
import type { Sql } from '../../platform/database/sql.js';
import { checkFile } from '../quality/check-file.js';

interface QualityChange {
  readonly title: string;
  readonly score: number | null;
  readonly previous: number;
}

/**
 * Records how good the file of the newest import is, once, and compares it with the import before.
 *
 * @returns the standards that it meets worse than before; one that cannot be checked any more is among them
 */
export async function recordDeliveryQuality(
  sql: Sql,
  sbom: { readonly id: string; readonly org_id: string },
): Promise<AlarmItem[]> {
  const open = await sql.one<{ import_number: number }>(
    `SELECT import_number FROM sboms b WHERE id = $sbomId AND import_number > 0
       AND NOT EXISTS (SELECT FROM delivery_qualities q WHERE q.sbom_id = b.id AND q.import_number = b.import_number)`,
    { sbomId: sbom.id },
  );
  if (!open) return [];
  const { standards } = await checkFile(sql, sbom.id, null);
  const rows = standards.map(({ id, title, score, met }) => ({ standard: id, title, score, met }));
  const changes = await sql.query<QualityChange>(
    `WITH written AS (
       INSERT INTO delivery_qualities (sbom_id, import_number, standard, org_id, title, score, met)
       SELECT $sbomId, $importNumber, standard, $orgId, title, score, met
       FROM jsonb_to_recordset($rows::jsonb) AS r (standard text, title text, score float8, met boolean)
       RETURNING standard, title, score)
     SELECT w.title, w.score, p.score AS previous FROM written w JOIN LATERAL (
       SELECT q.score FROM delivery_qualities q
       WHERE q.sbom_id = $sbomId AND q.standard = w.standard AND q.import_number < $importNumber
       ORDER BY q.import_number DESC LIMIT 1) p ON w.score < p.score OR (w.score IS NULL AND p.score IS NOT NULL)
     ORDER BY w.standard`,
    { sbomId: sbom.id, orgId: sbom.org_id, importNumber: open.import_number, rows: JSON.stringify(rows) },
  );
  return changes.map(itemOf);
}

const itemOf = ({ title, score, previous }: QualityChange): AlarmItem => ({
  subject: title,
  package: '',
  component_id: null,
  component: '',
  version: '',
  components: 1,
  severity: 'unknown',
  status: 'affected',
  epss: null,
  exploited: false,
  fixed_in: null,
  text: score === null ? `${previous} of 100 before; cannot be checked now` : `${previous} of 100 before, ${score} now`,
});
