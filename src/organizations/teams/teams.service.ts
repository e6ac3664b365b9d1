import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import { newId } from '../../platform/identifiers/uuid.js';
import type { Actor } from '../access/actor.js';
import type { CreateTeamBody } from './teams.dto.js';
import { defaultTeam, insertTeam, teamById, teamPage, type TeamRow } from './teams.repository.js';
import { teamView, type TeamView } from './teams.view.js';

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

  /** The team, if the actor has the required permission on its objects. */
  async authorizedTeam(actor: Actor, id: string): Promise<TeamRow> {
    const row = await this.database.transaction(actor.tenancy, (sql) => teamById(sql, id));
    actor.authorize(row && { org_id: row.org_id, team_id: row.id }, 'team');
    return row!;
  }

  /**
   * Team of a new object: the given one, else the organization's default team. Throws 404 for a team of another
   * organization, 403 where the actor has no permission to add to it.
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
      throw invalid('Invalid request: team_id is required, because you see only some teams', {
        team_id: 'is required',
      });
    actor.authorize({ org_id: orgId, team_id: team.id }, 'team');
    return team.id;
  }
}

function singleOrganizationOf(actor: Actor): string {
  const [membership, ...others] = actor.memberships;
  if (!membership || others.length > 0)
    throw invalid('Invalid request: org_id is required, because you do not belong to exactly one organization', {
      org_id: 'is required',
    });
  return membership.orgId;
}
