import { Injectable } from '@nestjs/common';
import { TransientError } from '../../model/errors.js';
import { hasOpenRun } from '../../jobs/job-runs.repository.js';
import type { Sql } from '../../platform/database/sql.js';
import { ReviewInternal } from '../../resolution/internal/internal.jobs.js';
import { findPatterns } from '../../resolution/internal/patterns.repository.js';
import { OrganizationResolver } from '../../resolution/organization-resolver.js';
import { evidenceOf } from '../resolving/evidence-of.js';
import { nextEntries } from '../resolving/pending.repository.js';
import { firstEntryCursor } from '../scoring/scoring.repository.js';

const batchSize = 1_000;

/**
 * An entry says that it is internal once it was resolved, and after a change of the patterns once these were looked
 * through. Until then it looks like any other, and a link would show its name.
 */
@Injectable()
export class InternalCheck {
  constructor(private readonly resolver: OrganizationResolver) {}

  /** Entries of each SBOM of the organization that a pattern matches, and that do not say so yet. */
  async countUnmarked(sql: Sql, orgId: string, sbomIds: readonly string[]): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for await (const { sbomId, count } of this.unmarked(sql, orgId, sbomIds))
      counts.set(sbomId, (counts.get(sbomId) ?? 0) + count);
    return counts;
  }

  /** @throws TransientError where there is such an entry: its name would be shown until it is resolved */
  async requireMarked(sql: Sql, orgId: string, sbomIds: readonly string[]): Promise<void> {
    for await (const _ of this.unmarked(sql, orgId, sbomIds))
      throw new TransientError(
        'Which components of this link may be shown is being worked out after a change; try again in a minute',
        60,
      );
  }

  /** In batches that have some. */
  private async *unmarked(
    sql: Sql,
    orgId: string,
    sbomIds: readonly string[],
  ): AsyncIterable<{ readonly sbomId: string; readonly count: number }> {
    if ((await findPatterns(sql, [orgId])).length === 0) return;
    const which = (await hasOpenRun(sql, orgId, ReviewInternal.name)) ? 'all' : 'pending';
    for (const sbomId of sbomIds)
      for (let after = firstEntryCursor; ;) {
        const rows = await nextEntries(sql, { sbomId, which, isUnmarked: true }, after, batchSize);
        const last = rows.at(-1);
        if (!last) break;
        const matched = await this.resolver.areInternal(sql, orgId, rows.map(evidenceOf));
        const count = matched.filter(Boolean).length;
        if (count > 0) yield { sbomId, count };
        after = { position: last.position, id: last.id };
      }
  }
}
