import { Injectable } from '@nestjs/common';
import { csvLine } from '../../formats/writing/csv.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { Quotas } from '../../platform/http/quotas.js';
import { severityLevels } from '../../scores/vulnerabilities/severity.js';
import {
  affectedComponentPage,
  organizationVulnerabilityPage,
  streamAffectedComponents,
  streamUnexamined,
  type AffectedComponentRow,
  type OrganizationScope,
  type OrganizationVulnerabilityFilter,
  type UnexaminedRow,
} from './organization-vulnerabilities.repository.js';
import type {
  AffectedComponentsQuery,
  ExportVulnerabilitiesQuery,
  OrganizationVulnerabilitiesQuery,
} from './vulnerabilities.dto.js';
import type { CoverageCount } from './vulnerabilities.repository.js';
import type { AffectedComponentView, OrganizationVulnerabilityView } from './vulnerabilities.view.js';
import {
  affectedComponentView,
  organizationVulnerabilityView,
  unexaminedView,
  vulnerabilityView,
} from './vulnerability-views.js';

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
      const { rows, ...counted } = await organizationVulnerabilityPage(sql, scope, filterOf(query), query);
      const severities = Object.fromEntries(severityLevels.map((level) => [level, counted.severities[level] ?? 0]));
      return { ...counted, rows: rows.map(organizationVulnerabilityView), severities };
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

  /**
   * What was not examined, whatever the filter is: the file says nothing of it. Then one row, or line of JSON, for each
   * component with each of its vulnerabilities.
   */
  async withExport(
    actor: Actor,
    query: ExportVulnerabilitiesQuery,
    send: (chunks: AsyncIterable<string>) => Promise<void>,
  ): Promise<void> {
    const scope = scopeOf(actor, query.org_id);
    const inTransaction = (): Promise<void> =>
      this.database.transaction(actor.tenancy, async (sql) => {
        const rows = exportedRows(sql, scope, filterOf(query));
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

/** A vulnerability of a component, or what of an SBOM was not examined. */
type ExportedRow = AffectedComponentRow | UnexaminedRow;

async function* exportedRows(
  sql: Sql,
  scope: OrganizationScope,
  filter: OrganizationVulnerabilityFilter,
): AsyncIterable<readonly ExportedRow[]> {
  yield* streamUnexamined(sql, scope);
  yield* streamAffectedComponents(sql, scope, filter);
}

const isFinding = (row: ExportedRow): row is AffectedComponentRow => 'component_id' in row;

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
  ['end_reason', ({ end_reason: reason }) => reason],
  ['module', ({ module }) => module ?? null],
];

/** Of what was not examined the columns of these names, and no others. */
const cellsOf = (row: ExportedRow): string[] =>
  isFinding(row)
    ? columns.map(([, cell]) => String(cell(row) ?? ''))
    : columns.map(([title]) => unexaminedCells[title]?.(row) ?? '');

const unexaminedCells: Readonly<Record<string, (row: UnexaminedRow) => string>> = {
  status: ({ status }) => status,
  reason: ({ reason }) => reason,
  sbom: ({ sbom_name: name }) => name,
  sbom_version: ({ sbom_version: version }) => version,
  sbom_id: ({ sbom_id: id }) => id,
};

async function* csvOf(batches: AsyncIterable<readonly ExportedRow[]>): AsyncIterable<string> {
  yield csvLine(columns.map(([title]) => title));
  for await (const batch of batches) yield batch.map((row) => csvLine(cellsOf(row))).join('');
}

async function* jsonOf(batches: AsyncIterable<readonly ExportedRow[]>): AsyncIterable<string> {
  let separator = '[';
  for await (const batch of batches)
    for (const row of batch) {
      const { sbom_id, sbom_name, sbom_version } = row;
      const said = isFinding(row) ? vulnerabilityView(row) : unexaminedView(row);
      yield `${separator}\n${JSON.stringify({ ...said, sbom_id, sbom_name, sbom_version })}`;
      separator = ',';
    }
  yield separator === '[' ? '[]\n' : '\n]\n';
}
