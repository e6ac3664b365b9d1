import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Readable } from 'node:stream';
import { CallerError, notFound, TransientError } from '../../model/errors.js';
import { enqueue } from '../../jobs/enqueue.js';
import { isFailed, type JobRun } from '../../jobs/job-context.js';
import { JobWatcher } from '../../jobs/job-watcher.js';
import type { Actor, OwnedRow } from '../../organizations/access/actor.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { envelope, streamEnvelope } from '../../platform/http/envelope.js';
import type { UploadedFile } from '../../platform/http/upload.js';
import { BlobMissingError, BlobStore } from '../../platform/storage/blob-store.js';
import { newId } from '../../platform/identifiers/uuid.js';
import { streamEntries } from '../components/components.repository.js';
import { entryJson, entryJsonAsImported } from '../components/components.view.js';
import { AssessmentWaiter } from '../compliance/assessment-waiter.js';
import { ImportSbom } from '../sboms.jobs.js';
import { jobOptionsOf } from '../sboms.pipeline.js';
import type { GetImportsQuery } from '../sboms.dto.js';
import { owningTeam } from '../owning-team.js';
import { findSbom, findSbomForUpdate, insertTrialSbom } from '../sboms.repository.js';
import { sbomView, type SbomView } from '../sboms.view.js';
import { errorOfRefusal } from './sbom-importer.js';
import type { ImportResult } from './import.handler.js';
import {
  findImport,
  findOriginalFile,
  importedFilePage,
  insertImport,
  type ImportOptions,
} from './imports.repository.js';
import type { ImportedFileView } from './imports.view.js';

/** Maximum number of warnings in the answer; getJob returns all. */
const maxShownWarnings = 100;

export interface AcceptedImport {
  readonly importId: string;
  readonly jobId: string;
  readonly sbom: SbomView;
  /** The SBOM exists for the dry run alone. */
  readonly isTrial: boolean;
}

/** An SBOM, or the organization of one that does not exist: its import is always a dry run. */
export type ImportTarget = { readonly sbomId: string } | { readonly orgId: string };

/** What an answer waits for. */
export type Milestone = 'accepted' | 'imported' | 'assessed';

export interface AcceptOptions extends ImportOptions {
  readonly dryRun?: boolean;
}

@Injectable()
export class ImportsService {
  constructor(
    private readonly database: Database,
    private readonly configuration: Configuration,
    private readonly jobs: JobWatcher,
    private readonly blobs: BlobStore,
    private readonly waiter: AssessmentWaiter,
  ) {}

  /** Called before the upload is read. */
  authorizeImport(actor: Actor, target: ImportTarget): Promise<OwnedRow> {
    return this.database.transaction(actor.tenancy, async (sql) =>
      'sbomId' in target
        ? actor.authorize(await findSbom(sql, target.sbomId), 'SBOM')
        : owningTeam(sql, actor, target.orgId),
    );
  }

  accept(actor: Actor, target: ImportTarget, upload: UploadedFile, options?: AcceptOptions): Promise<AcceptedImport> {
    return this.database.transaction(actor.tenancy, (sql) => this.acceptIn(sql, actor, { target, upload, options }));
  }

  /** The same in the transaction of the caller. */
  async acceptIn(
    sql: Sql,
    actor: Actor,
    {
      target,
      upload,
      options: given = {},
    }: { target: ImportTarget; upload: UploadedFile; options?: AcceptOptions | undefined },
  ): Promise<AcceptedImport> {
    const { dryRun = false, ...options } = given;
    const sbom =
      'sbomId' in target
        ? actor.authorize(await findSbomForUpdate(sql, target.sbomId), 'SBOM')
        : await insertTrialSbom(sql, await owningTeam(sql, actor, target.orgId));
    const importId = newId();
    await insertImport(sql, { id: importId, org_id: sbom.org_id, sbom_id: sbom.id, upload, dryRun, options });
    const job = { ...jobOptionsOf(sbom), actorId: actor.userId };
    const jobId = await enqueue(sql, ImportSbom, { import_id: importId }, job);
    return { importId, jobId, sbom: sbomView(sbom), isTrial: 'orgId' in target };
  }

