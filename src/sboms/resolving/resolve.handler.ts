import { isDeepStrictEqual } from 'node:util';
import { Handles, type JobHandler } from '../../jobs/handler.js';
import type { JobContext } from '../../jobs/job-context.js';
import { OrganizationResolver, type OrganizationOutcome } from '../../resolution/organization-resolver.js';
import type { ComponentChange } from '../components/components.repository.js';
import { mergeFound, selectionOf } from '../components/review.js';
import { ResolveSbom, type ResolvePayload } from '../sboms.jobs.js';
import { SbomsRepository } from '../sboms.repository.js';
import { evidenceOf } from './evidence-of.js';
import { PendingRepository, type PendingRow } from './pending.repository.js';

/** Entries of one round trip to the catalogue. */
const batchSize = 500;

/** Lists and counts follow a long resolution at this distance, in batches. */
const settleEvery = 20;

const beginning = { position: -1, id: '00000000-0000-0000-0000-000000000000' };

/** Finds out what the entries of an SBOM are, some hundred at a time, until none waits. */
@Handles(ResolveSbom)
export class ResolveHandler implements JobHandler<ResolvePayload> {
  constructor(
    private readonly resolver: OrganizationResolver,
    private readonly pending: PendingRepository,
    private readonly sboms: SbomsRepository,
  ) {}

  async handle(context: JobContext, { sbom_id }: ResolvePayload): Promise<void> {
    const total = await context.transaction((sql) => this.pending.count(sql, sbom_id));
    let done = 0;
    let after = beginning;
    for (let round = 1; ; round += 1) {
      const rows = await context.transaction((sql) => this.pending.next(sql, sbom_id, after, batchSize));
      const last = rows.at(-1);
      if (!last) break;
      await this.resolve(context, rows);
      after = { position: last.position, id: last.id };
      context.progress('resolving', (done += rows.length), Math.max(total, done));
      if (round % settleEvery === 0) await context.transaction((sql) => this.sboms.settle(sql, sbom_id));
    }
    await context.transaction(async (sql) => {
      const sbom = (await this.sboms.find(sql, sbom_id)) && (await this.sboms.settle(sql, sbom_id));
      const result = sbom && {
        ...{ sbom_id, resolved: sbom.resolved_count },
        ...{ partially_resolved: sbom.partial_count, unresolved: sbom.unresolved_count },
      };
      await context.complete(sql, { result: { looked_at: done, ...result } });
    });
  }

  /** Looks up outside the transaction that writes: the entries' rows are locked only while they change. */
  private async resolve(context: JobContext, rows: readonly PendingRow[]): Promise<void> {
    const [{ org_id: orgId }] = rows as [PendingRow];
    const outcomes = await context.transaction((sql) => this.resolver.resolveBatch(sql, orgId, rows.map(evidenceOf)));
    const changes = rows.map((row, index) => changeOf(row, outcomes[index] as OrganizationOutcome));
    const isSame = (change: Change, index: number): boolean => {
      const row = rows[index] as PendingRow;
      return (
        isDeepStrictEqual(change.search_results, row.search_results) &&
        isDeepStrictEqual(change.suggestions, row.suggestions) &&
        row.error_message === '' &&
        change.internal === row.internal
      );
    };
    await context.transaction((sql) =>
      this.pending.write(
        sql,
        changes.filter((change, index) => !isSame(change, index)),
        changes.filter(isSame),
      ),
    );
  }
}

type Change = ComponentChange & { readonly internal: boolean };

function changeOf(row: PendingRow, outcome: OrganizationOutcome): Change {
  const results = mergeFound({ results: row.search_results, decided: row.decided }, outcome.searchResults);
  return {
    ...row,
    search_results: results,
    suggestions: outcome.suggestions,
    internal: outcome.internal,
    ...selectionOf(results),
  };
}
