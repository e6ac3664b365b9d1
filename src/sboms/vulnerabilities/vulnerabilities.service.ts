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

  private async page(
    sql: Sql,
    of: { sbomId: string; componentId: string | null },
    query: VulnerabilitiesQuery,
  ): Promise<VulnerabilityPage> {
    const { rows, total } = await vulnerabilityPage(sql, of, query, query);
    const counted = await countBySeverity(sql, of.sbomId, of.componentId);
    const severities = Object.fromEntries(severityLevels.map((level) => [level, counted[level] ?? 0]));
    const coverage = await countByCoverage(sql, of.sbomId, of.componentId);
    const mayConcern = of.componentId === null ? undefined : await this.mayConcern(sql, of.componentId);
    return { rows: rows.map(vulnerabilityView), total, severities, coverage, mayConcern };
  }
}