  /** Answers with all entries, or with 202 if what is waited for takes too long. */
  async answer(actor: Actor, accepted: AcceptedImport, until: Milestone, response: Response): Promise<void> {
    const since = performance.now();
    const isWaiting = until !== 'accepted';
    const run = isWaiting ? await this.jobs.waitFor(accepted.jobId, this.configuration.imports.waitMs) : null;
    const result = await this.resultOf(actor, accepted, run);
    const isReached = until !== 'assessed' || (await this.waiter.waitUntilAssessed(accepted.sbom.id, since));
    if (result && isReached) return this.answerFinished(actor, accepted, { result, until }, response);
    response.status(202).json(envelope(accepted.sbom, { job_id: accepted.jobId }));
  }

  /** Null while the import runs. @throws CallerError why the file was refused */
  async resultOf(actor: Actor, accepted: AcceptedImport, run: JobRun | null): Promise<ImportResult | null> {
    if (run?.state === 'succeeded' || run?.state === 'partial') return run.result as ImportResult;
    if (run && isFailed(run.state)) await this.throwFailure(actor, accepted, run);
    return null;
  }

  async listImports(actor: Actor, query: GetImportsQuery): Promise<{ rows: ImportedFileView[]; total: number }> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const sbom = actor.authorize(await findSbom(sql, query.id), 'SBOM');
      return importedFilePage(sql, sbom.id, query);
    });
  }

  /** The file of the visible import. */
  async openOriginal(
    actor: Actor,
    sbomId: string,
  ): Promise<{ file: { size: string; file_name: string }; bytes: Readable }> {
    const file = await this.database.transaction(actor.tenancy, async (sql) => {
      const sbom = actor.authorize(await findSbom(sql, sbomId), 'SBOM');
      return findOriginalFile(sql, sbom.id);
    });
    if (!file) throw notFound('imported file');
    return { file, bytes: await this.openBlob(file.blob) };
  }

  private async openBlob(blob: string): Promise<Readable> {
    try {
      return await this.blobs.open(blob);
    } catch (error) {
      if (!(error instanceof BlobMissingError)) throw error;
      throw new CallerError(404, 'The imported file is missing from the store; import it again', { reason: 'lost' });
    }
  }

  private async answerFinished(
    actor: Actor,
    accepted: AcceptedImport,
    { result, until }: { result: ImportResult; until: Milestone },
    response: Response,
  ): Promise<void> {
    const { warnings, warning_count, dry_run, settled, ...counts } = result;
    const meta = {
      total_count: result.components,
      offset: 0,
      job_id: accepted.jobId,
      warnings: warnings.slice(0, maxShownWarnings),
      warning_count,
      import: { ...counts, dry_run },
    };
    if (accepted.isTrial) return void response.json(envelope(accepted.sbom, meta));
    await this.database.transaction(actor.tenancy, async (sql) => {
      const row = await findSbom(sql, accepted.sbom.id);
      if (!row) throw notFound('SBOM');
      const importedAt = '(SELECT visible_at FROM sbom_imports WHERE id = $importId)';
      const isAssessed = until === 'assessed';
      const entries = isAssessed
        ? streamEntries(sql, row.id, entryJson)
        : streamEntries(sql, row.id, entryJsonAsImported(importedAt), { importId: accepted.importId });
      const { entries: _none, ...head } = sbomView(isAssessed ? row : { ...row, ...settled });
      const all = { ...meta, total_count: head.entry_count };
      await streamEnvelope(response, head, { name: 'entries', elements: entryTexts(entries) }, all);
    });
  }

  private async throwFailure(actor: Actor, accepted: AcceptedImport, run: JobRun): Promise<never> {
    const row = await this.database.transaction(actor.tenancy, (sql) => findImport(sql, accepted.importId));
    if (row?.refusal) throw errorOfRefusal(row.refusal);
    throw new TransientError(run.error ?? `The import was ${run.state}`);
  }
}

async function* entryTexts(batches: AsyncIterable<{ entry: string }[]>): AsyncIterable<string[]> {
  for await (const batch of batches) yield batch.map(({ entry }) => entry);
}
