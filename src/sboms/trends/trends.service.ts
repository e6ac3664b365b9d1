import { Injectable } from '@nestjs/common';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { findSbom } from '../sboms.repository.js';
import { organizationChanges } from './organization-changes.repository.js';
import type { OrganizationChangesView } from './organization-changes.view.js';
import { periodOf, trendDays } from './trend-period.js';
import { trendPoint } from './trend-points.js';
import type { OrganizationChangesQuery, OrganizationTrendQuery, SbomTrendQuery } from './trends.dto.js';
import { trendRows, type TrendScope } from './trends.repository.js';
import type { TrendView } from './trends.view.js';

/** The figures of the SBOMs of a scope over the last days. */
export async function readTrend(sql: Sql, scope: TrendScope, days: number): Promise<TrendView> {
  const rows = await trendRows(sql, scope, periodOf(days));
  const to = rows.at(-1)?.at ?? new Date();
  return { from: new Date(to.getTime() - days * 86_400_000), to, points: rows.map(trendPoint) };
}

/** The history of SBOMs. */
@Injectable()
export class TrendsService {
  constructor(private readonly database: Database) {}

  async ofSbom(actor: Actor, { id, days }: SbomTrendQuery): Promise<TrendView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const sbom = actor.authorize(await findSbom(sql, id), 'SBOM');
      return readTrend(sql, scopeOf(actor, sbom.org_id, { sbomId: sbom.id }), days ?? trendDays);
    });
  }

  async ofOrganization(actor: Actor, query: OrganizationTrendQuery): Promise<TrendView> {
    actor.organization(query.org_id);
    const scope = scopeOf(actor, query.org_id, { supplier: query.supplier ?? null, teamId: query.team_id ?? null });
    return this.database.transaction(actor.tenancy, (sql) => readTrend(sql, scope, query.days ?? trendDays));
  }

  /** What happened since the moment, in the SBOMs that the caller sees. */
  async changes(actor: Actor, { org_id: orgId, since }: OrganizationChangesQuery): Promise<OrganizationChangesView> {
    actor.organization(orgId);
    const scope = { orgId, visibleScope: actor.visibleScope, since };
    const changes = await this.database.transaction(actor.tenancy, (sql) => organizationChanges(sql, scope));
    return { since: new Date(since), ...changes };
  }
}

export const scopeOf = (
  actor: Actor,
  orgId: string,
  only: Partial<Pick<TrendScope, 'sbomId' | 'supplier' | 'teamId'>> = {},
): TrendScope => ({ orgId, visibleScope: actor.visibleScope, sbomId: null, supplier: null, teamId: null, ...only });
