import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { notFound, TransientError } from '../../model/errors.js';
import { enqueue } from '../../jobs/enqueue.js';
import type { JobRun } from '../../jobs/job-run.js';
import { JobWatcher } from '../../jobs/watcher.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { Database } from '../../platform/database/database.js';
import { envelope } from '../../platform/http/envelope.js';
import { streamEnvelope } from '../../platform/http/streamed-json.js';
import type { Upload } from '../../platform/http/upload.js';
import { newId } from '../../platform/identifiers/uuid.js';
import { ComponentsRepository } from '../components/components.repository.js';
import { entryJsonAsImported } from '../components/components.view.js';
import { ImportSbom } from '../sboms.jobs.js';
import { jobOwner } from '../sboms.pipeline.js';
import { SbomsRepository } from '../sboms.repository.js';
import { sbomView, type SbomRow, type SbomView } from '../sboms.view.js';
import { refusalError } from './bill-filler.js';
import type { ImportResult } from './import.handler.js';
import { ImportsRepository } from './imports.repository.js';

/** Most warnings that an answer shows; getJob has them all. */
const shownWarnings = 100;

export interface AcceptedImport {
  readonly importId: string;
  readonly jobId: string;
  readonly sbom: SbomView;
}

@Injectable()
export class ImportsService {
  constructor(
    private readonly database: Database,
    private readonly configuration: Configuration,
    private readonly sboms: SbomsRepository,
    private readonly imports: ImportsRepository,
    private readonly components: ComponentsRepository,
    private readonly jobs: JobWatcher,
  ) {}

  /** Asked before a byte of the file is read. */
  mayImport(actor: Actor, sbomId: string): Promise<SbomRow> {
    return this.database.transaction(actor.tenancy, async (sql) =>
      actor.admit(await this.sboms.find(sql, sbomId), 'SBOM'),
    );
  }

  async accept(actor: Actor, sbomId: string, upload: Upload, dryRun: boolean): Promise<AcceptedImport> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const sbom = actor.admit(await this.sboms.findForUpdate(sql, sbomId), 'SBOM');
      const importId = newId();
      await this.imports.insert(sql, { id: importId, org_id: sbom.org_id, sbom_id: sbom.id, upload, dryRun });
      const jobId = await enqueue(
        sql,
        ImportSbom,
        { import_id: importId },
        { ...jobOwner(sbom), actorId: actor.userId },
      );
      return { importId, jobId, sbom: sbomView(sbom) };
    });
  }

  /** Waits for the import (not for resolution) and answers with all entries, or with 202 when it takes too long. */
  async answer(actor: Actor, accepted: AcceptedImport, wait: boolean, response: Response): Promise<void> {
    const run = wait ? await this.jobs.waitFor(accepted.jobId, this.configuration.imports.waitMs) : null;
    if (run?.state === 'succeeded' || run?.state === 'partial')
      return this.answerDone(actor, accepted, run.result as ImportResult, response);
    if (run?.state === 'failed' || run?.state === 'cancelled') await this.throwFailure(actor, accepted, run);
    response.status(202).json(envelope(accepted.sbom, { job_id: accepted.jobId }));
  }

  private async answerDone(
    actor: Actor,
    accepted: AcceptedImport,
    result: ImportResult,
    response: Response,
  ): Promise<void> {
    const { warnings, warning_count, dry_run, settled, ...counts } = result;
    const meta = {
      ...{ total_count: result.components, offset: 0, job_id: accepted.jobId },
      ...{ warnings: warnings.slice(0, shownWarnings), warning_count, import: { ...counts, dry_run } },
    };
    await this.database.transaction(actor.tenancy, async (sql) => {
      const row = await this.sboms.find(sql, accepted.sbom.id);
      if (!row) throw notFound('SBOM');
      const importedAt = '(SELECT visible_at FROM sbom_imports WHERE id = $2)';
      const entries = this.components.streamEntries(sql, row.id, entryJsonAsImported(importedAt), accepted.importId);
      const { entries: _none, ...head } = sbomView({ ...row, ...settled });
      await streamEnvelope(response, head, { name: 'entries', elements: texts(entries) }, meta);
    });
  }

  private async throwFailure(actor: Actor, accepted: AcceptedImport, run: JobRun): Promise<never> {
    const row = await this.database.transaction(actor.tenancy, (sql) => this.imports.find(sql, accepted.importId));
    if (row?.refusal) throw refusalError(row.refusal);
    throw new TransientError(run.error ?? `The import was ${run.state}`);
  }
}

async function* texts(batches: AsyncIterable<{ entry: string }[]>): AsyncIterable<string[]> {
  for await (const batch of batches) yield batch.map(({ entry }) => entry);
}
