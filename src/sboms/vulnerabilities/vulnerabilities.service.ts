import { Injectable } from '@nestjs/common';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { readMayConcern } from '../../scores/facts/may-concern.js';
import { entityOfSelection } from '../../scores/stored/entity-of-selection.js';
import type { ExploitedProduct } from '../../scores/vulnerabilities/exploited-products.js';
import { severityLevels } from '../../scores/vulnerabilities/severity.js';
import { findSbom } from '../sboms.repository.js';
import type { SbomRow } from '../sboms.view.js';
import type { VulnerabilitiesQuery } from './vulnerabilities.dto.js';
import { findSbomOfComponent } from './statements.repository.js';
import { vulnerabilityView } from './vulnerability-views.js';
import type { ComponentVulnerabilityView } from './vulnerabilities.view.js';
import {
  countByCoverage,
  type VulnerabilityFilter,
  vulnerabilityPage,
  countBySeverity,
  type CoverageCount,
  findSelection,
} from './vulnerabilities.repository.js';

export interface VulnerabilityPage {
  readonly rows: ComponentVulnerabilityView[];
  readonly total: number;
  /** Number of distinct vulnerabilities that affect it. */
  readonly severities: Record<string, number>;
  /** Components by whether they were examined, and why not. */
  readonly coverage: readonly CoverageCount[];
  /** Of one component: see `readMayConcern`. */
  readonly mayConcern?: readonly ExploitedProduct[] | undefined;
}

/** Known vulnerabilities of the entries of SBOMs, as stored with the scores. */
@Injectable()
export class VulnerabilitiesService {
  constructor(private readonly database: Database) {}

  async ofSbom(actor: Actor, query: VulnerabilitiesQuery): Promise<VulnerabilityPage> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const sbom = actor.authorize(await findSbom(sql, query.id), 'SBOM');
      return this.page(sql, { sbomId: sbom.id, componentId: null }, query);
    });
  }

  /** Those of an SBOM that the caller has read, as a client of another product asks for them. */
  async findings(
    sql: Sql,
    sbomId: string,
    filter: Omit<VulnerabilityFilter, 'exploited'>,
    paging: { offset: number; limit: number; sort: string | null },
  ): Promise<{ rows: ComponentVulnerabilityView[]; total: number }> {
    const of = { sbomId, componentId: null };
    const { rows, total } = await vulnerabilityPage(sql, of, { ...filter, exploited: false }, paging);
    return { rows: rows.map(vulnerabilityView), total };
  }

  /** The worst that affect an SBOM that the caller has read. */
  async affecting(sql: Sql, sbomId: string, limit: number): Promise<Omit<VulnerabilityPage, 'coverage'>> {
    const filter = { status: 'affected', exploited: false };
    const { rows, total } = await vulnerabilityPage(sql, { sbomId, componentId: null }, filter, { offset: 0, limit });
    return { rows: rows.map(vulnerabilityView), total, severities: await this.severities(sql, sbomId, null) };
  }

  async ofComponent(actor: Actor, query: VulnerabilitiesQuery): Promise<VulnerabilityPage> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const sbom = await this.sbomOf(sql, actor, query.id);
      return this.page(sql, { sbomId: sbom.id, componentId: query.id }, query);
    });
  }

  private async sbomOf(sql: Sql, actor: Actor, componentId: string): Promise<SbomRow> {
    const sbomId = await findSbomOfComponent(sql, componentId);
    return actor.authorize(sbomId === null ? null : await findSbom(sql, sbomId), 'component');
  }

  private async mayConcern(sql: Sql, componentId: string): Promise<readonly ExploitedProduct[]> {
    const selection = await findSelection(sql, componentId);
    const entity = selection && entityOfSelection(selection);
    return entity ? (await readMayConcern(sql, [entity]))[0]! : [];
  }

  private async severities(sql: Sql, sbomId: string, componentId: string | null): Promise<Record<string, number>> {
    const counted = await countBySeverity(sql, sbomId, componentId);
    return Object.fromEntries(severityLevels.map((level) => [level, counted[level] ?? 0]));
  }

  private async page(
    sql: Sql,
    of: { sbomId: string; componentId: string | null },
    query: VulnerabilitiesQuery,
  ): Promise<VulnerabilityPage> {
    const { rows, total } = await vulnerabilityPage(sql, of, query, query);
    const severities = await this.severities(sql, of.sbomId, of.componentId);
    const coverage = await countByCoverage(sql, of.sbomId, of.componentId);
    const mayConcern = of.componentId === null ? undefined : await this.mayConcern(sql, of.componentId);
    return { rows: rows.map(vulnerabilityView), total, severities, coverage, mayConcern };
  }
}
