import { Injectable } from '@nestjs/common';
import { JobWatcher } from '../../jobs/job-watcher.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import type { UploadedFile } from '../../platform/http/upload.js';
import { AssessmentWaiter } from '../compliance/assessment-waiter.js';
import { ImportsService } from '../importing/imports.service.js';
import { NamedSboms } from './named-sboms.js';
import { SbomAssessments } from './sbom-assessments.js';
import type { CheckSbomQuery, UploadSbomFields } from './upload.dto.js';
import type { UploadView } from './upload.view.js';

export interface Uploaded {
  readonly view: UploadView;
  readonly jobId: string;
  readonly vulnerabilityCount: number;
  readonly warningCount: number;
  /** False: the answer came before the end of what was waited for. */
  readonly isComplete: boolean;
}

/** One call for pipelines: creates or finds the SBOM, imports the file and tells what the ruleset says. */
@Injectable()
export class UploadService {
  constructor(
    private readonly configuration: Configuration,
    private readonly sboms: NamedSboms,
    private readonly imports: ImportsService,
    private readonly jobs: JobWatcher,
    private readonly assessments: SbomAssessments,
    private readonly waiter: AssessmentWaiter,
  ) {}

  async upload(actor: Actor, fields: UploadSbomFields, file: UploadedFile): Promise<Uploaded> {
    const options = { allow_empty: fields.allow_empty ?? false };
    const {
      id,
      created,
      used: accepted,
    } = await this.sboms.findOrCreate(actor, fields, (sql, sbomId, created) =>
      this.imports.acceptIn(sql, actor, {
        target: { sbomId },
        upload: file,
        options: created ? { ...options, creates_sbom: true } : options,
      }),
    );
    const since = performance.now();
    const run = fields.async ? null : await this.jobs.waitFor(accepted.jobId, this.configuration.imports.waitMs);
    const result = await this.imports.resultOf(actor, accepted, run);
    const isSettled = result !== null && fields.wait ? await this.waiter.waitUntilAssessed(id, since) : null;
    const changes = result && { added: result.added, updated: result.updated, removed: result.removed };
    const { view, vulnerabilityCount } = await this.assessments.of(actor, id, { created, changes });
    return {
      view,
      vulnerabilityCount,
      jobId: accepted.jobId,
      warningCount: result?.warning_count ?? 0,
      isComplete: result !== null && isSettled !== false,
    };
  }

  /** The same of an SBOM that is there. */
  async check(actor: Actor, query: CheckSbomQuery): Promise<Omit<Uploaded, 'jobId' | 'warningCount'>> {
    const id = query.id ?? (await this.sboms.idOf(actor, query));
    await this.imports.authorizeImport(actor, { sbomId: id });
    const isComplete = query.wait ? await this.waiter.waitUntilAssessed(id) : true;
    return { ...(await this.assessments.of(actor, id, { created: false, changes: null })), isComplete };
  }
}
