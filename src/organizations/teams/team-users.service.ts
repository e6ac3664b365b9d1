import { Injectable } from '@nestjs/common';
import { CallerError, forbidden, invalid, notFound } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import type { Actor } from '../access/actor.js';
import { isAtLeast, type Role } from '../access/roles.js';
import { findMember } from '../members/members.repository.js';
import { addMembership } from '../members/members.service.js';
import type { TeamUserStatus } from '../organizations.entities.js';
import { userById } from '../users/users.repository.js';
import type { CreateTeamUserBody } from './team-users.dto.js';
import {
  deleteTeamUser,
  insertTeamUser,
  teamUserById,
  findTeamUser,
  updateTeamUser,
  type TeamUserRow,
} from './team-users.repository.js';
import { teamById } from './teams.repository.js';

export interface TeamUserView extends TeamUserRow {
  readonly deleted_at: null;
}

/**
 * Who is in which team. It opens the team to members who see some teams only, and can give a member a lower role there
 * than in the organization, never a higher one: that is the membership's business.
 */
@Injectable()
export class TeamUsersService {
  constructor(private readonly database: Database) {}

  /** A user who is no member of the organization becomes one who sees this team only, with the role given. */
  async create(actor: Actor, body: CreateTeamUserBody): Promise<TeamUserView> {
    const user = await this.database.transaction('system', (sql) => userById(sql, body.user_id));
    return this.database.transaction(actor.tenancy, async (sql) => {
      const team = await teamById(sql, body.team_id);
      const { org_id: orgId } = actor.authorize(team && { org_id: team.org_id, team_id: team.id }, 'team');
      const key = { orgId, userId: body.user_id };
      const member = await findMember(sql, key);
      const role = body.role || (member?.role ?? 'member');
      if (member) rejectRoleAbove(role, member.role);
      else {
        // A user who is no member is nobody's business but the organization's administrators'.
        if (!user || actor.roleFor(orgId, null) !== 'admin') throw notFound('user');
        await addMembership(sql, key, role, []);
      }
      const row = await insertTeamUser(sql, {
        id: newId(),
        orgId,
        teamId: body.team_id,
        userId: body.user_id,
        role,
        status: body.status || 'active',
      });
      if (!row) throw new CallerError(409, 'The user is in the team already');
      return teamUserView(row);
    });
  }

  get(actor: Actor, teamId: string, userId: string): Promise<TeamUserView> {
    return this.database.transaction(actor.tenancy, async (sql) =>
      teamUserView(actor.authorize(await findTeamUser(sql, teamId, userId), 'team user')),
    );
  }

  update(
    actor: Actor,
    id: string,
    change: { role: Role | null; status: TeamUserStatus | null },
  ): Promise<TeamUserView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = await authorizedTeamUser(sql, actor, id);
      const member = await findMember(sql, { orgId: row.org_id, userId: row.user_id });
      if (member && change.role) rejectRoleAbove(change.role, member.role);
      const changed = await updateTeamUser(sql, id, change);
      if (!changed) throw notFound('team user');
      return teamUserView(changed);
    });
  }

  remove(actor: Actor, id: string): Promise<void> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = await authorizedTeamUser(sql, actor, id);
      await deleteTeamUser(sql, row.id);
    });
  }
}

/** Nobody lifts a limit that was put on himself. */
async function authorizedTeamUser(sql: Sql, actor: Actor, id: string): Promise<TeamUserRow> {
  const row = actor.authorize(await teamUserById(sql, id), 'team user');
  if (row.user_id === actor.userId && actor.roleFor(row.org_id, null) !== 'admin')
    throw forbidden('Your own place in a team is for the administrators of the organization to change');
  return row;
}

function rejectRoleAbove(role: Role, max: Role): void {
  if (!isAtLeast(max, role))
    throw invalid(`Invalid request: role must not be above the user's role in the organization, which is ${max}`, {
      role: `must be at most ${max}`,
    });
}

const teamUserView = (row: TeamUserRow): TeamUserView => ({ ...row, deleted_at: null });
