import { Injectable } from '@nestjs/common';
import type { JobContext } from '../../jobs/job-context.js';
import type { Sql } from '../../platform/database/sql.js';
import { OrganizationResolver, type OrganizationOutcome } from '../../resolution/organization-resolver.js';
import { withContext } from '../../resolution/lists/list-context.js';
import type { ListContext } from '../../resolution/matching/query/list-context.js';
import {
  endEarlyConfirmation,
  findSbom,
  lockConfirmedSbom,
  reopenSbom,
  updateSbomCounts,
} from '../sboms.repository.js';
import type { SbomRow } from '../sboms.view.js';
import { hasSubscribers } from '../../webhooks/webhook-events.js';
import { publishResolvedEvents, resolvedEvent } from './resolved-events.js';
import { evidenceOf } from './evidence-of.js';
import {
  copyCachedOutcomes,
  countEntries,
  nextEntries,
  writeResolvedEntries,
  type PendingRow,
  type Which,
} from './pending.repository.js';
import { applyDispositions } from '../review/reviewed-entries.repository.js';
import { isBlank, ResolvedEntry } from './resolved-entry.js';
import { SbomContexts } from './sbom-contexts.js';

/** Entries per batch. */
const batchSize = 500;

/** Counts and status are updated after this many batches of a long resolution. */
const batchesPerCountUpdate = 20;

const firstPosition = { position: -1, id: '00000000-0000-0000-0000-000000000000' };

/** Called in the transaction that writes the entries. */
export type ResolutionObserver = (sql: Sql, resolved: readonly ResolvedEntry[]) => Promise<void>;

/** Entries and their resolution in progress. */
interface ResolutionBatch {
  readonly which: Which;
  readonly rows: readonly PendingRow[];
  readonly outcomes: Promise<(OrganizationOutcome | { readonly key: string })[]>;
}

interface ResolutionPass {
  readonly sbomId: string;
  readonly which: Which;
  readonly listContext: ListContext | null;
  /** The database copies cached outcomes into entries without earlier results. */
  readonly isCopying: boolean;
}

export interface ResolutionCounts {
  readonly lookedAt: number;
  readonly changed: number;
}

/** Resolves entries of an SBOM in batches. */
@Injectable()
export class SbomResolver {
  constructor(
    private readonly resolver: OrganizationResolver,
    private readonly contexts: SbomContexts,
  ) {}

  /** Resolves the entries that wait. */
  async resolve(context: JobContext, sbomId: string): Promise<ResolutionCounts> {
    if ((await this.count(context, sbomId, 'pending')) === 0) return { lookedAt: 0, changed: 0 };
    const isObserved = await context.transaction((sql) => hasSubscribers(sql, context.orgId!, resolvedEvent));
    return this.resolveEach(context, { sbomId, which: 'pending', canCopy: !isObserved });
  }

  /**
   * Resolves all entries again. Nothing says that they are out of date, so that they do not wait for it: what they are
   * stays shown, and an entry that comes out the same is not written.
   *
   * @param observe receives the entries whose results changed
   */
  async rescan(context: JobContext, sbomId: string, observe: ResolutionObserver): Promise<ResolutionCounts> {
    return this.resolveEach(context, { sbomId, which: 'all', canCopy: false }, observe);
  }

  private count(context: JobContext, sbomId: string, which: Which): Promise<number> {
    return context.transaction((sql) => countEntries(sql, sbomId, which));
  }

  private async resolveEach(
    context: JobContext,
    { sbomId, which, canCopy }: { readonly sbomId: string; readonly which: Which; readonly canCopy: boolean },
    observe?: ResolutionObserver,
  ): Promise<ResolutionCounts> {
    const listContext = await this.contexts.update(context, sbomId);
    const total = await this.count(context, sbomId, which);
    let [lookedAt, changed, rounds] = [0, 0, 0];
    for (const isCopying of canCopy ? [true, false] : [false]) {
      let left = 0;
      for await (const batch of this.batches(context, { sbomId, which, listContext, isCopying })) {
        const written = await this.write(context, batch, observe);
        changed += written.changed;
        left += written.left;
        context.progress('resolving', (lookedAt += batch.rows.length - written.left), Math.max(total, lookedAt));
        rounds += 1;
        if (rounds % batchesPerCountUpdate === 0 && changed > 0)
          await context.transaction((sql) => updateSbomCounts(sql, sbomId, 'resolution'));
      }
      if (left === 0) break;
    }
    return { lookedAt, changed };
  }

