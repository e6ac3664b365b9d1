import { Injectable } from '@nestjs/common';
import { isFailed, isFinished } from '../../jobs/job-context.js';
import { JobsService } from '../../jobs/jobs.service.js';
import { CallerError, invalid, notFound } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import { findOpenRuns } from '../compliance/compliance.repository.js';
import type { EvaluationView } from '../compliance/compliance.view.js';
import { ComplianceService } from '../compliance/compliance.service.js';
import { findSbom, findSboms } from '../sboms.repository.js';
import { SbomsService } from '../sboms.service.js';
import { sbomView, type SbomView } from '../sboms.view.js';
import { NamedSboms } from '../uploading/named-sboms.js';
import { countFindings } from '../vulnerabilities/vulnerabilities.repository.js';
import { VulnerabilitiesService } from '../vulnerabilities/vulnerabilities.service.js';
import type { ComponentVulnerabilityView } from '../vulnerabilities/vulnerabilities.view.js';
import {
  findingOrders,
  pageOf,
  projectOrders,
  sortOf,
  violationOrders,
  type FindingsQuery,
  type NewProject,
  type ProjectLookupQuery,
  type ProjectProperties,
  type ProjectsQuery,
  type ViolationsQuery,
} from './dependency-track.dto.js';
import { countViolations, violatingComponentPage, visibleSbomIds } from './dependency-track.repository.js';
import { metricsView } from './dependency-track.view.js';
import { pendingSbom, violationsOf } from './policy-violations.js';

/** At most, of what is read at a time. */
const pageSize = 1_000;
/** Of a list that is asked for without a size. */
const sizes = { standard: 100 };
/** Some clients ask for a million at once. */
const projectSizes = { ...sizes, max: 10_000 };

/** A list that a client reads page by page until it has `total`. */
export interface PagedList<T> {
  readonly total: number;
  readonly pages: AsyncIterable<readonly T[]>;
}

/** What clients of Dependency-Track ask for, by the services of SBOMs. */
@Injectable()
export class DependencyTrackService {
  constructor(
    private readonly database: Database,
    private readonly sboms: NamedSboms,
    private readonly sbomsService: SbomsService,
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

  /** Findings in pages, the worst first; those that nothing decides are findings too. */
  async findings(actor: Actor, id: string, query: FindingsQuery): Promise<PagedList<ComponentVulnerabilityView>> {
    const filter = { open: !query.suppressed, source: query.source || undefined };
    const sort = sortOf(findingOrders, query);
    const asked = pageOf(query, sizes);
    const last = asked.limit === null ? Infinity : asked.offset + asked.limit;
    const read = (offset: number) => {
      const limit = Math.min(last - offset, pageSize);
      return this.vulnerabilities.findings(actor, id, filter, { offset, limit, sort });
    };
    const first = await read(asked.offset);
    async function* pages(): AsyncIterable<ComponentVulnerabilityView[]> {
      let { rows } = first;
      for (let offset = asked.offset + pageSize; rows.length > 0; offset += pageSize) {
        yield rows;
        if (offset >= last || rows.length < pageSize) return;
        ({ rows } = await read(offset));
      }
    }
    return { total: first.total, pages: pages() };
  }

  /** What breaks the ruleset, and what is not assessed. */
  async violations(actor: Actor, id: string, query: ViolationsQuery): Promise<PagedList<object>> {
    const sbom = await this.project(actor, id);
    const evaluation = await this.compliance.applied(actor, { sbom_id: id, offset: 0, limit: 1 });
    const counted = await this.database.transaction(actor.tenancy, (sql) => countViolations(sql, id));
    const isEmpty = counted === 0 && evaluation.verdict === 'pending';
    return { total: isEmpty ? 1 : counted, pages: this.violationPages(actor, { sbom, evaluation }, query) };
  }

  /** In pages of at most as many components. */
  private async *violationPages(
    actor: Actor,
    { sbom, evaluation }: { sbom: SbomView; evaluation: EvaluationView },
    query: ViolationsQuery,
  ): AsyncIterable<object[]> {
    const { id } = sbom;
    const sort = sortOf(violationOrders, query);
    const { offset: first, limit: count } = pageOf(query, sizes);
    const last = count === null ? Infinity : first + count;
    let seen = 0;
    for (let offset = 0; seen < last; offset += pageSize) {
      const page = { offset, limit: pageSize, sort };
      const found = await this.database.transaction(actor.tenancy, (sql) => violatingComponentPage(sql, id, page));
      const made = found.flatMap((component) => violationsOf(sbom, evaluation, component));
      if (offset === 0 && made.length === 0 && evaluation.verdict === 'pending')
        made.push(pendingSbom(sbom, evaluation));
      const shown = made.slice(Math.max(0, first - seen), last - seen);
      if (shown.length > 0) yield shown;
      seen += made.length;
      if (found.length < pageSize) return;
    }
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

  async metrics(actor: Actor, id: string): Promise<object> {
    const sbom = await this.project(actor, id);
    const evaluation = await this.compliance.applied(actor, { sbom_id: id, offset: 0, limit: 1 });
    const figures = await this.database.transaction(actor.tenancy, (sql) => countFindings(sql, id));
    return metricsView(sbom, figures, evaluation);
  }
}
