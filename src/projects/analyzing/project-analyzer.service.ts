import { Injectable } from '@nestjs/common';
import { mkdir } from 'node:fs/promises';
import { CallerError } from '../../model/errors.js';
import { defaultLimits } from '../../formats/format.js';
import type { JobContext } from '../../jobs/job-context.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import type { Sql } from '../../platform/database/sql.js';
import { startDeadline } from '../../platform/process/deadline.js';
import { BlobStore } from '../../platform/storage/blob-store.js';
import type { SbomReader } from '../../sboms/importing/sbom-readers.js';
import { recordSuccess } from '../../sboms/monitoring-states.repository.js';
import { markDelivered } from '../../sboms/sboms.repository.js';
import type { FetchedSource } from '../sources/source-fetcher.js';
import { SourceFetchers } from '../sources/source-fetchers.js';
import type { AnalyzeInput } from './analyze-protocol.js';
import { failAnalysis, finishUnchangedAnalysis, findAnalysis } from './analyses.repository.js';
import {
  analysisSummary,
  publishAnalysisFailed,
  publishAnalysisFinished,
  type AnalysisSummary,
} from './analysis-events.js';
import { AnalysisStart, pathsOf, type StartedAnalysis } from './analysis-start.js';
import { lockAnalyzedProject, ProjectSbomWriter } from './project-sbom-writer.js';
import { SourceLookups } from './source-lookups.js';

/** Completes the job in the transaction that makes the result visible. */
export type OnFinished = (sql: Sql, analyzed: AnalysisSummary) => Promise<void>;

/**
 * Fetches the source of a project, reads it in a bounded process, and publishes the result as the SBOM of the project.
 */
@Injectable()
export class ProjectAnalyzer {
  constructor(
    private readonly configuration: Configuration,
    private readonly blobs: BlobStore,
    private readonly fetchers: SourceFetchers,
    private readonly sbomWriter: ProjectSbomWriter,
    private readonly starter: AnalysisStart,
    private readonly lookups: SourceLookups,
  ) {}

  /** @throws CallerError, also stored with the analysis; TransientError if another attempt may succeed */
  async analyze(context: JobContext, analysisId: string, onFinished: OnFinished): Promise<void> {
    const folder = this.blobs.scratchFolder();
    const deadline = startDeadline(this.configuration.analyses.timeoutSeconds * 1000, context.signal);
    try {
      const started = await context.transaction((sql) => this.starter.start(sql, analysisId, context.actorId !== null));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const fetched = await this.fetch(context, started, folder, deadline.signal);
      if (fetched.tree === null) await this.finishUnchanged(context, started, onFinished);
      else
        await this.readSource(
          context,
          started,
          { ...fetched, tree: fetched.tree, folder, signal: deadline.signal },
          onFinished,
        );
    } catch (error) {
      const failure = deadline.passed ? this.timeoutError() : error;
      if (failure instanceof CallerError)
        await context.transaction(async (sql) =>
          publishAnalysisFailed(sql, await failAnalysis(sql, analysisId, failure.message)),
        );
      throw failure;
    } finally {
      deadline.clear();
      await this.blobs.removeScratch(folder);
    }
  }

  private async fetch(
    context: JobContext,
    started: StartedAnalysis,
    folder: string,
    signal: AbortSignal,
  ): Promise<FetchedSource> {
    const { project, secrets, last } = started;
    context.progress('fetching');
    const { maxBytes, timeoutSeconds: seconds } = this.configuration.analyses;
    return this.fetchers.of(project.type).fetch({
      project,
      secrets,
      folder,
      maxBytes,
      seconds,
      knownRevision: last?.same ? last.revision : null,
      signal,
    });
  }

  private async finishUnchanged(
    context: JobContext,
    { analysis, last, project: former, isOtherBranch }: StartedAnalysis,
    onFinished: OnFinished,
  ): Promise<void> {
    await context.transaction(async (sql) => {
      const project = await lockAnalyzedProject(sql, former);
      await finishUnchangedAnalysis(sql, analysis.id, last!.id);
      const analyzed = analysisSummary((await findAnalysis(sql, analysis.id))!);
      if (analyzed.sbom_id) await markDelivered(sql, analyzed.sbom_id);
      if (!isOtherBranch) await recordSuccess(sql, project);
      await publishAnalysisFinished(sql, project, analyzed);
      await onFinished(sql, analyzed);
    });
  }

  private async readSource(
    context: JobContext,
    started: StartedAnalysis,
    {
      tree,
      revision,
      folder,
      signal,
    }: { tree: AnalyzeInput['tree']; revision: string; folder: string; signal: AbortSignal },
    onFinished: OnFinished,
  ): Promise<void> {
    const { id: ref, name, merge_sboms: mergeSboms } = started.project;
    const paths = pathsOf(started.project);
    const version = tree.kind === 'git' ? tree.commit : '';
    const plain = this.reader(context, { tree, folder, paths, mergeSboms, subject: { ref, name, org: '', version } });
    const reader = await this.lookups.given(plain, context, signal);
    await this.sbomWriter.write(context, started, { reader, revision }, async (sql, project) => {
      const analyzed = analysisSummary((await findAnalysis(sql, started.analysis.id))!);
      if (!started.isOtherBranch) await recordSuccess(sql, project);
      await publishAnalysisFinished(sql, project, analyzed);
      await onFinished(sql, analyzed);
    });
  }

  private reader({ actorId }: JobContext, input: Omit<AnalyzeInput, 'limits'>): SbomReader {
    const { memoryMb, maxDepth, maxComponents } = this.configuration.imports;
    const { maxBytes, timeoutSeconds } = this.configuration.analyses;
    const limits = { ...defaultLimits, maxBytes, maxDepth, maxComponents };
    return {
      module: 'projects/analyzing/analyze.child',
      input: { ...input, limits } satisfies AnalyzeInput,
      limits: { memoryMb, timeoutMs: timeoutSeconds * 1000, hasLowPriority: actorId === null },
    };
  }

  private timeoutError(): CallerError {
    const message = `The analysis took longer than ${this.configuration.analyses.timeoutSeconds} s`;
    return new CallerError(413, message, { reason: 'limit' });
  }
}
