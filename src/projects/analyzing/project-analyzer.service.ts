import { Injectable } from '@nestjs/common';
import { mkdir } from 'node:fs/promises';
import { CallerError } from '../../model/errors.js';
import { defaultLimits } from '../../formats/format.js';
import type { JobContext } from '../../jobs/job-context.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import type { Sql } from '../../platform/database/sql.js';
import { BlobStore } from '../../platform/storage/blob-store.js';
import type { Reader } from '../../sboms/importing/bill-filler.js';
import type { Fetched } from '../sources/source-fetcher.js';
import { SourceFetchers } from '../sources/source-fetchers.js';
import type { AnalyzeInput } from './analyze-protocol.js';
import { AnalysesRepository } from './analyses.repository.js';
import { announceFailed, announceFinished, type Analyzed } from './analysis-events.js';
import { AnalysisBeginning, type Begun } from './analysis-beginning.js';
import { ProjectBills } from './project-bills.js';

/** Ends the work in the transaction that makes the result visible. */
export type Conclude = (sql: Sql, analyzed: Analyzed) => Promise<void>;

/** Fetches a project's source, has a bounded process read it, and makes the result the project's SBOM. */
@Injectable()
export class ProjectAnalyzer {
  constructor(
    private readonly configuration: Configuration,
    private readonly blobs: BlobStore,
    private readonly fetchers: SourceFetchers,
    private readonly bills: ProjectBills,
    private readonly beginning: AnalysisBeginning,
    private readonly analyses: AnalysesRepository,
  ) {}

  /** @throws CallerError, also written down with the analysis; TransientError where another attempt may help */
  async analyze(context: JobContext, analysisId: string, conclude: Conclude): Promise<void> {
    const folder = this.blobs.scratchFolder();
    const late = AbortSignal.timeout(this.configuration.analyses.timeoutSeconds * 1000);
    try {
      const begun = await context.transaction((sql) => this.beginning.begin(sql, analysisId));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const fetched = await this.fetch(context, begun, folder, late);
      if (fetched.tree === null) await this.concludeUnchanged(context, begun, conclude);
      else await this.read(context, begun, { ...fetched, tree: fetched.tree, folder }, conclude);
    } catch (error) {
      const told = late.aborted && !context.signal.aborted ? this.tooLong() : error;
      if (told instanceof CallerError)
        await context.transaction(async (sql) =>
          announceFailed(sql, await this.analyses.fail(sql, analysisId, told.message)),
        );
      throw told;
    } finally {
      await this.blobs.removeScratch(folder);
    }
  }

  private async fetch(context: JobContext, begun: Begun, folder: string, late: AbortSignal): Promise<Fetched> {
    const { project, secrets, last } = begun;
    context.progress('fetching');
    const { maxBytes, timeoutSeconds: seconds } = this.configuration.analyses;
    return this.fetchers.of(project.type).fetch({
      ...{ project, secrets, folder, maxBytes, seconds },
      known: last?.same ? last.revision : null,
      signal: AbortSignal.any([context.signal, late]),
    });
  }

  private async concludeUnchanged(
    context: JobContext,
    { analysis, last, project }: Begun,
    conclude: Conclude,
  ): Promise<void> {
    await context.transaction(async (sql) => {
      await this.analyses.finishUnchanged(sql, analysis.id, last!.id);
      const { sbom_id, warning_count, revision } = (await this.analyses.find(sql, analysis.id))!;
      const analyzed = { analysis_id: analysis.id, sbom_id, revision: revision!, unchanged: true, warning_count };
      await announceFinished(sql, project, analyzed);
      await conclude(sql, analyzed);
    });
  }

  private async read(
    context: JobContext,
    begun: Begun,
    { tree, revision, folder }: { tree: AnalyzeInput['tree']; revision: string; folder: string },
    conclude: Conclude,
  ): Promise<void> {
    const { id: ref, name } = begun.project;
    const version = tree.kind === 'git' ? tree.commit : '';
    const reader = this.reader(context, { tree, folder, subject: { ref, name, org: '', version } });
    await this.bills.fill(context, begun, { reader, revision }, async (sql, { sbom_id, warning_count }) => {
      const analyzed = { analysis_id: begun.analysis.id, sbom_id, revision, unchanged: false, warning_count };
      await announceFinished(sql, begun.project, analyzed);
      await conclude(sql, analyzed);
    });
  }

  private reader({ actorId }: JobContext, input: Omit<AnalyzeInput, 'limits'>): Reader {
    const { memoryMb, maxDepth, maxComponents } = this.configuration.imports;
    const { maxBytes, timeoutSeconds } = this.configuration.analyses;
    const limits = { ...defaultLimits, maxBytes, maxDepth, maxComponents };
    return {
      module: 'projects/analyzing/analyze.child',
      input: { ...input, limits } satisfies AnalyzeInput,
      bounds: { memoryMb, timeoutMs: timeoutSeconds * 1000, isPatient: actorId === null },
    };
  }

  private tooLong(): CallerError {
    const message = `The analysis takes longer than ${this.configuration.analyses.timeoutSeconds} s`;
    return new CallerError(413, message, { reason: 'limit' });
  }
}
