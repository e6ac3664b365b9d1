import type { Sql } from '../../platform/database/sql.js';
import { verdictOf } from '../verdict-columns.js';
import type { BadgeFacts } from './badge-svg.js';

/** Sets the key where there is none. @returns the key that the SBOM has */
export async function ensureBadgeKey(sql: Sql, id: string, key: Buffer): Promise<Buffer> {
  const row = await sql.one<{ badge_key: Buffer }>(
    'UPDATE sboms SET badge_key = coalesce(badge_key, $key) WHERE id = $id AND deleted_at IS NULL RETURNING badge_key',
    { id, key },
  );
  if (!row) throw new Error('The SBOM is gone');
  return row.badge_key;
}

export async function removeBadgeKey(sql: Sql, id: string): Promise<void> {
  await sql.run('UPDATE sboms SET badge_key = NULL WHERE id = $id', { id });
}

/** The key is null where there are no links. */
export function findBadge(sql: Sql, id: string): Promise<(BadgeFacts & { readonly badge_key: Buffer | null }) | null> {
  return sql.one(
    `SELECT name, version, badge_key, examined_count, partly_count, ${verdictOf('sboms')} AS verdict,
            resolved_count + partial_count + unresolved_count AS entry_count
     FROM sboms WHERE id = $id AND deleted_at IS NULL`,
    { id },
  );
}
