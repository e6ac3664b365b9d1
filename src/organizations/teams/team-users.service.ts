import { Injectable } from '@nestjs/common';
import { CallerError, forbidden, invalid, notFound } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import { requireUnchanged } from '../../platform/http/precondition.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import type { Actor } from '../access/actor.js';
import { isAtLeast, type Role } from '../access/roles.js';
import { findMember, type MembershipKey } from '../members/organizations.repository.js';
import { isPerson, joinAsMember } from '../members/organizations.service.js';
import type { TeamUserStatus } from '../organizations.entities.js';
import { rejectEndingKey, rejectLimitedKey } from '../users/api-keys.service.js';
import { userById, type UserRow } from '../users/users.repository.js';
import type { CreateTeamUserBody } from './teams.dto.js';
import {
  deleteTeamUser,
  insertTeamUser,
  teamById,
  teamUserForUpdate,
  findTeamUser,
  updateTeamUser,
  type TeamUserRow,
} from './teams.repository.js';
import { teamUserView, type TeamUserView } from './teams.view.js';

/**
 * Users of teams. Being in a team makes it visible to members who see only some teams, and can lower a member's role
 * there, but never raise it above the role in the organization.
 */
@Injectable()
export class TeamUsersService {
  constructor(private readonly database: Database) {}

  /** A user who is not a member of the organization becomes one with the given role who sees only this team. */
  async create(actor: Actor, body: CreateTeamUserBody): Promise<TeamUserView> {
    // Otherwise a key could give people access that stays when it has ended.
    rejectLimitedKey(actor);
    const user = await this.database.transaction('system', (sql) => userById(sql, body.user_id));
    return this.database.transaction(actor.tenancy, async (sql) => {
      const team = await teamById(sql, body.team_id);
      const { org_id: orgId } = actor.authorize(team && { org_id: team.org_id, team_id: team.id }, 'team');
      const key = { orgId, userId: body.user_id };
      const role = await this.joinOrganization(sql, actor, { user, key, role: body.role || null });
      const row = await insertTeamUser(sql, {
        id: newId(),
        orgId,
        teamId: body.team_id,
        userId: body.user_id,
        role,
        status: body.status || 'active',
      });
      if (!row) throw new CallerError(409, 'The user is already in the team');
      return teamUserView(row);
    });
  }

  /** @returns the role in the team */
  private async joinOrganization(
    sql: Sql,
    actor: Actor,
    { user, key, role }: { user: UserRow | null; key: MembershipKey; role: Role | null },
  ): Promise<Role> {
    let member = await findMember(sql, key);
    if (!member) {
      // Only administrators of the organization may see users who are not its members.
      if (!isPerson(user) || actor.roleFor(key.orgId, null) !== 'admin') throw notFound('user');
      if (await joinAsMember(sql, key, role ?? 'member', [])) return role ?? 'member';
      // Another request was first, for another team.
      member = await findMember(sql, key);
      if (!member) throw notFound('user');
    }
    const given = role ?? member.role;
    rejectRoleAbove(given, member.role);
    return given;
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
    ifMatch: string | null,
  ): Promise<TeamUserView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = await authorizedTeamUser(sql, actor, id);
      rejectEndingKey(actor, 'a change of members');
      requireUnchanged(row, ifMatch);
      const member = await findMember(sql, { orgId: row.org_id, userId: row.user_id });
      if (member && change.role) rejectRoleAbove(change.role, member.role);
      const changed = await updateTeamUser(sql, id, change);
      if (!changed) throw notFound('team user');
      return teamUserView(changed);
    });
  }

  remove(actor: Actor, id: string, ifMatch: string | null): Promise<void> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = await authorizedTeamUser(sql, actor, id);
      rejectEndingKey(actor, 'a change of members');
      requireUnchanged(row, ifMatch);
      await deleteTeamUser(sql, row.id);
    });
  }
}

/** A user must not lift own limits. */
async function authorizedTeamUser(sql: Sql, actor: Actor, id: string): Promise<TeamUserRow> {
  const row = actor.authorize(await teamUserForUpdate(sql, id), 'team user');
  if (row.user_id === actor.userId && actor.roleFor(row.org_id, null) !== 'admin')
    throw forbidden('Only administrators of the organization can change their own team membership');
  return row;
}

function rejectRoleAbove(role: Role, max: Role): void {
  if (!isAtLeast(max, role))
    throw invalid(`Invalid request: role must not be higher than the user's role in the organization (${max})`, {
      role: `must be at most ${max}`,
    });
}
