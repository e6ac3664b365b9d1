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
  lockIfAdmin,
  findMember,
  replaceTeams,
  unknownTeams,
  updateMember,
  type MemberView,
  type MembershipKey,
} from './members.repository.js';

/**
 * Who belongs to an organization. Administrators decide it; since theirs is the highest role, nobody ever gives one
 * above his own.
 */
@Injectable()
export class MembersService {
  constructor(private readonly database: Database) {}

  async add(actor: Actor, body: AddMemberBody): Promise<MemberView> {
    const user = await this.findUser(body);
    return this.asAdmin(actor, body.org_id, (sql) => {
      // Told to administrators only: a stranger does not learn which names are taken.
      if (!user) throw notFound('user');
      return addMembership(sql, { orgId: body.org_id, userId: user.id }, body.role, body.team_ids ?? null);
    });
  }

  update(actor: Actor, body: UpdateMemberBody): Promise<MemberView> {
    if (body.all_teams && body.team_ids)
      throw invalid('Invalid request: all_teams and team_ids exclude each other', { all_teams: 'excludes team_ids' });
    const key = { orgId: body.org_id, userId: body.user_id };
    return this.asAdmin(actor, key.orgId, async (sql) => {
      const member = await findMember(sql, key);
      if (!member) throw notFound('member');
      const role = body.role || member.role;
      const narrowed = body.team_ids ? true : body.all_teams ? false : member.team_ids !== null;
      if (role !== 'admin' || narrowed) await rejectLastAdmin(sql, key, member);
      await updateMember(sql, key, { role, narrowed });
      if (body.team_ids) await assignTeams(sql, key, body.team_ids, role);
      return (await findMember(sql, key))!;
    });
  }

  remove(actor: Actor, key: MembershipKey): Promise<void> {
    return this.asAdmin(actor, key.orgId, async (sql) => {
      const member = await findMember(sql, key);
      if (!member) throw notFound('member');
      await rejectLastAdmin(sql, key, member);
      await deleteMember(sql, key);
    });
  }

  /** Asks again within the transaction: the actor may have lost his role since he was let in. */
  private async asAdmin<T>(actor: Actor, orgId: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    actor.organization(orgId);
    return this.database.transaction(actor.tenancy, async (sql) => {
      if (!(await lockIfAdmin(sql, { orgId, userId: actor.userId }))) throw forbidden('This needs the role admin');
      return work(sql);
    });
  }

  /** The account, in use or not; people who log in from outside are found by their name too. */
  private findUser({ user_id, username }: AddMemberBody): Promise<{ readonly id: string } | null> {
    if (Boolean(user_id) === Boolean(username))
      throw invalid('Invalid request: name the user by user_id or by username', { user_id: 'or username is required' });
    return this.database.transaction<{ readonly id: string } | null>('system', (sql) =>
      user_id ? userById(sql, user_id) : accountByUsername(sql, username ?? ''),
    );
  }
}

/** Makes a user a member; with `teamIds`, one who sees those teams only. */
export async function addMembership(
  sql: Sql,
  key: MembershipKey,
  role: Role,
  teamIds: readonly string[] | null,
): Promise<MemberView> {
  if (!(await insertMember(sql, key, { role, narrowed: teamIds !== null })))
    throw new CallerError(409, 'The user is a member of the organization already');
  if (teamIds) await assignTeams(sql, key, teamIds, role);
  return (await findMember(sql, key))!;
}

async function assignTeams(sql: Sql, key: MembershipKey, teamIds: readonly string[], role: Role): Promise<void> {
  if ((await unknownTeams(sql, key.orgId, teamIds)).length > 0) throw notFound('team');
  const teams = [...new Set(teamIds)].map((teamId) => ({ id: newId(), teamId }));
  await replaceTeams(sql, key, teams, role);
}

async function rejectLastAdmin(sql: Sql, key: MembershipKey, member: MemberView): Promise<void> {
  const isAdmin = member.role === 'admin' && member.team_ids === null;
  if (isAdmin && !(await hasOtherAdmin(sql, key)))
    throw new CallerError(409, 'This is the last administrator of the organization; name another one first');
}
