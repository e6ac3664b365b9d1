import type { ColumnMapping } from '../../formats/format.js';
import type { Sql } from '../../platform/database/sql.js';

/** The mappings of an organization by the key of their header, the latest ones. */
export async function findColumnMappings(sql: Sql, orgId: string): Promise<Record<string, ColumnMapping>> {
  const rows = await sql.query<{ header: string; mapping: ColumnMapping }>(
    'SELECT header, mapping FROM column_mappings WHERE org_id = $orgId ORDER BY updated_at DESC LIMIT 1000',
    { orgId },
  );
  return Object.fromEntries(rows.map(({ header, mapping }) => [header, mapping]));
}

export async function saveColumnMapping(
  sql: Sql,
  row: { orgId: string; headers: readonly string[]; mapping: ColumnMapping },
): Promise<void> {
  await sql.run(
    `INSERT INTO column_mappings (org_id, header, mapping)
     SELECT $orgId, header, $mapping FROM unnest($headers::text[]) AS header
     ON CONFLICT (org_id, header) DO UPDATE SET mapping = excluded.mapping, updated_at = now()`,
    { orgId: row.orgId, headers: [...new Set(row.headers)], mapping: JSON.stringify(row.mapping) },
  );
}
