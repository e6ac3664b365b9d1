import { Injectable } from '@nestjs/common';
import { CallerError, forbidden, invalid, notFound } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import type { Actor } from '../access/actor.js';
import type { Role } from '../access/roles.js';
import { accountByUsername, userById } from '../users/users.repository.js';
import type { AddMemberBody, UpdateMemberBody } from './members.dto.js';
import {
  deleteMember,
  hasOtherAdmin,
  insertMember,
  lockAsAdmin,
  memberOf,
  setTeams,
  strangeTeams,
  updateMember,
  type MemberView,
  type Place,
} from './members.repository.js';

/**
 * Who belongs to an organization. Administrators decide it; since theirs is the highest role, nobody ever gives one
 * above his own.
 */
@Injectable()
export class MembersService {
  constructor(private readonly database: Database) {}

  async add(actor: Actor, body: AddMemberBody): Promise<MemberView> {
    const user = await this.userNamed(body);
    return this.asAdmin(actor, body.org_id, (sql) => {
      // Told to administrators only: a stranger does not learn which names are taken.
      if (!user) throw notFound('user');
      return enroll(sql, { orgId: body.org_id, userId: user.id }, body.role, body.team_ids ?? null);
    });
  }

  update(actor: Actor, body: UpdateMemberBody): Promise<MemberView> {
    if (body.all_teams && body.team_ids)
      throw invalid('Invalid request: all_teams and team_ids exclude each other', { all_teams: 'excludes team_ids' });
    const place = { orgId: body.org_id, userId: body.user_id };
    return this.asAdmin(actor, place.orgId, async (sql) => {
      const member = await memberOf(sql, place);
      if (!member) throw notFound('member');
      const role = body.role || member.role;
      const narrowed = body.team_ids ? true : body.all_teams ? false : member.team_ids !== null;
      if (role !== 'admin' || narrowed) await refuseLastAdmin(sql, place, member);
      await updateMember(sql, place, { role, narrowed });
      if (body.team_ids) await putInto(sql, place, body.team_ids, role);
      return (await memberOf(sql, place))!;
    });
  }

  remove(actor: Actor, place: Place): Promise<void> {
    return this.asAdmin(actor, place.orgId, async (sql) => {
      const member = await memberOf(sql, place);
      if (!member) throw notFound('member');
      await refuseLastAdmin(sql, place, member);
      await deleteMember(sql, place);
    });
  }

  /** Asks again within the transaction: the actor may have lost his role since he was let in. */
  private async asAdmin<T>(actor: Actor, orgId: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    actor.organization(orgId);
    return this.database.transaction(actor.tenancy, async (sql) => {
      if (!(await lockAsAdmin(sql, { orgId, userId: actor.userId }))) throw forbidden('This needs the role admin');
      return work(sql);
    });
  }

  /** The account, in use or not; people who log in from outside are found by their name too. */
  private userNamed({ user_id, username }: AddMemberBody): Promise<{ readonly id: string } | null> {
    if (Boolean(user_id) === Boolean(username))
      throw invalid('Invalid request: name the user by user_id or by username', { user_id: 'or username is required' });
    return this.database.transaction<{ readonly id: string } | null>('system', (sql) =>
      user_id ? userById(sql, user_id) : accountByUsername(sql, username ?? ''),
    );
  }
}

/** Makes a user a member; with `teamIds`, one who sees those teams only. */
export async function enroll(
  sql: Sql,
  place: Place,
  role: Role,
  teamIds: readonly string[] | null,
): Promise<MemberView> {
  if (!(await insertMember(sql, place, { role, narrowed: teamIds !== null })))
    throw new CallerError(409, 'The user is a member of the organization already');
  if (teamIds) await putInto(sql, place, teamIds, role);
  return (await memberOf(sql, place))!;
}

async function putInto(sql: Sql, place: Place, teamIds: readonly string[], role: Role): Promise<void> {
  if ((await strangeTeams(sql, place.orgId, teamIds)).length > 0) throw notFound('team');
  const teams = [...new Set(teamIds)].map((teamId) => ({ id: newId(), teamId }));
  await setTeams(sql, place, teams, role);
}

async function refuseLastAdmin(sql: Sql, place: Place, member: MemberView): Promise<void> {
  const administers = member.role === 'admin' && member.team_ids === null;
  if (administers && !(await hasOtherAdmin(sql, place)))
    throw new CallerError(409, 'This is the last administrator of the organization; name another one first');
}
