import type { Sql } from '../platform/database/sql.js';
import { enqueue, enqueueAll } from '../jobs/enqueue.js';
import { LookUpSbom, ResolveSbom, ScoreSbom } from './sboms.jobs.js';

/**
 * The order of the stages, in one place: new and changed entries are resolved, resolved entries are scored, and scores
 * update the figures of the SBOM. Each stage is queued in the transaction that makes it due. One run stands for the
 * changes of all who made some, and these are visible already: it works for the service, whoever leaves meanwhile.
 */
export interface ChangedSbom {
  readonly id: string;
  readonly org_id: string;
  readonly team_id: string;
}

/** Entries were added or renamed, or a person selected a candidate, whose links may name the other kinds. */
export async function queueResolution(sql: Sql, sbom: ChangedSbom): Promise<string> {
  const dedupe = { key: sbom.id, until: 'started' } as const;
  return enqueue(sql, ResolveSbom, { sbom_id: sbom.id }, { ...jobOptionsOf(sbom), dedupe });
}

/** The same for entries of several SBOMs. */
export async function queueResolutions(sql: Sql, sboms: readonly ChangedSbom[]): Promise<void> {
  await enqueueAll(
    sql,
    ResolveSbom,
    sboms.map((sbom) => ({
      ...jobOptionsOf(sbom),
      dedupe: { key: sbom.id, until: 'started' as const },
      payload: { sbom_id: sbom.id },
    })),
  );
}

/** Entries were resolved or removed, or the rules changed. */
export async function queueScoring(sql: Sql, sbom: ChangedSbom): Promise<string> {
  const dedupe = { key: sbom.id, until: 'started' } as const;
  return enqueue(sql, ScoreSbom, { sbom_id: sbom.id }, { ...jobOptionsOf(sbom), dedupe });
}

/** Live sources may know what the catalogue lacks; entries with new data are resolved again. */
export async function queueLiveLookup(sql: Sql, sbom: ChangedSbom): Promise<string> {
  const dedupe = { key: sbom.id, until: 'started' } as const;
  return enqueue(sql, LookUpSbom, { sbom_id: sbom.id }, { ...jobOptionsOf(sbom), dedupe });
}

/** Owner of a job on an SBOM: whoever sees the SBOM sees the job. */
export const jobOptionsOf = ({ id, org_id, team_id }: ChangedSbom) => ({
  orgId: org_id,
  teamId: team_id,
  subject: { kind: 'sbom', id },
});
