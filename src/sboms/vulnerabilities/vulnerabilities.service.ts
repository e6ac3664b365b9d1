import { Injectable } from '@nestjs/common';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { advisoryPage, exploitedView } from '../../scores/advisories/advisories.view.js';
import { severityLevels } from '../../scores/vulnerabilities/severity.js';
import { queueScoring } from '../sboms.pipeline.js';
import { findSbom } from '../sboms.repository.js';
import type { SbomRow } from '../sboms.view.js';
import type { StatementBody, VulnerabilitiesQuery } from './vulnerabilities.dto.js';
import type { ComponentVulnerabilityView } from './vulnerabilities.view.js';
import {
  insertStatements,
  findSbomOfComponent,
  vulnerabilityPage,
  countBySeverity,
  type ComponentVulnerabilityRow,
} from './vulnerabilities.repository.js';

export interface VulnerabilityPage {
  readonly rows: ComponentVulnerabilityView[];
  readonly total: number;
  /** Number of distinct vulnerabilities that affect it. */
  readonly severities: Record<string, number>;
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

  /** Records a statement of a person and queues scoring. */
  async recordStatement(
    actor: Actor,
    { component_id, vulnerability, status, justification }: StatementBody,
  ): Promise<void> {
    await this.database.transaction(actor.tenancy, async (sql) => {
      const sbom = await this.sbomOf(sql, actor, component_id);
      const owner = { org_id: sbom.org_id, sbom_id: sbom.id, user_id: actor.userId };
      await insertStatements(sql, owner, [{ component_id, vulnerability, status, justification }]);
      await queueScoring(sql, sbom, actor.userId);
    });
  }

  private async sbomOf(sql: Sql, actor: Actor, componentId: string): Promise<SbomRow> {
    const sbomId = await findSbomOfComponent(sql, componentId);
    return actor.authorize(sbomId === null ? null : await findSbom(sql, sbomId), 'component');
  }

  private async page(
    sql: Sql,
    of: { sbomId: string; componentId: string | null },
    query: VulnerabilitiesQuery,
  ): Promise<VulnerabilityPage> {
    const { rows, total } = await vulnerabilityPage(sql, of, query, query);
    const counted = await countBySeverity(sql, of.sbomId, of.componentId);
    const severities = Object.fromEntries(severityLevels.map((level) => [level, counted[level] ?? 0]));
    return { rows: rows.map(vulnerabilityView), total, severities };
  }
}

const vulnerabilityView = (row: ComponentVulnerabilityRow): ComponentVulnerabilityView => ({
  id: row.id,
  aliases: row.names.filter((name) => name !== row.id),
  summary: row.summary,
  severity: row.severity,
  cvss: row.cvss_score === null ? null : { score: roundedSingle(row.cvss_score), vector: row.cvss_vector ?? '' },
  status: row.status,
  reason: `${row.reason}.`,
  fixed_in: row.fixed_in,
  exploited: exploitedView(row.exploited),
  epss:
    row.epss === null
      ? null
      : { probability: roundedSingle(row.epss), percentile: roundedSingle(row.epss_percentile ?? 0) },
  malicious: row.malicious,
  published: row.published,
  modified: row.modified,
  link: advisoryPage(row.id),
  statement:
    row.stated === null
      ? null
      : {
          status: row.stated,
          justification: row.justification,
          stated_by: row.stated_by,
          stated_at: row.stated_at,
        },
  component: {
    id: row.component_id,
    name: row.component_name,
    org: row.component_org,
    version: row.component_version,
    purl: row.selected_purl,
    cpe: row.selected_cpe,
  },
});

/** Rounds a single-precision number to its significant digits. */
const roundedSingle = (value: number): number => Number(value.toPrecision(6));
