import { Injectable } from '@nestjs/common';
import { isFinished } from '../../jobs/job-run.js';
import { JobsService } from '../../jobs/jobs.service.js';
import { invalid, notFound } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import { findOpenRuns } from '../compliance/compliance.repository.js';
import { ComplianceService } from '../compliance/compliance.service.js';
import { findSbom } from '../sboms.repository.js';
import { sbomView, type SbomView } from '../sboms.view.js';
import { NamedSboms } from '../uploading/named-sboms.js';
import { countFindings } from '../vulnerabilities/vulnerabilities.repository.js';
import { VulnerabilitiesService } from '../vulnerabilities/vulnerabilities.service.js';
import type { ComponentVulnerabilityView } from '../vulnerabilities/vulnerabilities.view.js';
import type { FindingsQuery, ProjectLookupQuery } from './dependency-track.dto.js';
import { metricsView } from './dependency-track.view.js';

const pageSize = 1_000;

/** What clients of Dependency-Track ask for, by the services of SBOMs. */
@Injectable()
export class DependencyTrackService {
  constructor(
    private readonly database: Database,
    private readonly sboms: NamedSboms,
    private readonly jobs: JobsService,
    private readonly compliance: ComplianceService,
    private readonly vulnerabilities: VulnerabilitiesService,
  ) {}

  /** @throws CallerError 404 */
  async lookUp(actor: Actor, { name, version }: ProjectLookupQuery): Promise<SbomView> {
    return this.project(actor, await this.sboms.idOf(actor, { name, version: version ?? '' }));
  }

  project(actor: Actor, id: string): Promise<SbomView> {
    return this.database.transaction(actor.tenancy, async (sql) =>
      sbomView(actor.authorize(await findSbom(sql, id), 'project')),
    );
  }

  /**
   * Whether the document is still being imported or its components are being assessed: findings are asked for once this
   * is false.
   *
   * @throws CallerError why the import failed: no findings would then look like a success
   */
  async isProcessing(actor: Actor, token: string): Promise<boolean> {
    const run = await this.jobs.get(actor, token);
    if (!isFinished(run.state)) return true;
    const { subject } = run;
    if (subject?.kind !== 'sbom') throw notFound('token');
    if (run.state === 'failed' || run.state === 'cancelled')
      throw invalid(`The import ${run.state === 'failed' ? 'failed' : 'was cancelled'}: ${run.error ?? 'no reason'}`);
    return (await this.database.transaction('system', (sql) => findOpenRuns(sql, subject.id))).length > 0;
  }

  /** Findings in pages, the worst first; those that nothing decides are findings too. */
  async *findings(actor: Actor, id: string, query: FindingsQuery): AsyncIterable<ComponentVulnerabilityView[]> {
    await this.project(actor, id);
    const limit = query.pageSize ?? pageSize;
    const isOnePage = Boolean(query.pageNumber ?? query.pageSize);
    for (let offset = ((query.pageNumber ?? 1) - 1) * limit; ; offset += limit) {
      const { rows } = await this.vulnerabilities.ofSbom(actor, { id, offset, limit, exploited: false });
      const shown = query.suppressed ? rows : rows.filter(({ status }) => status !== 'not_affected');
      if (shown.length > 0) yield shown;
      if (isOnePage || rows.length < limit) return;
    }
  }

  async metrics(actor: Actor, id: string): Promise<object> {
    const sbom = await this.project(actor, id);
    const evaluation = await this.compliance.applied(actor, { sbom_id: id, offset: 0, limit: 1 });
    const figures = await this.database.transaction(actor.tenancy, (sql) => countFindings(sql, id));
    return metricsView(sbom, figures, evaluation);
  }
}
