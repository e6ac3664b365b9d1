import type { Sql } from '../../platform/database/sql.js';
import { openGaps } from '../gaps/gaps.repository.js';
import { verdictOf } from '../verdict-columns.js';
import type { BadgeFacts } from './badge-svg.js';

/** The key that signs the links of a badge; neither: there are no links. */
export interface BadgeKeyRow {
  readonly id: string;
  readonly org_id: string;
  readonly badge_sealed: Buffer | null;
  /** The same of former releases, until the next start. */
  readonly badge_key: Buffer | null;
}

/** Sets the key where there is none. @returns the key that the SBOM has */
export async function ensureBadgeKey(sql: Sql, id: string, sealed: Buffer): Promise<BadgeKeyRow> {
  const row = await sql.one<BadgeKeyRow>(
    `UPDATE sboms SET badge_sealed = CASE WHEN badge_key IS NULL THEN coalesce(badge_sealed, $sealed) END
     WHERE id = $id AND deleted_at IS NULL RETURNING id, org_id, badge_sealed, badge_key`,
    { id, sealed },
  );
  if (!row) throw new Error('The SBOM is gone');
  return row;
}

export async function removeBadgeKey(sql: Sql, id: string): Promise<void> {
  await sql.run('UPDATE sboms SET badge_key = NULL, badge_sealed = NULL WHERE id = $id', { id });
}

/** Some of those whose key a former release has stored as it is. */
export const sbomsWithPlainKey = (sql: Sql): Promise<{ id: string; org_id: string; key: Buffer }[]> =>
  sql.query('SELECT id, org_id, badge_key AS key FROM sboms WHERE badge_key IS NOT NULL LIMIT 1000 FOR UPDATE');

export const storeSealedBadgeKey = (sql: Sql, id: string, sealed: Buffer): Promise<number> =>
  sql.run('UPDATE sboms SET badge_sealed = $sealed, badge_key = NULL WHERE id = $id', { id, sealed });

export function findBadge(sql: Sql, id: string): Promise<(BadgeFacts & BadgeKeyRow) | null> {
  return sql.one(
    `SELECT id, org_id, name, version, badge_sealed, badge_key, examined_count, partly_count, ${verdictOf('sboms')} AS verdict,
            ${openGaps('sboms')} AS open_gaps, resolved_count + partial_count + unresolved_count AS entry_count
     FROM sboms WHERE id = $id AND deleted_at IS NULL`,
    { id },
  );
}
