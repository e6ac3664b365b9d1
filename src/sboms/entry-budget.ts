import { CallerError } from '../model/errors.js';
import type { Sql } from '../platform/database/sql.js';

/**
 * Called after entries were added, in their transaction, towards its end: others that add entries wait for that, and
 * count with these.
 *
 * @param maxEntries 0: no limit
 * @throws CallerError 413 if the organization has more live entries
 */
export async function enforceEntryBudget(sql: Sql, orgId: string, maxEntries: number): Promise<void> {
  if (maxEntries === 0) return;
  await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($key, 0))', { key: `entries of ${orgId}` });
  const row = await sql.one<{ entries: string }>(
    `SELECT sum(resolved_count + partial_count + unresolved_count) AS entries FROM sboms
     WHERE org_id = $orgId AND deleted_at IS NULL`,
    { orgId },
  );
  if (Number(row?.entries ?? 0) <= maxEntries) return;
  const message = `The organization would have more than its ${maxEntries} entries; delete SBOMs that nobody needs, or have the operator raise ORGANIZATION_MAX_ENTRIES`;
  throw new CallerError(413, message, { reason: 'entry_budget' });
}
