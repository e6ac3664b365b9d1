import type { Sql } from '../platform/database/sql.js';
import { enqueue } from '../jobs/enqueue.js';
import { LookUpSbom, ResolveSbom, ScoreSbom } from './sboms.jobs.js';

/**
 * What follows what, in one place: entries that appear or change are resolved; what resolution finds is scored, and
 * the scores change the figures of the SBOM. Each step is queued in the transaction that makes it due.
 */
export interface ChangedSbom {
  readonly id: string;
  readonly org_id: string;
  readonly team_id: string;
}

/** Entries were added or renamed, or a person selected a candidate (whose links may name the other kinds). */
export async function queueResolution(sql: Sql, sbom: ChangedSbom, actorId: string | null): Promise<string> {
  const dedupe = { key: sbom.id, until: 'started' } as const;
  return enqueue(sql, ResolveSbom, { sbom_id: sbom.id }, { ...jobOptionsOf(sbom), actorId, dedupe });
}

/** Entries were resolved or removed, or are judged by something else than before. */
export async function queueScoring(sql: Sql, sbom: ChangedSbom, actorId: string | null): Promise<string> {
  const dedupe = { key: sbom.id, until: 'started' } as const;
  return enqueue(sql, ScoreSbom, { sbom_id: sbom.id }, { ...jobOptionsOf(sbom), actorId, dedupe });
}

/** Entries were resolved, and live sources may know what the catalogue does not: what they tell is resolved again. */
export async function queueLiveLookup(sql: Sql, sbom: ChangedSbom): Promise<string> {
  const dedupe = { key: sbom.id, until: 'started' } as const;
  return enqueue(sql, LookUpSbom, { sbom_id: sbom.id }, { ...jobOptionsOf(sbom), dedupe });
}

/** Whose a job on an SBOM is: those who see the SBOM follow it, and nobody else. */
export const jobOptionsOf = ({ id, org_id, team_id }: ChangedSbom) => ({
  ...{ orgId: org_id, teamId: team_id, subject: { kind: 'sbom', id } },
});
