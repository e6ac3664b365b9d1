import type { ImportSummary, ImportWarning } from './imports.view.js';
import type { BomWarning } from '../../model/document.js';
import { CallerError, notFound, TransientError } from '../../model/errors.js';
import { defaultLimits } from '../../formats/format.js';
import { Handles, type JobHandler } from '../../jobs/handlers.js';
import type { JobContext } from '../../jobs/job-context.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import type { Sql } from '../../platform/database/sql.js';
import { BlobDamagedError, BlobMissingError, BlobStore } from '../../platform/storage/blob-store.js';
import { ImportSbom, type ImportPayload } from '../sboms.jobs.js';
import type { SbomRow } from '../sboms.view.js';
import { CommonFiles } from './common-files.js';
import { statementsOfDocument } from '../scoring/component-scorer.js';
import { SbomImporter } from './sbom-importer.js';
import { findColumnMappings, saveColumnMapping } from './column-mappings.repository.js';
import {
  countEntries,
  findImport,
  refuseImport,
  claimVisibility,
  makeImportVisible,
  type ImportRow,
  type Refusal,
} from './imports.repository.js';
import type { ParseInput } from './parse-protocol.js';
import { findVerifyingKeys } from '../signatures/signatures.repository.js';
import type { EntryChanges } from './reconcile.js';
import { deleteRefusedUpload } from '../uploading/upload.repository.js';
import { uploadReaderModule } from './sbom-readers.js';
import { stagedWarnings, type StagingEnd } from './staging.js';

/** Result of a finished import, as getJob shows it. */
export interface ImportResult extends ImportSummary {
  readonly warnings: readonly ImportWarning[];
  readonly warning_count: number;
  /** Status and counts of the SBOM right after the import, before resolution changes them. */
  readonly settled: Pick<SbomRow, 'status' | 'resolved_count' | 'partial_count' | 'unresolved_count'>;
}

/** A network file system shows a new file everywhere within seconds. */
const attemptsInCommonFolder = 3;

/** Rolls a dry run back and carries its result out of the transaction. */
class DryRunRollback extends Error {
  constructor(readonly result: ImportResult) {
    super('dry run');
  }
}

/** Imports an uploaded file into its SBOM. A file that fails leaves the SBOM unchanged. */
@Handles(ImportSbom)
export class ImportHandler implements JobHandler<ImportPayload> {
  constructor(
    private readonly importer: SbomImporter,
    private readonly blobs: BlobStore,
    private readonly files: CommonFiles,
    private readonly configuration: Configuration,
  ) {}

  async handle(context: JobContext, { import_id }: ImportPayload): Promise<void> {
    const { row, reading } = await context.read(async (sql) => {
      const row = await findImport(sql, import_id);
      if (!row) throw notFound('import');
      return { row, reading: await readingOptions(sql, row) };
    });
    try {
      await this.withFile(row.blob, context.attempt, (path) => this.importFile(context, row, reading, path));
    } catch (error) {
      // Stored so that a client that waits for the import gets the full reason.
      if (error instanceof CallerError)
        await context.transaction(async (sql) => {
          await refuseImport(sql, row.id, refusalFrom(error));
          await deleteRefusedUpload(sql, row.sbom_id);
        });
      if (!(error instanceof DryRunRollback)) throw error;
      const { result } = error;
      await context.transaction((sql) => context.complete(sql, { partial: result.warning_count > 0, result }));
    }
  }

  /**
   * Refuses a file that was damaged in the store. One that is missing may be there for the next worker, as long as this
   * one's store is not known to be the common one; and a common folder may be slow to show what another machine wrote.
   */
  private async withFile(sha256: string, attempt: number, work: (path: string) => Promise<void>): Promise<void> {
    try {
      await this.blobs.withFile(sha256, work);
    } catch (error) {
      if (error instanceof BlobDamagedError)
        throw new CallerError(422, 'The uploaded file was damaged in the store; upload it again', {
          reason: 'corrupt',
        });
      if (!(error instanceof BlobMissingError)) throw error;
      if (attempt < attemptsInCommonFolder || (await this.files.state()) !== 'common')
        throw new TransientError(
          `The uploaded file is not in ${this.blobs.place} of this worker; all processes need the same files`,
          2,
        );
      throw new CallerError(422, 'The uploaded file is missing from the store; upload it again', { reason: 'corrupt' });
    }
  }

