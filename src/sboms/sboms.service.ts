import { Injectable } from '@nestjs/common';
import type { Actor } from '../organizations/access/actor.js';
import { holdTeam } from '../organizations/teams/teams.repository.js';
import { requireUnchanged } from '../platform/http/precondition.js';
import { Database } from '../platform/database/database.js';
import type { ListPage } from '../platform/database/order-by.js';
import type { Sql } from '../platform/database/sql.js';
import { newId } from '../platform/identifiers/uuid.js';
import { RulesetsService } from '../rulesets/rulesets.service.js';
import { publishEvent, type EventData } from '../webhooks/webhook-events.js';
import { entryPage, type EntryFilter } from './components/components.repository.js';
import type { EntryView } from './components/components.view.js';
import { owningTeam } from './owning-team.js';
import { queueScoring } from './sboms.pipeline.js';
import type { CreateSbomBody, GetSbomsQuery, UpdateSbomBody } from './sboms.dto.js';
import { organizationFigures } from './organization-figures.repository.js';
import {
  insertSbom,
  findSbom,
  sbomPage,
  type SbomFilter,
  updateSbom,
  deleteSbom,
  confirmSbom,
  findSbomForUpdate,
} from './sboms.repository.js';
import { withCoverage } from './vulnerabilities/entry-coverage.js';
import type { Verdict } from '../rulesets/verdict.js';
import {
  organizationMetricsView,
  sbomView,
  type OrganizationMetrics,
  type SbomRow,
  type SbomView,
} from './sboms.view.js';

/** SBOMs and their properties. */
@Injectable()
export class SbomsService {
  constructor(
    private readonly database: Database,
    private readonly rulesets: RulesetsService,
  ) {}

  async create(actor: Actor, body: CreateSbomBody): Promise<SbomView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const { org_id, team_id } = await owningTeam(sql, actor, body.org_id, body.team_id);
      await holdTeam(sql, team_id);
      const row = await insertSbom(sql, {
        id: newId(),
        org_id,
        team_id,
        ruleset_id: body.ruleset_id
          ? (await this.rulesets.choose(sql, { id: team_id, org_id }, body.ruleset_id)).id
          : null,
        name: body.name,
        version: body.version,
        supplier: body.supplier,
        contact_name: body.contact_name,
        contact_email: body.contact_email,
        monitor_frequency: body.monitor_frequency || 'daily',
      });
      return sbomView(row);
    });
  }

  /** The SBOM with one page of its entries; `total` counts the entries that match the filter. */
  async get(
    actor: Actor,
    id: string,
    { withCoverage: isCovered, ...filter }: EntryFilter & { readonly withCoverage: boolean },
    paging: ListPage,
  ): Promise<{ sbom: Omit<SbomView, 'entries'> & { entries: EntryView[] }; total: number }> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const sbom = sbomView(actor.authorize(await findSbom(sql, id), 'SBOM'));
      const { rows, total } = await entryPage(sql, { id, entryCount: sbom.entry_count }, filter, paging);
      return { sbom: { ...sbom, entries: isCovered ? await withCoverage(sql, rows) : rows }, total };
    });
  }

  async list(
    actor: Actor,
    query: GetSbomsQuery,
  ): Promise<{ listing: { id: string; organization: OrganizationMetrics; softwareLists: SbomView[] }; total: number }> {
    const { org_id: orgId, sort } = query;
    actor.organization(orgId);
    const filter: SbomFilter = {
      q: query.q || null,
      name: query.name || null,
      version: query.version || null,
      supplier: query.supplier || null,
      teamId: query.team_id ?? null,
      status: query.status || null,
      verdict: (query.verdict || null) as Verdict | null,
    };
    return this.database.transaction(actor.tenancy, async (sql) => {
      const { rows, total } = await sbomPage(sql, orgId, actor.visibleScope, {
        filter,
        sort: sort || null,
        paging: query,
      });
      const figures = await organizationFigures(sql, orgId, actor.visibleScope);
      return {
        listing: { id: orgId, organization: organizationMetricsView(figures), softwareLists: rows.map(sbomView) },
        total,
      };
    });
  }

  async update(actor: Actor, body: UpdateSbomBody, ifMatch: string | null = null): Promise<SbomView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = await this.findForUpdate(sql, actor, body.id);
      requireUnchanged(row, ifMatch, body.updated_at);
      const isMoved = body.team_id && body.team_id !== row.team_id;
      const team_id = isMoved ? (await owningTeam(sql, actor, row.org_id, body.team_id)).team_id : row.team_id;
      if (isMoved) await holdTeam(sql, team_id);
      if (body.ruleset_id && body.ruleset_id !== row.ruleset_id)
        await this.rulesets.choose(sql, { id: team_id, org_id: row.org_id }, body.ruleset_id);
      const updated = await updateSbom(sql, row.id, {
        name: body.name ?? row.name,
        version: body.version ?? row.version,
        supplier: body.supplier ?? row.supplier,
        contact_name: body.contact_name ?? row.contact_name,
        contact_email: body.contact_email ?? row.contact_email,
        monitor_frequency: body.monitor_frequency || row.monitor_frequency,
        ruleset_id: body.ruleset_id ?? row.ruleset_id,
        team_id,
      });
      if (updated.ruleset_id !== row.ruleset_id) await queueScoring(sql, updated);
      return sbomView(updated);
    });
  }

  async delete(actor: Actor, id: string, ifMatch: string | null): Promise<void> {
    await this.database.transaction(actor.tenancy, async (sql) => {
      const row = await this.findForUpdate(sql, actor, id);
      requireUnchanged(row, ifMatch);
      await deleteSbom(sql, row.id);
    });
  }

  /** Sets the status `finished`, from any status. */
  async confirm(actor: Actor, id: string, ifMatch: string | null): Promise<void> {
    await this.database.transaction(actor.tenancy, async (sql) => {
      const row = await this.findForUpdate(sql, actor, id);
      requireUnchanged(row, ifMatch);
      await confirmSbom(sql, row.id);
      if (row.status !== 'finished') await publishEvent(sql, row.org_id, 'sbom.confirmed', [confirmedEvent(row)]);
    });
  }

  private async findForUpdate(sql: Sql, actor: Actor, id: string): Promise<SbomRow> {
    return actor.authorize(await findSbomForUpdate(sql, id), 'SBOM');
  }
}

const confirmedEvent = ({ org_id, team_id, id: sbom_id, name, version }: SbomRow): EventData => ({
  org_id,
  team_id,
  sbom_id,
  name,
  version,
});
