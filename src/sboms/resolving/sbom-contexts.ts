import { Injectable } from '@nestjs/common';
import type { JobContext } from '../../jobs/job-context.js';
import type { Sql } from '../../platform/database/sql.js';
import { contextOf, isOtherContext } from '../../resolution/lists/list-context.js';
import { ListSummaryBuilder } from '../../resolution/lists/list-summary.js';
import type { ListContext } from '../../resolution/matching/query/list-context.js';
import { OrganizationResolver } from '../../resolution/organization-resolver.js';
import type { OutcomeRow } from '../../resolution/workers/serialized-outcome.js';
import {
  findSummary,
  hasOpenEntries,
  markOpenPending,
  sampleOpenEntries,
  storeSummary,
  streamSureEvidence,
} from './contexts.repository.js';
import { evidenceOf } from './evidence-of.js';
import type { PendingRow } from './pending.repository.js';

/** So many open entries tell what a list is of; more cost time and change little. */
const sampleSize = 200;

/** The first pass over an SBOM: what is sure about its entries, each by itself, is evidence for the others. */
@Injectable()
export class SbomContexts {
  constructor(private readonly resolver: OrganizationResolver) {}

  /** The context for the open entries; where it has changed, all of them wait for resolution afterwards. */
  async update(context: JobContext, sbomId: string): Promise<ListContext | null> {
    const first = await context.transaction((sql) => this.readSure(sql, sbomId));
    if (!first) return null;
    const { builder, sample } = first;
    for (const purl of await this.resolveAlone(context, sample)) builder.addSelected(purl);
    const summary = builder.build();
    const after = contextOf(summary);
    await context.transaction(async (sql) => {
      const stored = await findSummary(sql, sbomId);
      await storeSummary(sql, { sbomId, orgId: context.orgId! }, summary);
      if (isOtherContext(stored && contextOf(stored), after))
        await markOpenPending(sql, sbomId, { isFirst: stored === null });
    });
    return after;
  }

  private async readSure(
    sql: Sql,
    sbomId: string,
  ): Promise<{ builder: ListSummaryBuilder; sample: PendingRow[] } | null> {
    if (!(await hasOpenEntries(sql, sbomId))) return null;
    const builder = new ListSummaryBuilder();
    for await (const batch of streamSureEvidence(sql, sbomId)) for (const one of batch) builder.add(one);
    const sample = await sampleOpenEntries(sql, sbomId, sampleSize);
    // The ecosystem of the others is sure already.
    return { builder, sample: sample.filter(({ hint }) => hint === null) };
  }

  /** The packages that are selected for the entries without any context. */
  private async resolveAlone(context: JobContext, sample: readonly PendingRow[]): Promise<string[]> {
    const [first] = sample;
    if (!first) return [];
    const evidence = await context.transaction((sql) =>
      this.resolver.withOrganizationEvidence(sql, first.org_id, sample.map(evidenceOf)),
    );
    const outcomes = await this.resolver.resolve(evidence);
    return outcomes.flatMap(({ text, internal }) => (internal ? [] : ((JSON.parse(text) as OutcomeRow).purl ?? [])));
  }
}
