import { Injectable } from '@nestjs/common';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { Quotas } from '../../platform/http/quotas.js';
import { ComplianceService } from '../compliance/compliance.service.js';
import type { EvaluationView } from '../compliance/compliance.view.js';
import { findSbom } from '../sboms.repository.js';
import { sbomView, type SbomRow, type SbomView } from '../sboms.view.js';
import { VulnerabilitiesService } from '../vulnerabilities/vulnerabilities.service.js';
import type { ComponentVulnerabilityView } from '../vulnerabilities/vulnerabilities.view.js';
import {
  findingOrders,
  pageOf,
  sortOf,
  violationOrders,
  type FindingsQuery,
  type ViolationsQuery,
} from './dependency-track.dto.js';
import { countViolations, violatingComponentPage } from './dependency-track.repository.js';
import { pendingSbom, violationsOf } from './policy-violations.js';

/** Of a list that is asked for without a size. */
const sizes = { standard: 100 };
/** At most, of what is read at a time. */
const pageSize = 1_000;
/** A list that a client reads page by page until it has `total`. */
export interface PagedList<T> {
  readonly total: number;
  readonly pages: AsyncIterable<readonly T[]>;
}

/** The long lists of a project. */
@Injectable()
export class DependencyTrackLists {
  constructor(
    private readonly database: Database,
    private readonly compliance: ComplianceService,
    private readonly vulnerabilities: VulnerabilitiesService,
    private readonly quotas: Quotas,
  ) {}

  /** Findings in pages, the worst first; those that nothing decides are findings too. */
  withFindings(
    actor: Actor,
    id: string,
    query: FindingsQuery,
    use: (findings: PagedList<ComponentVulnerabilityView>) => Promise<void>,
  ): Promise<void> {
    const filter = { open: !query.suppressed, source: query.source || undefined };
    const sort = sortOf(findingOrders, query);
    const asked = pageOf(query, sizes);
    const last = asked.limit === null ? Infinity : asked.offset + asked.limit;
    return this.inSnapshot(actor, id, async (sql) => {
      const read = (offset: number) =>
        this.vulnerabilities.findings(sql, id, filter, { offset, limit: Math.min(last - offset, pageSize), sort });
      const first = await read(asked.offset);
      async function* pages(): AsyncIterable<ComponentVulnerabilityView[]> {
        let { rows } = first;
        for (let offset = asked.offset + pageSize; rows.length > 0; offset += pageSize) {
          yield rows;
          if (offset >= last || rows.length < pageSize) return;
          ({ rows } = await read(offset));
        }
      }
      await use({ total: first.total, pages: pages() });
    });
  }

  /** What breaks the ruleset, and what is not assessed. */
  withViolations(
    actor: Actor,
    id: string,
    query: ViolationsQuery,
    use: (violations: PagedList<object>) => Promise<void>,
  ): Promise<void> {
    return this.inSnapshot(actor, id, async (sql, row) => {
      const evaluation = await this.compliance.appliedTo(sql, row, { offset: 0, limit: 1 });
      const counted = await countViolations(sql, id);
      const isEmpty = counted === 0 && evaluation.verdict === 'pending';
      const pages = this.violationPages(sql, { sbom: sbomView(row), evaluation }, query);
      await use({ total: isEmpty ? 1 : counted, pages });
    });
  }

  /** All pages show one state: a rescoring in between would lose or double what it moves to another. */
  private inSnapshot(actor: Actor, id: string, work: (sql: Sql, sbom: SbomRow) => Promise<void>): Promise<void> {
    return this.quotas.exports.run(actor.quotaKey, () =>
      this.database.snapshot(actor.tenancy, async (sql) =>
        work(sql, actor.authorize(await findSbom(sql, id), 'project')),
      ),
    );
  }

  /** In pages of at most as many components. */
  private async *violationPages(
    sql: Sql,
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
      const found = await violatingComponentPage(sql, id, page);
      const made = found.flatMap((component) => violationsOf(sbom, evaluation, component));
      if (offset === 0 && made.length === 0 && evaluation.verdict === 'pending')
        made.push(pendingSbom(sbom, evaluation));
      const shown = made.slice(Math.max(0, first - seen), last - seen);
      if (shown.length > 0) yield shown;
      seen += made.length;
      if (found.length < pageSize) return;
    }
  }
}
