import type { Sql } from '../platform/database/sql.js';
import { enqueue } from '../jobs/enqueue.js';
import { ResolveSbom } from './sboms.jobs.js';

/**
 * What follows what, in one place: entries that appear or change are resolved; what resolution finds changes the
 * figures of the SBOM. Each step is queued in the transaction that makes it due.
 */
export interface Cause {
  readonly orgId: string;
  readonly sbomId: string;
  readonly actorId: string | null;
}

/** Entries were added or renamed, or a person selected a candidate (whose links may name the other kinds). */
export async function afterEntriesChanged(sql: Sql, { orgId, sbomId, actorId }: Cause): Promise<string> {
  return enqueue(
    sql,
    ResolveSbom,
    { sbom_id: sbomId },
    { orgId, actorId, subject: { kind: 'sbom', id: sbomId }, dedupe: { key: sbomId, until: 'started' } },
  );
}
