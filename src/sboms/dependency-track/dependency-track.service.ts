import { Injectable } from '@nestjs/common';
import { isFailed, isFinished } from '../../jobs/job-context.js';
import { JobsService } from '../../jobs/jobs.service.js';
import { CallerError, invalid, notFound } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import { findOpenRuns } from '../compliance/compliance.repository.js';
import { ComplianceService } from '../compliance/compliance.service.js';
import { findSbom, findSboms } from '../sboms.repository.js';
import { SbomsService } from '../sboms.service.js';
import { sbomView, type SbomView } from '../sboms.view.js';
import { NamedSboms } from '../uploading/named-sboms.js';
import { countFindings } from '../vulnerabilities/vulnerabilities.repository.js';
import {
  pageOf,
  projectOrders,
  sortOf,
  type NewProject,
  type ProjectLookupQuery,
  type ProjectProperties,
  type ProjectsQuery,
} from './dependency-track.dto.js';
import { visibleSbomIds } from './dependency-track.repository.js';
import { type MeasuredProject, metricsView } from './dependency-track.view.js';

/** Some clients ask for a million at once. */
const projectSizes = { standard: 100, max: 10_000 };

/** What clients of Dependency-Track ask for, by the services of SBOMs. */
@Injectable()
export class DependencyTrackService {
  constructor(
    private readonly database: Database,
    private readonly sboms: NamedSboms,
    private readonly sbomsService: SbomsService,
    private readonly jobs: JobsService,
    private readonly compliance: ComplianceService,
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

  /** The one of the name that was changed last. @throws CallerError 404 */
  async latest(actor: Actor, name: string): Promise<SbomView> {
    const page = { offset: 0, limit: 1, sort: '-updated_at' };
    return this.database.transaction(actor.tenancy, async (sql) => {
      const { ids } = await visibleSbomIds(sql, actor.visibleScope, { name, part: null }, page);
      const [row] = await findSboms(sql, ids);
      return sbomView(actor.authorize(row ?? null, 'project'));
    });
  }

  /** @throws CallerError 409 if there is one of that name and version */
  async create(actor: Actor, { name, version }: NewProject): Promise<SbomView> {
    const named = { name, version: version ?? '' };
    const { created, used } = await this.sboms.findOrCreate(actor, named, (sql, id) => findSbom(sql, id));
    if (created) return sbomView(used!);
    throw new CallerError(409, 'A project with the specified name and version already exists', {
      fields: { name: 'exists with this version' },
    });
  }

  delete(actor: Actor, id: string): Promise<void> {
    return this.sbomsService.delete(actor, id, null);
  }

  /**
   * Whether the document is still being imported or its components are being assessed: findings are asked for once this
   * is false. The token of statements is the project.
   *
   * @throws CallerError why the import failed: no findings would then look like a success
   */
  async isProcessing(actor: Actor, token: string): Promise<boolean> {
    const project = await this.database.transaction(actor.tenancy, (sql) => findSbom(sql, token));
    if (project) return this.isAssessing(actor.authorize(project, 'token').id);
    const run = await this.jobs.get(actor, token);
    if (!isFinished(run.state)) return true;
    const { subject } = run;
    if (subject?.kind !== 'sbom') throw notFound('token');
    if (isFailed(run.state))
      throw invalid(`The import ${run.state === 'failed' ? 'failed' : 'was cancelled'}: ${run.error ?? 'no reason'}`);
    return this.isAssessing(subject.id);
  }

  private async isAssessing(sbomId: string): Promise<boolean> {
    return (await this.database.transaction('system', (sql) => findOpenRuns(sql, sbomId))).length > 0;
  }

  async projects(actor: Actor, query: ProjectsQuery): Promise<{ projects: SbomView[]; total: number }> {
    const { offset, limit } = pageOf(query, projectSizes);
    const filter = { name: query.name || null, part: query.searchText || null };
    const sort = sortOf(projectOrders, query);
    const page = { offset, limit: limit ?? projectSizes.standard, sort };
    return this.database.transaction(actor.tenancy, async (sql) => {
      const { ids, total } = await visibleSbomIds(sql, actor.visibleScope, filter, page);
      const rows = new Map((await findSboms(sql, ids)).map((row) => [row.id, row]));
      return { projects: ids.flatMap((id) => rows.get(id) ?? []).map(sbomView), total };
    });
  }

  /** Name and version may be changed; a project has nothing else of what clients send. */
  async change(actor: Actor, id: string, { name, version }: ProjectProperties): Promise<SbomView> {
    if (!name && typeof version !== 'string') return this.project(actor, id);
    return this.sbomsService.update(actor, {
      id,
      ...(name && { name }),
      ...(typeof version === 'string' && { version }),
    });
  }

  async measured(actor: Actor, sbom: SbomView): Promise<MeasuredProject> {
    return { sbom, figures: await this.database.transaction(actor.tenancy, (sql) => countFindings(sql, sbom.id)) };
  }

  async metrics(actor: Actor, id: string): Promise<object> {
    const sbom = await this.project(actor, id);
    const evaluation = await this.compliance.applied(actor, { sbom_id: id, offset: 0, limit: 1 });
    const { figures } = await this.measured(actor, sbom);
    return metricsView(sbom, figures, evaluation);
  }
}
