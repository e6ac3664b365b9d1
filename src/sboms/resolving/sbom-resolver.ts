import { Injectable } from '@nestjs/common';
import type { JobContext } from '../../jobs/job-context.js';
import type { Sql } from '../../platform/database/sql.js';
import { OrganizationResolver, type OrganizationOutcome } from '../../resolution/organization-resolver.js';
import { updateSbomCounts, findSbom } from '../sboms.repository.js';
import type { SbomRow } from '../sboms.view.js';
import { publishResolvedEvents } from './resolved-events.js';
import { evidenceOf } from './evidence-of.js';
import {
  countPendingEntries,
  nextPendingEntries,
  writeResolvedEntries,
  type PendingRow,
} from './pending.repository.js';
import { ResolvedEntry } from './resolved-entry.js';

/** Entries per batch. */
const batchSize = 500;

/** Counts and status are updated after this many batches of a long resolution. */
const batchesPerCountUpdate = 20;

const firstPosition = { position: -1, id: '00000000-0000-0000-0000-000000000000' };

/** Called in the transaction that writes the entries. */
export type ResolutionObserver = (sql: Sql, resolved: readonly ResolvedEntry[]) => Promise<void>;

/** Entries and their resolution in progress. */
interface ResolutionBatch {
  readonly rows: readonly PendingRow[];
  readonly outcomes: Promise<OrganizationOutcome[]>;
}

export interface ResolutionCounts {
  readonly lookedAt: number;
  readonly changed: number;
}

/** Resolves all waiting entries of an SBOM in batches. */
@Injectable()
export class SbomResolver {
  constructor(private readonly resolver: OrganizationResolver) {}

  /** @param observe receives the entries whose results changed */
  async resolve(context: JobContext, sbomId: string, observe?: ResolutionObserver): Promise<ResolutionCounts> {
    const total = await context.transaction((sql) => countPendingEntries(sql, sbomId));
    let lookedAt = 0;
    let changed = 0;
    let rounds = 0;
    for await (const batch of this.batches(context, sbomId)) {
      changed += await this.write(context, batch, observe);
      context.progress('resolving', (lookedAt += batch.rows.length), Math.max(total, lookedAt));
      rounds += 1;
      if (rounds % batchesPerCountUpdate === 0 && changed > 0)
        await context.transaction((sql) => updateSbomCounts(sql, sbomId));
    }
    return { lookedAt, changed };
  }

  /** In order; further batches are resolved while the caller works on one, up to the concurrency of the resolver. */
  private async *batches(context: JobContext, sbomId: string): AsyncIterable<ResolutionBatch> {
    const inFlight: ResolutionBatch[] = [];
    let last: { position: number; id: string } | undefined = firstPosition;
    for (;;) {
      while (last && inFlight.length <= this.resolver.concurrency) {
        const batch = await this.startBatch(context, sbomId, last);
        last = batch.rows.at(-1);
        if (last) inFlight.push(batch);
      }
      const first = inFlight.shift();
      if (!first) return;
      yield first;
    }
  }

  /**
   * The SBOM with updated counts and status; null if it is deleted. If nothing changed, the status stays, so that a
   * finished SBOM stays finished. An earlier attempt may have changed entries.
   */
  async withUpdatedCounts(
    sql: Sql,
    context: JobContext,
    sbomId: string,
    { changed }: ResolutionCounts,
  ): Promise<SbomRow | null> {
    const sbom = await findSbom(sql, sbomId);
    return sbom && (changed > 0 || context.attempt > 1) ? updateSbomCounts(sql, sbomId) : sbom;
  }

  /** Starts the resolution of the entries after the given position; no rows if there are none. */
  private async startBatch(
    context: JobContext,
    sbomId: string,
    after: { position: number; id: string },
  ): Promise<ResolutionBatch> {
    const { rows, evidence } = await context.transaction(async (sql) => {
      const rows = await nextPendingEntries(sql, sbomId, after, batchSize);
      const [first] = rows;
      const evidence = first && (await this.resolver.withOrganizationEvidence(sql, first.org_id, rows.map(evidenceOf)));
      return { rows, evidence };
    });
    const outcomes = evidence ? this.resolver.resolve(evidence) : Promise.resolve([]);
    outcomes.catch(() => undefined); // awaited later, unless an earlier batch fails
    return { rows, outcomes };
  }

  /** Resolution runs outside of the transaction, so that rows are locked only while they are written. */
  private async write(context: JobContext, batch: ResolutionBatch, observe?: ResolutionObserver): Promise<number> {
    const outcomes = await batch.outcomes;
    const resolved = batch.rows.map((before, index) => new ResolvedEntry(before, outcomes[index]!));
    const same = resolved.filter((one) => one.isSame);
    const different = resolved.filter((one) => !one.isSame);
    return context.transaction(async (sql) => {
      const writtenIds = await writeResolvedEntries(sql, { found: different, same: same.map(({ before }) => before) });
      const written = different.filter(({ before }) => writtenIds.has(before.id));
      if (written.length > 0) await observe?.(sql, written);
      const [first] = batch.rows;
      if (first) await publishResolvedEvents(sql, { id: first.sbom_id, org_id: first.org_id }, written);
      return written.length;
    });
  }
}
