import { Injectable } from '@nestjs/common';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CallerError, TransientError } from '../../model/errors.js';
import type { JobContext } from '../../jobs/job-context.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { Database } from '../../platform/database/database.js';
import type { DatabaseSession, Sql } from '../../platform/database/sql.js';
import type { ChildExitReason, ChildProcessLimits } from '../../platform/process/child-process.js';
import { enforceEntryBudget } from '../entry-budget.js';
import { updateSbomCounts, findSbom, markDelivered } from '../sboms.repository.js';
import { queueResolution, queueScoring } from '../sboms.pipeline.js';
import { markOutdatedByStatements } from '../scoring/scoring.repository.js';
import type { SbomRow } from '../sboms.view.js';
import { hasPendingEntries, type Refusal } from './imports.repository.js';
import { refusedExitCode } from './parse-protocol.js';
import { reconcile, type EntryChanges, type ReconcileTarget } from './reconcile.js';
import { SbomReaders, type SbomReader } from './sbom-readers.js';
import { copyStaging, createStaging, type StagingEnd } from './staging.js';

/**
 * Imports documents into SBOMs. A bounded child process parses the document, its rows are copied into a temporary
 * table, and one transaction at the end publishes them. If anything fails, the SBOM stays unchanged.
 */
@Injectable()
export class SbomImporter {
  constructor(
    private readonly database: Database,
    private readonly configuration: Configuration,
    private readonly readers: SbomReaders,
  ) {}

  /**
   * @param publish runs in the final transaction, fenced, when all rows are staged; it calls `replace`
   * @throws CallerError 413 or 422 if the reader refuses the document
   */
  async import(
    context: JobContext,
    orgId: string,
    reader: SbomReader,
    makeCurrent: (sql: Sql, staged: StagingEnd) => Promise<void>,
  ): Promise<void> {
    await this.database.session({ organizations: [orgId] }, async (session) => {
      await session.transaction((sql) => sql.run(createStaging));
      await this.stageRows(context, session, reader);
      context.progress('writing', 0, null);
      await session.transaction(async (sql) => {
        await context.fence(sql);
        const staged = await sql.one<{ data: StagingEnd }>(`SELECT data FROM staged WHERE kind = 'z'`);
        if (!staged) throw new Error('The parser ended without an end row');
        await makeCurrent(sql, staged.data);
      });
    });
  }

  /** Replaces the content of the SBOM by the staged document and updates its counts and status. */
  async replace(sql: Sql, target: ReconcileTarget): Promise<EntryChanges & { readonly sbom: SbomRow }> {
    const changes = await reconcile(sql, target);
    await markDelivered(sql, target.sbomId);
    const isChanged = changes.added + changes.updated + changes.removed > 0;
    const sbom = isChanged ? await updateSbomCounts(sql, target.sbomId) : await findSbom(sql, target.sbomId);
    if (changes.added > changes.removed)
      await enforceEntryBudget(sql, target.orgId, this.configuration.organizationMaxEntries);
    return { ...changes, sbom: sbom as SbomRow };
  }

  /** Queues what follows once the new content is visible. */
  async queueNextStage(sql: Sql, sbomId: string): Promise<void> {
    const sbom = await findSbom(sql, sbomId);
    if (!sbom) return;
    await markOutdatedByStatements(sql, sbomId);
    const isPending = await hasPendingEntries(sql, sbomId);
    await (isPending ? queueResolution : queueScoring)(sql, sbom);
  }

  private async stageRows(context: JobContext, session: DatabaseSession, reader: SbomReader): Promise<void> {
    const child = this.readers.start(reader, context.signal);
    const counted = countRows((rows) => context.progress('reading', rows, null));
    try {
      await pipeline(child.stdout, counted, session.copyIn(copyStaging));
    } catch (error) {
      child.kill();
      await child.ended;
      throw error;
    }
    const { end, code, stderr } = await child.ended;
    if (end === 'cancelled') throw new TransientError('The import was interrupted');
    if (end === 'finished' && code === 0) return;
    if (diskFull.test(stderr)) throw new TransientError('The disk is full: files cannot be unpacked', 60);
    const refusal = refusalFor(end, code, stderr, reader.limits);
    if (!refusal) throw new Error(`The parser failed (${end}, exit code ${code}): ${stderr.slice(0, 2000)}`);
    throw errorOfRefusal(refusal);
  }
}

/** Error of a child process that found the disk full; refusals are JSON. */
const diskFull = /^Error: (?:ENOSPC|EDQUOT):/;

export const errorOfRefusal = ({ status, message, reason, place: location }: Refusal): CallerError =>
  new CallerError(status, message, { reason, place: location });

/** The refusal, if the file is at fault; null for a bug of the parser. */
function refusalFor(
  end: ChildExitReason,
  code: number | null,
  stderr: string,
  limits: ChildProcessLimits,
): Refusal | null {
  if (end === 'memory')
    return refusal(413, 'limit', `Reading the file took more than ${limits.memoryMb} MiB of memory`);
  if (end === 'time')
    return refusal(413, 'limit', `Reading the file took longer than ${Math.ceil(limits.timeoutMs / 1000)} s`);
  if (code !== refusedExitCode) return null;
  const { reason, message, place: location } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '') as Refusal;
  const status = reason === 'limit' || reason === 'ratio' ? 413 : 422;
  return { ...refusal(status, reason, location ? `${message} (at ${location})` : message), place: location };
}

const refusal = (status: 413 | 422, reason: string, message: string): Refusal => ({
  status,
  reason,
  message,
  place: '',
});

/** Passes bytes through and reports the number of rows. */
function countRows(report: (rows: number) => void): Transform {
  let rows = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
      report(rows);
      done(null, chunk);
    },
  });
}
