import { Injectable } from '@nestjs/common';
import { CallerError, invalid, notFound } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import { requireUnchanged } from '../../platform/http/precondition.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import type { Actor } from '../access/actor.js';
import { ContentsRegistry } from '../contents/contents-registry.js';
import type { CreateTeamBody, DeleteTeamBody, UpdateTeamBody } from './teams.dto.js';
import {
  defaultTeam,
  deleteTeam,
  insertTeam,
  teamById,
  teamForUpdate,
  teamPage,
  updateTeam,
  type TeamListing,
  type TeamRow,
} from './teams.repository.js';
import { teamView, type ContentsView, type TeamView } from './teams.view.js';

@Injectable()
export class TeamsService {
  constructor(
    private readonly database: Database,
    private readonly contents: ContentsRegistry,
  ) {}

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

  update(actor: Actor, body: UpdateTeamBody, ifMatch: string | null): Promise<TeamView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = await lockTeam(sql, actor, body.id);
      requireUnchanged(row, ifMatch, body.updated_at);
      const { name, poc_name, poc_email } = body;
      const change = { poc_name: poc_name ?? row.poc_name, poc_email: poc_email ?? row.poc_email };
      return teamView(await updateTeam(sql, { ...change, id: row.id, name: name ?? row.name }));
    });
  }

  /** What hangs on the team, which its deletion would delete. */
  contentsOf(actor: Actor, id: string): Promise<ContentsView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const team = await teamById(sql, id);
      actor.authorize(team && { org_id: team.org_id, team_id: team.id }, 'team');
      const owner = { orgId: team!.org_id, teamId: team!.id, actor };
      return { id: team!.id, contents: await this.contents.of(sql, owner) };
    });
  }

  /** @throws CallerError 409 for the default team, and for one with SBOMs or projects unless this is confirmed */
  delete(actor: Actor, { id, confirm }: DeleteTeamBody, ifMatch: string | null): Promise<ContentsView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = await lockTeam(sql, actor, id);
      requireUnchanged(row, ifMatch);
      if (row.is_default)
        throw new CallerError(409, 'This is the default team of the organization, which it cannot be without');
      const owner = { orgId: row.org_id, teamId: row.id, actor };
      const contents = await this.contents.remove(sql, owner, confirm ?? false);
      await deleteTeam(sql, row.id);
      return { id: row.id, contents };
    });
  }

  async page(actor: Actor, query: TeamListing): Promise<{ rows: TeamView[]; total: number }> {
    const { rows, total } = await this.database.transaction(actor.tenancy, (sql) =>
      teamPage(sql, actor.visibleScope, query),
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

async function lockTeam(sql: Sql, actor: Actor, id: string): Promise<TeamRow & { is_default: boolean }> {
  const row = await teamForUpdate(sql, id);
  actor.authorize(row && { org_id: row.org_id, team_id: row.id }, 'team');
  return row!;
}

function singleOrganizationOf(actor: Actor): string {
  const [membership, ...others] = actor.memberships;
  if (!membership || others.length > 0)
    throw invalid('Invalid request: org_id is required, because you do not belong to exactly one organization', {
      org_id: 'is required',
    });
  return membership.orgId;
}
