import { Injectable } from '@nestjs/common';
import { CallerError, forbidden, invalid, notFound } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import type { Actor } from '../access/actor.js';
import { atLeast, type Role } from '../access/roles.js';
import { memberOf } from '../members/members.repository.js';
import { enroll } from '../members/members.service.js';
import type { TeamUserStatus } from '../organizations.entities.js';
import { userById } from '../users/users.repository.js';
import type { CreateTeamUserBody } from './team-users.dto.js';
import {
  deleteTeamUser,
  insertTeamUser,
  teamUserById,
  teamUserOf,
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
    const known = await this.database.transaction('system', (sql) => userById(sql, body.user_id));
    return this.database.transaction(actor.tenancy, async (sql) => {
      const team = await teamById(sql, body.team_id);
      const { org_id: orgId } = actor.admit(team && { org_id: team.org_id, team_id: team.id }, 'team');
      const place = { orgId, userId: body.user_id };
      const member = await memberOf(sql, place);
      const role = body.role || (member?.role ?? 'member');
      if (member) refuseAbove(role, member.role);
      else {
        // A user who is no member is nobody's business but the organization's administrators'.
        if (!known || actor.roleFor(orgId, null) !== 'admin') throw notFound('user');
        await enroll(sql, place, role, []);
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
      return view(row);
    });
  }

  get(actor: Actor, teamId: string, userId: string): Promise<TeamUserView> {
    return this.database.transaction(actor.tenancy, async (sql) =>
      view(actor.admit(await teamUserOf(sql, teamId, userId), 'team user')),
    );
  }

  update(
    actor: Actor,
    id: string,
    change: { role: Role | null; status: TeamUserStatus | null },
  ): Promise<TeamUserView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = await admitted(sql, actor, id);
      const member = await memberOf(sql, { orgId: row.org_id, userId: row.user_id });
      if (member && change.role) refuseAbove(change.role, member.role);
      const changed = await updateTeamUser(sql, id, change);
      if (!changed) throw notFound('team user');
      return view(changed);
    });
  }

  remove(actor: Actor, id: string): Promise<void> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = await admitted(sql, actor, id);
      await deleteTeamUser(sql, row.id);
    });
  }
}

/** Nobody lifts a limit that was put on himself. */
async function admitted(sql: Sql, actor: Actor, id: string): Promise<TeamUserRow> {
  const row = actor.admit(await teamUserById(sql, id), 'team user');
  if (row.user_id === actor.userId && actor.roleFor(row.org_id, null) !== 'admin')
    throw forbidden('Your own place in a team is for the administrators of the organization to change');
  return row;
}

function refuseAbove(role: Role, most: Role): void {
  if (!atLeast(most, role))
    throw invalid(`Invalid request: role must not be above the user's role in the organization, which is ${most}`, {
      role: `must be at most ${most}`,
    });
}

const view = (row: TeamUserRow): TeamUserView => ({ ...row, deleted_at: null });
