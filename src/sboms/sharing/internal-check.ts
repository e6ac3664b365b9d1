import { Injectable } from '@nestjs/common';
import { hasOpenRun } from '../../jobs/job-runs.repository.js';
import type { Sql } from '../../platform/database/sql.js';
import { ReviewInternal } from '../../resolution/internal/internal.jobs.js';
import { findPatterns } from '../../resolution/internal/patterns.repository.js';
import { OrganizationResolver } from '../../resolution/organization-resolver.js';
import { evidenceOf } from '../resolving/evidence-of.js';
import { nextEntries, type Which } from '../resolving/pending.repository.js';
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
    if ((await findPatterns(sql, [orgId])).length === 0) return counts;
    const which = (await hasOpenRun(sql, orgId, ReviewInternal.name)) ? 'all' : 'pending';
    for (const sbomId of sbomIds) {
      const count = await this.countUnmarkedOf(sql, { orgId, sbomId, which });
      if (count > 0) counts.set(sbomId, count);
    }
    return counts;
  }

  private async countUnmarkedOf(
    sql: Sql,
    { orgId, sbomId, which }: { readonly orgId: string; readonly sbomId: string; readonly which: Which },
  ): Promise<number> {
    let count = 0;
    for (let after = firstEntryCursor; ;) {
      const rows = await nextEntries(sql, { sbomId, which, isUnmarked: true }, after, batchSize);
      const matched = await this.resolver.areInternal(sql, orgId, rows.map(evidenceOf));
      count += matched.filter(Boolean).length;
      const last = rows.at(-1);
      if (!last) return count;
      after = { position: last.position, id: last.id };
    }
  }
}
