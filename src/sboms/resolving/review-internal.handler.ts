import { Handles, type JobHandler } from '../../jobs/handlers.js';
import type { JobContext } from '../../jobs/job-context.js';
import { ReviewInternal, type ReviewInternalPayload } from '../../resolution/internal/internal.jobs.js';
import { OrganizationResolver } from '../../resolution/organization-resolver.js';
import { markPending } from '../components/components.repository.js';
import { queueResolution } from '../sboms.pipeline.js';
import { findSbom } from '../sboms.repository.js';
import { evidenceOf } from './evidence-of.js';
import { entriesAfter, firstId } from './pending.repository.js';

const batchSize = 500;

/** Marks entries for resolution whose internal state changes with the patterns of the organization. */
@Handles(ReviewInternal)
export class ReviewInternalHandler implements JobHandler<ReviewInternalPayload> {
  constructor(private readonly resolver: OrganizationResolver) {}

  async handle(context: JobContext): Promise<{ result: object }> {
    const changedSboms = new Set<string>();
    let after = firstId;
    for (let lookedAt = 0; ;) {
      const rows = await context.transaction(async (sql) => {
        const batch = await entriesAfter(sql, { org_id: context.orgId! }, after, batchSize);
        const internal = await this.resolver.areInternal(sql, context.orgId!, batch.map(evidenceOf));
        // What waits may be written at any moment by a resolution that has read the former patterns.
        const changed = batch.filter((row, index) => row.pending || row.internal !== internal[index]);
        for (const [sbomId, ids] of groupBySbom(changed)) {
          await markPending(sql, sbomId, ids);
          const sbom = await findSbom(sql, sbomId);
          if (sbom) await queueResolution(sql, sbom);
          changedSboms.add(sbomId);
        }
        return batch;
      });
      if (rows.length === 0) return { result: { looked_at: lookedAt, sboms: changedSboms.size } };
      after = rows.at(-1)!.id;
      context.progress('looking', (lookedAt += rows.length));
    }
  }
}

function groupBySbom(rows: readonly { id: string; sbom_id: string }[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, sbom_id } of rows) groups.set(sbom_id, [...(groups.get(sbom_id) ?? []), id]);
  return groups;
}
