import { orderBy, type ListPage, type Orders } from '../../platform/database/order-by.js';
import type { Sql } from '../../platform/database/sql.js';
import type { SourceGap } from '../../trees/gap.js';
import type { GapView } from './gaps.view.js';

const columns = 'path, kind, ecosystem, reason, message, accepted_at, accepted_by, note';

export const gapOrders: Orders = { path: 'path', kind: 'kind', reason: 'reason', accepted_at: 'accepted_at' };

/** Those that nobody has accepted first where `sort` says nothing. */
export async function gapPage(
  sql: Sql,
  { sbomId, accepted }: { readonly sbomId: string; readonly accepted: boolean | null },
  { offset, limit, sort }: ListPage,
): Promise<{ rows: GapView[]; total: number }> {
  const from = `FROM sbom_gaps WHERE sbom_id = $sbomId
    AND ($accepted::boolean IS NULL OR (accepted_at IS NOT NULL) = $accepted)`;
  const order = orderBy(gapOrders, sort, 'accepted_at IS NOT NULL, path', 'path');
  const rows = await sql.query<GapView>(`SELECT ${columns} ${from} ORDER BY ${order} OFFSET $offset LIMIT $limit`, {
    sbomId,
    accepted,
    offset,
    limit,
  });
  const count = await sql.one<{ total: number }>(`SELECT count(*)::int AS total ${from}`, { sbomId, accepted });
  return { rows, total: count?.total ?? 0 };
}

/** SQL: how many files of the source of an SBOM were not read, and not accepted by anybody. */
export const openGaps = (sbom: string): string =>
  `(SELECT count(*)::int FROM sbom_gaps g WHERE g.sbom_id = ${sbom}.id AND g.accepted_at IS NULL)`;

/**
 * The gaps of the SBOM become these; what a person accepted stays so while kind and reason are the same.
 *
 * @param gaps one of a path
 * @returns whether one came or went
 */
export async function replaceGaps(
  sql: Sql,
  { id: sbomId, org_id: orgId }: { id: string; org_id: string },
  gaps: readonly SourceGap[],
): Promise<boolean> {
  const parameters = { sbomId, gaps: JSON.stringify(gaps) };
  const incoming = `jsonb_to_recordset($gaps::jsonb) AS n (path text, kind text, ecosystem text, reason text, message text)`;
  const gone = await sql.run(
    `DELETE FROM sbom_gaps g WHERE g.sbom_id = $sbomId AND NOT EXISTS (
       SELECT FROM ${incoming} WHERE n.path = g.path AND n.kind = g.kind AND n.reason = g.reason)`,
    parameters,
  );
  await sql.run(
    `UPDATE sbom_gaps g SET message = n.message FROM ${incoming}
     WHERE g.sbom_id = $sbomId AND n.path = g.path AND n.message <> g.message`,
    parameters,
  );
  const come = await sql.run(
    `INSERT INTO sbom_gaps (sbom_id, org_id, path, kind, ecosystem, reason, message)
     SELECT $sbomId::uuid, $orgId::uuid, path, kind, ecosystem, reason, message FROM ${incoming}
     ON CONFLICT (sbom_id, path) DO NOTHING`,
    { ...parameters, orgId },
  );
  return gone + come > 0;
}

/** @param paths null: all open ones. @returns the paths of those that were open */
export async function acceptGaps(
  sql: Sql,
  { sbomId, paths }: { sbomId: string; paths: readonly string[] | null },
  by: { userId: string; note: string },
): Promise<string[]> {
  const rows = await sql.query<{ path: string }>(
    `UPDATE sbom_gaps SET accepted_at = now(), accepted_by = $userId, note = $note
     WHERE sbom_id = $sbomId AND accepted_at IS NULL AND ($paths::text[] IS NULL OR path = ANY ($paths)) RETURNING path`,
    { sbomId, paths, userId: by.userId, note: by.note },
  );
  return rows.map(({ path }) => path).sort();
}

/** Paths of the SBOM's gaps among these. */
export async function findGapPaths(sql: Sql, sbomId: string, paths: readonly string[]): Promise<Set<string>> {
  const rows = await sql.query<{ path: string }>(
    'SELECT path FROM sbom_gaps WHERE sbom_id = $sbomId AND path = ANY ($paths::text[])',
    { sbomId, paths },
  );
  return new Set(rows.map(({ path }) => path));
}
