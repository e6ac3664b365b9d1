import { containing, orderBy, type ListPage, type Orders } from '../../platform/database/order-by.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import type { InternalPattern, PatternKind } from '../matching/select/internal-patterns.js';

/** A pattern as in the API. */
export interface PatternRow {
  readonly id: string;
  readonly org_id: string;
  readonly kind: PatternKind;
  readonly pattern: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const columns = 'id, org_id, kind, pattern, created_at, updated_at';

/** Returns the existing pattern where there is one. */
export async function addPattern(sql: Sql, orgId: string, { kind, pattern }: InternalPattern): Promise<PatternRow> {
  const row = await sql.one<PatternRow>(
    `INSERT INTO internal_patterns (id, org_id, kind, pattern) VALUES ($id, $orgId, $kind, $pattern)
     ON CONFLICT (org_id, kind, pattern) WHERE deleted_at IS NULL DO UPDATE SET updated_at = now()
     RETURNING ${columns}`,
    { id: newId(), orgId, kind, pattern },
  );
  return row!;
}

export const patternOrders: Orders = {
  pattern: 'pattern',
  kind: 'kind',
  created_at: 'created_at',
  updated_at: 'updated_at',
};

export interface PatternFilter {
  readonly orgIds: readonly string[];
  readonly kind: string | null;
  readonly q: string | null;
}

/** The oldest first where `sort` says nothing. */
export async function patternPage(
  sql: Sql,
  { orgIds, kind, q }: PatternFilter,
  { offset, limit, sort }: ListPage,
): Promise<{ rows: PatternRow[]; total: number }> {
  const from = `FROM internal_patterns WHERE org_id = ANY ($orgIds::uuid[]) AND deleted_at IS NULL
    AND ($kind::text IS NULL OR kind = $kind) AND ($contained::text IS NULL OR pattern ILIKE $contained)`;
  const parameters = { orgIds, kind, contained: containing(q) };
  const rows = await sql.query<PatternRow>(
    `SELECT ${columns} ${from} ORDER BY ${orderBy(patternOrders, sort, 'id')} OFFSET $offset LIMIT $limit`,
    { ...parameters, offset, limit },
  );
  const counted = await sql.one<{ total: number }>(`SELECT count(*)::int AS total ${from}`, parameters);
  return { rows, total: counted?.total ?? 0 };
}

export function findPatterns(sql: Sql, orgIds: readonly string[]): Promise<PatternRow[]> {
  return sql.query<PatternRow>(
    `SELECT ${columns} FROM internal_patterns WHERE org_id = ANY ($orgIds::uuid[]) AND deleted_at IS NULL ORDER BY id`,
    { orgIds },
  );
}

/** Locks the row. */
export function findPatternForUpdate(sql: Sql, id: string): Promise<PatternRow | null> {
  return sql.one<PatternRow>(
    `SELECT ${columns} FROM internal_patterns WHERE id = $id AND deleted_at IS NULL FOR UPDATE`,
    { id },
  );
}

export async function deletePattern(sql: Sql, id: string): Promise<void> {
  await sql.run('UPDATE internal_patterns SET deleted_at = now(), updated_at = now() WHERE id = $id', { id });
}