  private async importFile(context: JobContext, row: ImportRow, reading: ReadingOptions, path: string): Promise<void> {
    const { memoryMb, timeoutSeconds, maxUnpackedBytes, maxDepth, maxComponents } = this.configuration.imports;
    const limits = { ...defaultLimits, maxBytes: maxUnpackedBytes, maxDepth, maxComponents };
    const spillFolder = this.blobs.scratchFolder();
    const input: ParseInput = { path, fileName: row.file_name, spillFolder, limits, ...reading };
    const childLimits = { memoryMb, timeoutMs: timeoutSeconds * 1000 };
    const reader = { module: uploadReaderModule, input, limits: childLimits };
    try {
      await this.importer.import(context, row.org_id, reader, (sql, staged) => this.publish(context, sql, row, staged));
    } finally {
      await this.blobs.removeScratch(spillFolder);
    }
  }

  private async publish(context: JobContext, sql: Sql, row: ImportRow, staged: StagingEnd): Promise<void> {
    if (!(await claimVisibility(sql, row)))
      throw new CallerError(
        409,
        'A newer file was imported into this SBOM, or the SBOM was deleted: this import was discarded',
      );
    if (staged.components === 0 && !row.options.allow_empty) await refuseEmpty(sql, row.sbom_id);
    const changes = await this.importer.replace(sql, { sbomId: row.sbom_id, orgId: row.org_id, importId: row.id });
    // Else its scoring would fail, and the SBOM wait for a verdict without end.
    await statementsOfDocument(sql, row.sbom_id);
    const result = await this.resultOf(sql, row, staged, changes);
    if (row.dry_run) throw new DryRunRollback(result);
    await makeImportVisible(sql, row.id, result);
    const { mapping } = row.options;
    if (mapping && staged.headers)
      await saveColumnMapping(sql, { orgId: row.org_id, headers: staged.headers, mapping });
    await this.importer.queueNextStage(sql, row.sbom_id);
    await context.complete(sql, { partial: result.warning_count > 0, result });
  }

  private async resultOf(
    sql: Sql,
    row: ImportRow,
    staged: StagingEnd,
    { sbom, ...changes }: EntryChanges & { sbom: SbomRow },
  ): Promise<ImportResult> {
    const warnings = await sql.query<{ data: BomWarning }>(stagedWarnings);
    const entries = await sql.one<{ n: number }>('SELECT count(*)::int AS n FROM matched');
    return {
      sbom_id: row.sbom_id,
      format: staged.format,
      components: entries?.n ?? 0,
      ...changes,
      warnings: warnings.map(({ data }) => ({ path: data.place, message: data.message })),
      warning_count: staged.warning_count,
      dry_run: row.dry_run,
      signatures: staged.signatures ?? [],
      ...(staged.columns && { columns: staged.columns }),
      settled: {
        status: sbom.status,
        resolved_count: sbom.resolved_count,
        partial_count: sbom.partial_count,
        unresolved_count: sbom.unresolved_count,
      },
    };
  }
}

type ReadingOptions = Pick<ParseInput, 'mappings' | 'trustedKeys'>;

async function readingOptions(sql: Sql, { org_id, options }: ImportRow): Promise<ReadingOptions> {
  const stored = await findColumnMappings(sql, org_id);
  const mappings = { ...(options.mapping && { given: options.mapping }), stored };
  return { mappings, trustedKeys: await findVerifyingKeys(sql, org_id) };
}

/** @throws CallerError 422 if the SBOM has entries, which an empty file would remove */
async function refuseEmpty(sql: Sql, sbomId: string): Promise<void> {
  const count = await countEntries(sql, sbomId);
  if (count === 0) return;
  const message = `The file lists no components, and the import would remove all ${count} entries of the SBOM: send the right file, or import with allow_empty=true`;
  throw new CallerError(422, message, { reason: 'empty' });
}

const refusalFrom = ({ status, message, details }: CallerError): Refusal => ({
  status: status as Refusal['status'],
  message,
  reason: details.reason ?? 'refused',
  place: details.place ?? '',
});
