import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BomWarning } from '../../model/document.js';
import { CallerError, notFound, TransientError } from '../../model/errors.js';
import { defaultLimits } from '../../formats/format.js';
import { Handles, type JobHandler } from '../../jobs/handler.js';
import type { JobContext } from '../../jobs/job-context.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { Database } from '../../platform/database/database.js';
import type { Session, Sql } from '../../platform/database/sql.js';
import { startChild, type ChildEnd } from '../../platform/process/child.js';
import { BlobStore } from '../../platform/storage/blob-store.js';
import { ImportSbom, type ImportPayload } from '../sboms.jobs.js';
import { afterEntriesChanged, afterEntriesResolved } from '../sboms.pipeline.js';
import { ScoringRepository } from '../scoring/scoring.repository.js';
import { SbomsRepository } from '../sboms.repository.js';
import type { SbomRow } from '../sboms.view.js';
import { ImportsRepository, type ImportRow, type Refusal } from './imports.repository.js';
import { refusedExitCode, type ParseInput } from './parse-protocol.js';
import { reconcile, type Changes } from './reconcile.js';
import { copyStaging, createStaging, type StagingEnd } from './staging.js';

/** What getJob shows of a finished import. */
export interface ImportResult extends Changes {
  readonly sbom_id: string;
  readonly format: string;
  readonly components: number;
  readonly warnings: readonly { path: string; message: string }[];
  readonly warning_count: number;
  readonly dry_run: boolean;
  /** The SBOM's status and counts as the import left them, before resolution changes them. */
  readonly settled: Pick<SbomRow, 'status' | 'resolved_count' | 'partial_count' | 'unresolved_count'>;
}

/** Carries a dry run's report out of the transaction that it rolls back. */
class DryRunEnd extends Error {
  constructor(readonly result: ImportResult) {
    super('dry run');
  }
}

/**
 * Reads an uploaded file into its SBOM: a bounded child parses, its rows go by COPY into a temporary table, and one
 * transaction at the end makes them current. A file that fails leaves the SBOM exactly as it was.
 */
@Handles(ImportSbom)
export class ImportHandler implements JobHandler<ImportPayload> {
  constructor(
    private readonly database: Database,
    private readonly blobs: BlobStore,
    private readonly configuration: Configuration,
    private readonly imports: ImportsRepository,
    private readonly sboms: SbomsRepository,
    private readonly scoring: ScoringRepository,
  ) {}

  async handle(context: JobContext, { import_id }: ImportPayload): Promise<void> {
    const row = await context.transaction((sql) => this.imports.find(sql, import_id));
    if (!row) throw notFound('import');
    try {
      await this.verifyBlob(row.blob);
      await this.database.session({ organizations: [row.org_id] }, async (session) => {
        await session.transaction((sql) => sql.run(createStaging));
        await this.stage(context, session, row);
        context.progress('writing', 0, null);
        await session.transaction((sql) => this.makeCurrent(context, sql, row));
      });
    } catch (error) {
      // Whoever waits for the import is told the reason in full, not only that it failed.
      if (error instanceof CallerError)
        await context.transaction((sql) => this.imports.refuse(sql, row.id, refusalFrom(error)));
      if (!(error instanceof DryRunEnd)) throw error;
      const { result } = error;
      await context.transaction((sql) => context.complete(sql, { partial: result.warning_count > 0, result }));
    }
  }

  /** A file that changed on disk is never read as if it were the one that was sent. */
  private async verifyBlob(sha256: string): Promise<void> {
    const hash = createHash('sha256');
    try {
      await pipeline(await this.blobs.open(sha256), hash);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new CallerError(422, 'The uploaded file is gone from the store; upload it again', { reason: 'corrupt' });
    }
    if (hash.digest('hex') !== sha256)
      throw new CallerError(422, 'The uploaded file was damaged in the store; upload it again', { reason: 'corrupt' });
  }

  private async stage(context: JobContext, session: Session, row: ImportRow): Promise<void> {
    const spillFolder = this.blobs.scratchFolder();
    try {
      await this.parse(context, session, row, spillFolder);
    } finally {
      await this.blobs.removeScratch(spillFolder);
    }
  }

