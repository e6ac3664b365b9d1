import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import { newId } from '../../platform/identifiers/uuid.js';
import type { Actor } from '../access/actor.js';
import type { CreateTeamBody } from './teams.dto.js';
import { defaultTeam, insertTeam, teamById, teamPage, type TeamRow } from './teams.repository.js';

/** A team as the API shows one, in the shape that the ancestor's SDK reads. */
export interface TeamView extends TeamRow {
  readonly delivering: false;
  readonly sys_admin: false;
  readonly default_deploy_key: '';
}

@Injectable()
export class TeamsService {
  constructor(private readonly database: Database) {}

  async create(actor: Actor, body: CreateTeamBody): Promise<TeamView> {
    const orgId = body.org_id ?? singleOrganizationOf(actor);
    actor.organization(orgId);
    const row = await this.database.transaction(actor.tenancy, (sql) =>
      insertTeam(sql, {
        id: newId(),
        orgId,
        name: body.name,
        isDefault: false,
        pocName: body.poc_name ?? '',
        pocEmail: body.poc_email ?? '',
      }),
    );
    return teamView(row);
  }

  async get(actor: Actor, id: string): Promise<TeamView> {
    return teamView(await this.authorizedTeam(actor, id));
  }

  async page(actor: Actor, paging: { offset: number; limit: number }): Promise<{ rows: TeamView[]; total: number }> {
    const { rows, total } = await this.database.transaction(actor.tenancy, (sql) =>
      teamPage(sql, actor.visibleScope, paging),
    );
    return { rows: rows.map(teamView), total };
  }

  /** The team, if the actor may do with its things what the current route is for. */
  async authorizedTeam(actor: Actor, id: string): Promise<TeamRow> {
    const row = await this.database.transaction(actor.tenancy, (sql) => teamById(sql, id));
    actor.authorize(row && { org_id: row.org_id, team_id: row.id }, 'team');
    return row!;
  }

  /**
   * Where a new thing of the organization belongs: the named team, else the organization's default team. Throws 404
   * for a team of another organization, 403 where the actor may not add to it.
   */
  async resolveTeam(actor: Actor, orgId: string, teamId: string | null | undefined): Promise<string> {
    actor.organization(orgId);
    if (teamId) {
      const team = await this.authorizedTeam(actor, teamId);
      if (team.org_id !== orgId) throw notFound('team');
      return team.id;
    }
    const team = await this.database.transaction(actor.tenancy, (sql) => defaultTeam(sql, orgId));
    if (!team) throw new Error(`Organization ${orgId} has no default team`);
    if (actor.roleFor(orgId, team.id) === null)
      throw invalid('Invalid request: team_id is required, because you see some teams only', {
        team_id: 'is required',
      });
    actor.authorize({ org_id: orgId, team_id: team.id }, 'team');
    return team.id;
  }
}

function singleOrganizationOf(actor: Actor): string {
  const [membership, ...others] = actor.memberships;
  if (!membership || others.length > 0)
    throw invalid('Invalid request: org_id is required, unless you belong to exactly one organization', {
      org_id: 'is required',
    });
  return membership.orgId;
}

const teamView = (row: TeamRow): TeamView => ({ ...row, delivering: false, sys_admin: false, default_deploy_key: '' });
