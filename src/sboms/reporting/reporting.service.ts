import { Injectable } from '@nestjs/common';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { Quotas } from '../../platform/http/quotas.js';
import type { ResolvedEntity } from '../../scores/entities/entity.js';
import { FixAdvisor } from '../../scores/facts/fix-advisor.js';
import { readExploitedProducts, readMayConcern } from '../../scores/facts/may-concern.js';
import { roundScore } from '../../scores/metrics/formula.js';
import { classOfLicense } from '../../licenses/license-classes.js';
import { entityOfSelection } from '../../scores/stored/entity-of-selection.js';
import type { ExploitedProducts } from '../../scores/vulnerabilities/exploited-products.js';
import { type SeverityLevel, severityLevels } from '../../scores/vulnerabilities/severity.js';
import { AssessmentWaiter } from '../compliance/assessment-waiter.js';
import { findInternalEntries } from '../exporting/export.repository.js';
import { gapPage } from '../gaps/gaps.repository.js';
import { importedFilePage } from '../importing/imports.repository.js';
import { findSbom } from '../sboms.repository.js';
import { sbomView, type SbomView } from '../sboms.view.js';
import { countByCoverage, countBySeverity, countUndecided } from '../vulnerabilities/vulnerabilities.repository.js';
import { reportComponent } from './report-component.js';
import { type LicenseCount, type ReportComponent, type SbomReport } from './report-data.js';
import {
  scoreHistory,
  worstEntries,
  streamReportEntries,
  streamLicenses,
  type ReportRow,
} from './reporting.repository.js';
import { componentLicense } from '../scoring/component-score.js';
import { trendDays } from '../trends/trend-period.js';
import type { TrendScope } from '../trends/trends.repository.js';
import { readTrend, scopeOf } from '../trends/trends.service.js';

const maxComponents = 25;
const maxLicenses = 500;
const maxGaps = 200;
const maxHistoryPoints = 1_000;

export interface ReportRequest {
  readonly id: string;
  readonly wait?: boolean | null;
  /** Refuses, in the snapshot that the report is made of. */
  readonly check?: (sql: Sql) => Promise<void>;
}

/** Data of one report. */
export interface ReportSource {
  readonly sbom: SbomView;
  summary(): Promise<SbomReport>;
  /** Ids of the internal components among the live ones. */
  internalIds(): Promise<ReadonlySet<string>>;
  /** All components, in batches. */
  components(): AsyncIterable<ReportComponent[]>;
}

/** Reports for people. */
@Injectable()
export class ReportingService {
  constructor(
    private readonly database: Database,
    private readonly advisor: FixAdvisor,
    private readonly quotas: Quotas,
    private readonly waiter: AssessmentWaiter,
  ) {}

  /** All data is read in one snapshot. */
  async withReport(
    actor: Actor,
    { id, wait, check }: ReportRequest,
    write: (report: ReportSource) => Promise<void>,
  ): Promise<void> {
    if (wait) await this.wait(actor, id);
    const inSnapshot = (): Promise<void> =>
      this.database.snapshot(actor.tenancy, async (sql) => {
        const sbom = sbomView(actor.authorize(await findSbom(sql, id), 'SBOM'));
        await check?.(sql);
        await write({
          sbom,
          summary: () => this.summary(sql, sbom, scopeOf(actor, sbom.org_id, { sbomId: sbom.id })),
          internalIds: async () => new Set((await findInternalEntries(sql, sbom.id)).map((entry) => entry.id)),
          components: () => this.components(sql, sbom.id),
        });
      });
    await this.quotas.exports.run(actor.quotaKey, inSnapshot);
  }

  private async wait(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(actor.tenancy, async (sql) => actor.authorize(await findSbom(sql, id), 'SBOM'));
    await this.waiter.waitUntilAssessed(id);
  }

  private async summary(sql: Sql, sbom: SbomView, scope: TrendScope): Promise<SbomReport> {
    const counted = await countBySeverity(sql, sbom.id, null);
    const coverage = await countByCoverage(sql, sbom.id, null);
    const history = await scoreHistory(sql, sbom.id, maxHistoryPoints);
    const gaps = await gapPage(sql, { sbomId: sbom.id, accepted: null }, { offset: 0, limit: maxGaps });
    const licenses = await this.licenses(sql, sbom.id);
    return {
      sbom, created_at: new Date().toISOString(),
      vulnerabilities: Object.fromEntries(severityLevels.map((level) => [level, counted[level] ?? 0])) as Record<SeverityLevel, number>,
      undecided: await countUndecided(sql, sbom.id),
      unexamined: coverage.reduce((sum, { status, count }) => sum + (status === 'not_examined' ? count : 0), 0),
      coverage,
      components: await this.described(sql, await worstEntries(sql, sbom.id, maxComponents), await readExploitedProducts(sql)),
      signatures: (await importedFilePage(sql, sbom.id, { offset: 0, limit: 1 })).rows[0]?.signatures ?? [],
      gaps: gaps.rows, gap_count: gaps.total,
      licenses: licenses.slice(0, maxLicenses), license_count: licenses.length,
      history: history.map((point) => ({ ...point, risk: roundScore(point.risk) })),
      trend: await readTrend(sql, scope, trendDays),
    }; // prettier-ignore
  }

  private async *components(sql: Sql, sbomId: string): AsyncIterable<ReportComponent[]> {
    const exploited = await readExploitedProducts(sql);
    for await (const rows of streamReportEntries(sql, sbomId)) yield await this.described(sql, rows, exploited);
  }

  /** With the advice for what needs a fix, and with what may concern it. */
  private async described(
    sql: Sql,
    rows: readonly ReportRow[],
    exploited: ExploitedProducts,
  ): Promise<ReportComponent[]> {
    const identified = rows.flatMap((row) => {
      const entity = reportedEntity(row);
      return entity ? [{ row, entity }] : [];
    });
    const concerning = await readMayConcern(sql, identified.map(({ entity }) => entity), exploited); // prettier-ignore
    const concerningByRow = new Map(identified.map(({ row }, index) => [row, concerning[index]!]));
    const requests = identified.flatMap(({ row, entity }) =>
      row.affecting === null ? [] : [{ row, entity, dismissed: row.dismissed }],
    );
    const advice = await this.advisor.advise(sql, requests);
    const byRow = new Map(requests.map(({ row }, index) => [row, advice[index]!]));
    return rows.map((row) => reportComponent(row, byRow.get(row) ?? null, concerningByRow.get(row)));
  }

  private async licenses(sql: Sql, sbomId: string): Promise<LicenseCount[]> {
    const counts = new Map<string, number>();
    for await (const rows of streamLicenses(sql, sbomId))
      for (const { licenses, n } of rows) {
        const license = componentLicense(licenses) ?? '';
        counts.set(license, (counts.get(license) ?? 0) + n);
      }
    return [...counts]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .map(([license, components]) => ({ license, class: (license && classOfLicense(license)) || 'unknown', components })); // prettier-ignore
  }
}

const reportedEntity = ({
  entity_purl: purl,
  entity_cpe: cpe,
  entity_version: version,
}: ReportRow): ResolvedEntity | null => entityOfSelection({ purl, cpe, repoUrl: null, version: version ?? '' });
