import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { JobContext } from '../../jobs/job-context.js';
import type { Sql } from '../../platform/database/sql.js';
import { OrganizationResolver, type OrganizationOutcome } from '../../resolution/organization-resolver.js';
import { mergeFound, selectionOf } from '../components/review.js';
import type { Gathered } from '../../resolution/resolution-engine.js';
import { SbomsRepository } from '../sboms.repository.js';
import type { SbomRow } from '../sboms.view.js';
import { evidenceOf } from './evidence-of.js';
import { PendingRepository, type PendingRow, type ResolvedState } from './pending.repository.js';

/** Entries of one round trip to the catalogue. */
const batchSize = 500;

/** Lists and counts follow a long resolution at this distance, in batches. */
const settleEvery = 20;

const beginning = { position: -1, id: '00000000-0000-0000-0000-000000000000' };

/** An entry before and after; told of in the transaction that writes it. */
export interface Resolved {
  readonly before: PendingRow;
  readonly after: ResolvedState;
}
export type Observer = (sql: Sql, resolved: readonly Resolved[]) => Promise<void>;

/** Entries with what the catalogue says of them. */
interface Batch {
  readonly rows: readonly PendingRow[];
  readonly gathered: Gathered;
}

export interface Progress {
  readonly lookedAt: number;
  readonly changed: number;
}

/** Finds out what the waiting entries of an SBOM are, some hundred at a time, until none waits. */
@Injectable()
export class SbomResolver {
  constructor(
    private readonly resolver: OrganizationResolver,
    private readonly pending: PendingRepository,
    private readonly sboms: SbomsRepository,
  ) {}

  /** @param observe is told of the entries that came out different */
  async resolve(context: JobContext, sbomId: string, observe?: Observer): Promise<Progress> {
    const total = await context.transaction((sql) => this.pending.count(sql, sbomId));
    let lookedAt = 0;
    let changed = 0;
    let next = this.gather(context, sbomId, beginning);
    for (let round = 1; ; round += 1) {
      const batch = await next;
      const last = batch?.rows.at(-1);
      if (!batch || !last) break;
      // The catalogue is asked about the next entries while these are judged and written.
      next = this.gather(context, sbomId, last);
      next.catch(() => undefined); // awaited in the next round, unless this one fails first
      changed += await this.resolveBatch(context, batch, observe);
      context.progress('resolving', (lookedAt += batch.rows.length), Math.max(total, lookedAt));
      if (round % settleEvery === 0 && changed > 0) await context.transaction((sql) => this.sboms.settle(sql, sbomId));
    }
    return { lookedAt, changed };
  }

  /**
   * The SBOM with its counts and status settled; null where it is gone. Where nothing changed it stays as it is, a
   * confirmed one confirmed; an attempt before this one may have changed something.
   */
  async settled(sql: Sql, context: JobContext, sbomId: string, { changed }: Progress): Promise<SbomRow | null> {
    const sbom = await this.sboms.find(sql, sbomId);
    return sbom && (changed > 0 || context.attempt > 1) ? this.sboms.settle(sql, sbomId) : sbom;
  }

  private gather(context: JobContext, sbomId: string, after: { position: number; id: string }): Promise<Batch | null> {
    return context.transaction(async (sql) => {
      const rows = await this.pending.next(sql, sbomId, after, batchSize);
      const [first] = rows;
      return first ? { rows, gathered: await this.resolver.gather(sql, first.org_id, rows.map(evidenceOf)) } : null;
    });
  }

  /** Judges outside the transaction that writes: the entries' rows are locked only while they change. */
  private async resolveBatch(context: JobContext, { rows, gathered }: Batch, observe?: Observer): Promise<number> {
    const outcomes = await this.resolver.judge(gathered);
    const resolved = rows.map((before, index) => ({ before, after: changeOf(before, outcomes[index]!) }));
    const different = resolved.filter((one) => !isSame(one));
    return context.transaction(async (sql) => {
      const written = await this.pending.write(sql, {
        found: different.map(({ after }) => after),
        same: resolved.filter(isSame).map(({ before }) => before),
      });
      const seen = different.filter(({ before }) => written.has(before.id));
      if (seen.length > 0) await observe?.(sql, seen);
      return seen.length;
    });
  }
}

function isSame({ before, after }: Resolved): boolean {
  return (
    isDeepStrictEqual(after.search_results, before.search_results) &&
    isDeepStrictEqual(after.suggestions, before.suggestions) &&
    before.error_message === '' &&
    before.internal === after.internal
  );
}

function changeOf(row: PendingRow, outcome: OrganizationOutcome): ResolvedState {
  const results = mergeFound({ results: row.search_results, decided: row.decided }, outcome.searchResults);
  const { suggestions, internal } = outcome;
  return { ...row, search_results: results, suggestions, internal, ...selectionOf(results) };
}