  /**
   * In order; while the caller works on one, the next is read and further ones are resolved, up to the concurrency of the
   * resolver.
   */
  private async *batches(context: JobContext, pass: ResolutionPass): AsyncIterable<ResolutionBatch> {
    const inFlight: ResolutionBatch[] = [];
    const start = (after: { position: number; id: string }): Promise<ResolutionBatch> => {
      const started = this.startBatch(context, pass, after);
      started.catch(() => undefined); // awaited later, unless the caller fails
      return started;
    };
    let next: Promise<ResolutionBatch> | null = start(firstPosition);
    try {
      for (;;) {
        while (next && inFlight.length <= this.resolver.concurrency) {
          const batch: ResolutionBatch = await next;
          const last = batch.rows.at(-1);
          next = last ? start(last) : null;
          if (last) inFlight.push(batch);
        }
        const first = inFlight.shift();
        if (!first) return;
        yield first;
      }
    } finally {
      await next?.catch(() => undefined);
    }
  }

  /** The SBOM with updated counts and status; null if it is deleted. An earlier attempt may have changed entries. */
  async withUpdatedCounts(
    sql: Sql,
    context: JobContext,
    sbomId: string,
    { changed }: ResolutionCounts,
  ): Promise<SbomRow | null> {
    const sbom = await findSbom(sql, sbomId);
    if (sbom && (changed > 0 || context.attempt > 1)) return updateSbomCounts(sql, sbomId, 'resolution', context.runId);
    if (sbom) await endEarlyConfirmation(sql, sbomId, context.runId);
    return sbom;
  }

  /** Starts the resolution of the entries after the given position; no rows if there are none. */
  private async startBatch(
    context: JobContext,
    { sbomId, which, listContext, isCopying }: ResolutionPass,
    after: { position: number; id: string },
  ): Promise<ResolutionBatch> {
    const { rows, evidence } = await context.transaction(async (sql) => {
      const rows = await nextEntries(sql, { sbomId, which }, after, batchSize);
      const [first] = rows;
      const evidence = first && (await this.resolver.withOrganizationEvidence(sql, first.org_id, rows.map(evidenceOf)));
      return { rows, evidence };
    });
    const outcomes = evidence
      ? this.resolver.resolveOrFind(
          evidence.map((one) => withContext(one, listContext)),
          (index) => isCopying && isBlank(rows[index]!),
        )
      : Promise.resolve([]);
    outcomes.catch(() => undefined); // awaited later, unless an earlier batch fails
    return { which, rows, outcomes };
  }

  /**
   * Writes the outcomes; entries that changed meanwhile, or whose outcome is no longer cached, are left. A confirmed SBOM
   * of which an entry becomes something else, not only its candidates, is open again. Resolution runs outside of the
   * transaction, so that rows are locked only while they are written.
   */
  async write(
    context: JobContext,
    batch: ResolutionBatch,
    observe?: ResolutionObserver,
  ): Promise<{ readonly changed: number; readonly left: number }> {
    const resolved: ResolvedEntry[] = [];
    const copies: { readonly row: PendingRow; readonly key: string }[] = [];
    for (const [index, outcome] of (await batch.outcomes).entries()) {
      const row = batch.rows[index]!;
      if ('key' in outcome) copies.push({ row, key: outcome.key });
      else resolved.push(new ResolvedEntry(row, outcome));
    }
    const same: PendingRow[] = [];
    const different: ResolvedEntry[] = [];
    for (const one of resolved)
      if (!one.isSame) different.push(one);
      else if (one.before.pending) same.push(one.before);
    const [first] = batch.rows;
    return context.transaction(async (sql) => {
      const isConfirmed = first !== undefined && (await lockConfirmedSbom(sql, first.sbom_id));
      const writtenIds = await writeResolvedEntries(sql, { found: different, same, isRescan: batch.which === 'all' });
      const copied = await copyCachedOutcomes(sql, copies);
      const written = different.filter(({ before }) => writtenIds.has(before.id));
      if (written.length > 0) await observe?.(sql, written);
      const disposed = await applyDispositions(
        sql,
        batch.rows.map(({ id }) => id),
      );
      if (first) await publishResolvedEvents(sql, { id: first.sbom_id, org_id: first.org_id }, written);
      const isReselected = copied + disposed > 0 || written.some((one) => one.isReselected);
      if (isConfirmed && isReselected) await reopenSbom(sql, first.sbom_id);
      return { changed: Math.max(written.length + copied, disposed), left: copies.length - copied };
    });
  }
}
