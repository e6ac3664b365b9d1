import { Injectable } from '@nestjs/common';
import { csvLine } from '../../formats/writing/csv.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import { Quotas } from '../../platform/http/quotas.js';
import { severityLevels } from '../../scores/vulnerabilities/severity.js';
import {
  affectedComponentPage,
  countOrganizationByCoverage,
  countOrganizationBySeverity,
  organizationVulnerabilityPage,
  streamAffectedComponents,
  type AffectedComponentRow,
  type OrganizationScope,
  type OrganizationVulnerabilityFilter,
} from './organization-vulnerabilities.repository.js';
import type {
  AffectedComponentsQuery,
  ExportVulnerabilitiesQuery,
  OrganizationVulnerabilitiesQuery,
} from './vulnerabilities.dto.js';
import type { CoverageCount } from './vulnerabilities.repository.js';
import type { AffectedComponentView, OrganizationVulnerabilityView } from './vulnerabilities.view.js';
import { affectedComponentView, organizationVulnerabilityView, vulnerabilityView } from './vulnerability-views.js';

export interface OrganizationVulnerabilities {
  readonly rows: OrganizationVulnerabilityView[];
  readonly total: number;
  readonly severities: Record<string, number>;
  readonly coverage: readonly CoverageCount[];
}

/** Vulnerabilities over the SBOMs of an organization that the caller sees. */
@Injectable()
export class OrganizationVulnerabilitiesService {
  constructor(
    private readonly database: Database,
    private readonly quotas: Quotas,
  ) {}

  async list(actor: Actor, query: OrganizationVulnerabilitiesQuery): Promise<OrganizationVulnerabilities> {
    const scope = scopeOf(actor, query.org_id);
    return this.database.transaction(actor.tenancy, async (sql) => {
      const { rows, total } = await organizationVulnerabilityPage(sql, scope, filterOf(query), query);
      const counted = await countOrganizationBySeverity(sql, scope);
      const severities = Object.fromEntries(severityLevels.map((level) => [level, counted[level] ?? 0]));
      const coverage = await countOrganizationByCoverage(sql, scope);
      return { rows: rows.map(organizationVulnerabilityView), total, severities, coverage };
    });
  }

  async affected(
    actor: Actor,
    query: AffectedComponentsQuery,
  ): Promise<{ rows: AffectedComponentView[]; total: number }> {
    const scope = scopeOf(actor, query.org_id);
    const filter = { vulnerability: query.id, status: query.status || null };
    return this.database.transaction(actor.tenancy, async (sql) => {
      const { rows, total } = await affectedComponentPage(sql, scope, filter, query);
      return { rows: rows.map(affectedComponentView), total };
    });
  }

  /** One row, or line of JSON, for each component with each of its vulnerabilities. */
  async withExport(
    actor: Actor,
    query: ExportVulnerabilitiesQuery,
    send: (chunks: AsyncIterable<string>) => Promise<void>,
  ): Promise<void> {
    const scope = scopeOf(actor, query.org_id);
    const inTransaction = (): Promise<void> =>
      this.database.transaction(actor.tenancy, async (sql) => {
        const rows = streamAffectedComponents(sql, scope, filterOf(query));
        await send(query.format === 'json' ? jsonOf(rows) : csvOf(rows));
      });
    await this.quotas.exports.run(actor.quotaKey, inTransaction);
  }
}

function scopeOf(actor: Actor, orgId: string): OrganizationScope {
  actor.organization(orgId);
  return { orgId, visibleScope: actor.visibleScope };
}

const filterOf = ({ q, severity, status, exploited }: ExportVulnerabilitiesQuery): OrganizationVulnerabilityFilter => ({
  q: q || null,
  severity: severity || null,
  status: status || null,
  exploited,
});

const columns: readonly (readonly [title: string, cell: (row: AffectedComponentRow) => string | number | null])[] = [
  ['vulnerability', ({ id }) => id],
  ['aliases', ({ id, names }) => names.filter((name) => name !== id).join(' ')],
  ['severity', ({ severity }) => severity],
  ['cvss', ({ cvss_score: score }) => (score === null ? null : Number(score.toPrecision(6)))],
  ['exploited', ({ exploited }) => (exploited === null ? 'not known' : 'yes')],
  ['epss', ({ epss }) => (epss === null ? null : Number(epss.toPrecision(6)))],
  ['status', ({ status }) => status],
  ['reason', ({ reason }) => reason],
  ['fixed_in', ({ fixed_in: version }) => version],
  ['sbom', ({ sbom_name: name }) => name],
  ['sbom_version', ({ sbom_version: version }) => version],
  ['sbom_id', ({ sbom_id: id }) => id],
  ['component', ({ component_name: name }) => name],
  ['org', ({ component_org: org }) => org],
  ['version', ({ component_version: version }) => version],
  ['purl', ({ selected_purl: purl }) => purl],
  ['cpe', ({ selected_cpe: cpe }) => cpe],
  ['statement', ({ statement_status }) => statement_status],
  ['justification', ({ justification }) => justification],
  ['malicious', ({ malicious }) => (malicious ? 'yes' : 'not known')],
  ['published', ({ published }) => published],
  ['component_id', ({ component_id: id }) => id],
  ['label', ({ label }) => label],
  ['response', ({ response }) => response],
  ['expires_at', ({ expires_at: at }) => at?.toISOString() ?? null],
];

async function* csvOf(batches: AsyncIterable<readonly AffectedComponentRow[]>): AsyncIterable<string> {
  yield csvLine(columns.map(([title]) => title));
  for await (const batch of batches)
    yield batch.map((row) => csvLine(columns.map(([, cell]) => String(cell(row) ?? '')))).join('');
}

async function* jsonOf(batches: AsyncIterable<readonly AffectedComponentRow[]>): AsyncIterable<string> {
  let separator = '[';
  for await (const batch of batches)
    for (const row of batch) {
      const { sbom_id, sbom_name, sbom_version } = row;
      yield `${separator}\n${JSON.stringify({ ...vulnerabilityView(row), sbom_id, sbom_name, sbom_version })}`;
      separator = ',';
    }
  yield separator === '[' ? '[]\n' : '\n]\n';
}
