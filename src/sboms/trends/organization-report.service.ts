import { Injectable } from '@nestjs/common';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { Quotas } from '../../platform/http/quotas.js';
import { severityLevels } from '../../scores/vulnerabilities/severity.js';
import { organizationFigures } from '../organization-figures.repository.js';
import { anySbom, sbomPage } from '../sboms.repository.js';
import { organizationMetricsView, sbomView, type SbomView } from '../sboms.view.js';
import { organizationVulnerabilityPage } from '../vulnerabilities/organization-vulnerabilities.repository.js';
import { organizationVulnerabilityView } from '../vulnerabilities/vulnerability-views.js';
import type { OrganizationReportView, SupplierTrendView } from './organization-report.view.js';
import { findOrganizationName } from '../exporting/export.repository.js';
import { trendDays } from './trend-period.js';
import { unknownRisk } from '../risk-order.js';
import { knownPointRisk, trendPoint } from './trend-points.js';
import type { OrganizationReportQuery } from './trends.dto.js';
import { supplierTrendRows, type TrendScope } from './trends.repository.js';
import { readTrend, scopeOf } from './trends.service.js';

const maxWorst = 100;
const sbomsPerPage = 500;

/** Data of one report, read in one snapshot. */
export interface OrganizationReportSource {
  readonly view: OrganizationReportView;
  /** Every SBOM, those with the most risk first. */
  sboms(): AsyncIterable<SbomView[]>;
}

/** Reports over an organization. */
@Injectable()
export class OrganizationReportService {
  constructor(
    private readonly database: Database,
    private readonly quotas: Quotas,
  ) {}

  async withReport(
    actor: Actor,
    { org_id: orgId, days }: OrganizationReportQuery,
    write: (source: OrganizationReportSource) => Promise<void>,
  ): Promise<void> {
    actor.organization(orgId);
    const scope = scopeOf(actor, orgId);
    await this.quotas.exports.run(actor.quotaKey, () =>
      this.database.snapshot(actor.tenancy, async (sql) => {
        const view = await this.view(sql, scope, days ?? trendDays);
        await write({ view, sboms: () => this.sboms(sql, scope) });
      }),
    );
  }

  private async view(sql: Sql, scope: TrendScope, days: number): Promise<OrganizationReportView> {
    const { orgId, visibleScope } = scope;
    const seen = { orgId, visibleScope };
    const all = { q: null, severity: null, status: 'affected', exploited: false };
    const found = await organizationVulnerabilityPage(sql, seen, all, { offset: 0, limit: maxWorst });
    const worst = await this.page(sql, scope, 0, maxWorst);
    return {
      org_id: orgId,
      name: await findOrganizationName(sql, orgId),
      created_at: new Date().toISOString(),
      days,
      metrics: organizationMetricsView(await organizationFigures(sql, orgId, visibleScope)),
      sbom_count: worst.total,
      vulnerabilities: Object.fromEntries(severityLevels.map((level) => [level, found.severities[level] ?? 0])),
      coverage: found.coverage,
      trend: await readTrend(sql, scope, days),
      suppliers: await suppliersOf(sql, scope, days),
      worst_sboms: worst.rows,
      vulnerability_count: found.total,
      worst_vulnerabilities: found.rows.map(organizationVulnerabilityView),
    };
  }

  private async *sboms(sql: Sql, scope: TrendScope): AsyncIterable<SbomView[]> {
    for (let offset = 0; ; offset += sbomsPerPage) {
      const { rows } = await this.page(sql, scope, offset, sbomsPerPage);
      if (rows.length > 0) yield rows;
      if (rows.length < sbomsPerPage) return;
    }
  }

  private async page(
    sql: Sql,
    { orgId, visibleScope }: TrendScope,
    offset: number,
    limit: number,
  ): Promise<{ rows: SbomView[]; total: number }> {
    const order = { filter: anySbom, sort: '-risk', paging: { offset, limit } };
    const { rows, total } = await sbomPage(sql, orgId, visibleScope, order);
    return { rows: rows.map(sbomView), total };
  }
}

async function suppliersOf(sql: Sql, scope: TrendScope, days: number): Promise<SupplierTrendView[]> {
  const rows = await supplierTrendRows(sql, scope, { days, steps: 1 });
  const end = rows.reduce((latest, { at }) => Math.max(latest, at.getTime()), 0);
  const suppliers = new Map<string, SupplierTrendView>();
  for (const { supplier, ...row } of rows) {
    const one = suppliers.get(supplier) ?? { supplier, before: null, now: null };
    suppliers.set(supplier, { ...one, [row.at.getTime() === end ? 'now' : 'before']: trendPoint(row) });
  }
  const risk = ({ now }: SupplierTrendView): number =>
    now === null ? -1 : (knownPointRisk(now) ?? Math.max(now.risk ?? 0, unknownRisk));
  return [...suppliers.values()].sort((a, b) => risk(b) - risk(a) || (a.supplier < b.supplier ? -1 : 1));
}