  private async parse(context: JobContext, session: Session, row: ImportRow, spillFolder: string): Promise<void> {
    const { memoryMb, timeoutSeconds, maxUnpackedBytes, maxDepth, maxComponents } = this.configuration.imports;
    const limits = { ...defaultLimits, maxBytes: maxUnpackedBytes, maxDepth, maxComponents };
    const input: ParseInput = { path: this.blobs.pathOf(row.blob), spillFolder, limits };
    const bounds = { memoryMb, timeoutMs: timeoutSeconds * 1000 };
    const child = startChild('sboms/importing/parse.child', input, bounds, context.signal);
    const counted = rowCounter((rows) => context.progress('reading', rows, null));
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
    const refusal = refusalOf(end, code, stderr, this.configuration.imports);
    if (!refusal) throw new Error(`The parser failed (${end}, exit code ${code}): ${stderr.slice(0, 2000)}`);
    throw refusalError(refusal);
  }

  private async makeCurrent(context: JobContext, sql: Sql, row: ImportRow): Promise<void> {
    await context.fence(sql);
    const staged = await sql.one<{ data: StagingEnd }>(`SELECT data FROM staged WHERE kind = 'z'`);
    if (!staged) throw new Error('The parser ended without saying so');
    if (!(await this.imports.claimVisibility(sql, row)))
      throw new CallerError(
        409,
        'A newer file was imported into this SBOM, or it was deleted: this import is left out',
      );
    const changes = await reconcile(sql, { sbomId: row.sbom_id, orgId: row.org_id, importId: row.id });
    const isChanged = changes.added + changes.updated + changes.removed > 0;
    const sbom = isChanged ? await this.sboms.settle(sql, row.sbom_id) : await this.sboms.find(sql, row.sbom_id);
    const result = await this.report(sql, row, staged.data, { ...changes, sbom: sbom as SbomRow });
    if (row.dry_run) throw new DryRunEnd(result);
    await this.imports.makeVisible(sql, row.id, staged.data.format);
    await this.scoring.outdateStated(sql, row.sbom_id);
    const isPending = await this.imports.hasPending(sql, row.sbom_id);
    await (isPending ? afterEntriesChanged : afterEntriesResolved)(sql, sbom as SbomRow, context.actorId);
    await context.complete(sql, { partial: result.warning_count > 0, result });
  }

  private async report(
    sql: Sql,
    row: ImportRow,
    staged: StagingEnd,
    { sbom, ...changes }: Changes & { sbom: SbomRow },
  ): Promise<ImportResult> {
    const warnings = await sql.query<{ data: BomWarning }>(`SELECT data FROM staged WHERE kind = 'w' ORDER BY seq`);
    const entries = await sql.one<{ n: number }>('SELECT count(*)::int AS n FROM matched');
    return {
      sbom_id: row.sbom_id,
      format: staged.format,
      components: entries?.n ?? 0,
      ...changes,
      warnings: warnings.map(({ data }) => ({ path: data.place, message: data.message })),
      warning_count: staged.warning_count,
      dry_run: row.dry_run,
      settled: {
        ...{ status: sbom.status, resolved_count: sbom.resolved_count },
        ...{ partial_count: sbom.partial_count, unresolved_count: sbom.unresolved_count },
      },
    };
  }
}

export const refusalError = ({ status, message, reason, place }: Refusal): CallerError =>
  new CallerError(status, message, { reason, place });

const refusalFrom = ({ status, message, details }: CallerError): Refusal => ({
  ...{ status, message, reason: details.reason ?? 'refused', place: details.place ?? '' },
});

/** Tells a file that is at fault from a parser that is: null for the latter. */
function refusalOf(
  end: ChildEnd,
  code: number | null,
  stderr: string,
  limits: { memoryMb: number; timeoutSeconds: number },
): Refusal | null {
  if (end === 'memory')
    return refusal(413, 'limit', `Reading the file takes more than ${limits.memoryMb} MiB of memory`);
  if (end === 'time') return refusal(413, 'limit', `Reading the file takes longer than ${limits.timeoutSeconds} s`);
  if (code !== refusedExitCode) return null;
  const { reason, message, place } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '') as Refusal;
  const status = reason === 'limit' || reason === 'ratio' ? 413 : 422;
  return { ...refusal(status, reason, place ? `${message} (at ${place})` : message), place };
}

const refusal = (status: 413 | 422, reason: string, message: string): Refusal => ({
  status,
  reason,
  message,
  place: '',
});

/** Passes bytes through and tells how many rows went by. */
function rowCounter(tell: (rows: number) => void): Transform {
  let rows = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
      tell(rows);
      done(null, chunk);
    },
  });
}
