import { Injectable } from '@nestjs/common';
import { CallerError, forbidden, notFound } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { requireUnchanged } from '../../platform/http/precondition.js';
import { newId } from '../../platform/identifiers/uuid.js';
import type { Actor } from '../access/actor.js';
import type { Role } from '../access/roles.js';
import { ContentsRegistry } from '../contents/contents-registry.js';
import type { ContentsView } from '../teams/teams.view.js';
import { insertTeam, lockTeamsOf } from '../teams/teams.repository.js';
import { rejectEndingKey, rejectLimitedKey } from '../users/api-keys.service.js';
import { accountByUsername, isUser, userById, type UserRow } from '../users/users.repository.js';
import type {
  AddMemberBody,
  DeleteOrganizationBody,
  MembersQuery,
  UpdateMemberBody,
  UpdateOrganizationBody,
} from './organizations.dto.js';
import {
  deleteMember,
  deleteOrganization,
  findMember,
  hasOtherAdmin,
  insertMember,
  insertOrganization,
  isOnlyElsewhere,
  lockIfAdmin,
  lockOrganization,
  memberPage,
  organizationPage,
  renameOrganization,
  replaceTeams,
  unknownTeams,
  updateMember,
  type MemberCounts,
  type MembershipKey,
} from './organizations.repository.js';
import type { OwnOrganizationsQuery } from './organizations.dto.js';
import { requireVisibleOrganization } from './visible-organization.js';
import type { MemberAccountView, MemberView, OrganizationView, OwnOrganization } from './organizations.view.js';

/** Organizations and their members. Only administrators change members, so nobody grants a role above his own. */
@Injectable()
export class OrganizationsService {
  constructor(
    private readonly database: Database,
    private readonly contents: ContentsRegistry,
  ) {}

  async ownOrganizations(
    actor: Actor,
    query: OwnOrganizationsQuery,
  ): Promise<{ rows: OwnOrganization[]; total: number }> {
    const roles = new Map(actor.memberships.map(({ orgId, role }) => [orgId, role]));
    const { rows: organizations, total } = await this.database.transaction(actor.tenancy, (sql) =>
      organizationPage(sql, [...roles.keys()], query, query),
    );
    const rows = organizations.map((organization) => ({
      organization,
      user_id: actor.userId,
      role: roles.get(organization.id)!,
    }));
    return { rows, total };
  }

  create(actor: Actor, name: string, adminUserId: string | null): Promise<OrganizationView> {
    return this.database.transaction('system', async (sql) => {
      const admin = adminUserId ?? actor.userId;
      if (!isPerson(await userById(sql, admin))) throw notFound('user');
      const { orgId } = await createOrganization(sql, name, admin);
      return this.organization(sql, orgId);
    });
  }

  private async organization(sql: Sql, id: string): Promise<OrganizationView> {
    const { rows } = await organizationPage(sql, [id], {}, { offset: 0, limit: 1 });
    return rows[0]!;
  }

  rename(actor: Actor, body: UpdateOrganizationBody, ifMatch: string | null): Promise<OrganizationView> {
    return this.asAdmin(actor, body.id, async (sql) => {
      requireUnchanged(await lockOrganization(sql, body.id), ifMatch, body.updated_at);
      await renameOrganization(sql, body);
      return this.organization(sql, body.id);
    });
  }

  /** What hangs on the organization, which its deletion would delete. */
  contentsOf(actor: Actor, id: string): Promise<ContentsView> {
    actor.organization(id);
    // As the service, because API keys are hidden from tenants' work; every query names the organization.
    return this.database.transaction('system', async (sql) => ({
      id,
      contents: await this.contents.of(sql, { orgId: id, teamId: null, actor }),
    }));
  }

  /** @throws CallerError 409 where there are SBOMs or projects, unless this is confirmed */
  delete(actor: Actor, { id, confirm }: DeleteOrganizationBody, ifMatch: string | null): Promise<ContentsView> {
    return this.database.transaction('system', async (sql) => {
      requireUnchanged(await lockOrganization(sql, id), ifMatch);
      await lockTeamsOf(sql, id);
      const owner = { orgId: id, teamId: null, actor };
      const contents = await this.contents.remove(sql, owner, confirm ?? false);
      await deleteOrganization(sql, id);
      return { id, contents };
    });
  }

  /** Persons and service accounts, with the numbers of those who can come in. */
  async members(
    actor: Actor,
    { org_id: orgId, kind, ...paging }: MembersQuery,
  ): Promise<{ rows: MemberAccountView[]; total: number; counts: MemberCounts }> {
    actor.organization(orgId);
    await requireVisibleOrganization(this.database, actor, orgId);
    return this.database.transaction('system', (sql) => memberPage(sql, { orgId, kind: kind || null }, paging));
  }

  async addMember(actor: Actor, body: AddMemberBody): Promise<MemberView> {
    // Otherwise a key could make members who stay when it has ended.
    rejectLimitedKey(actor);
    const user = await this.findUser(actor, body);
    return this.asAdmin(actor, body.org_id, (sql) => {
      // Only administrators get here: others must not learn which usernames exist.
      if (!user) throw notFound(body.username ? userByName : 'user');
      return addMembership(sql, { orgId: body.org_id, userId: user.id }, body.role, body.team_ids ?? null);
    });
  }

  async updateMember(actor: Actor, body: UpdateMemberBody, ifMatch: string | null): Promise<MemberView> {
    rejectLimitedKey(actor);
    const key = { orgId: body.org_id, userId: body.user_id };
    return this.asAdmin(actor, key.orgId, async (sql) => {
      const member = await findPerson(sql, key);
      requireUnchanged(member, ifMatch, body.updated_at);
      if (member.by_groups)
        throw new CallerError(
          409,
          'This membership comes from groups, which would change it back; change the mapping of the groups, or remove the member and add him by hand',
        );
      const { role, narrowed } = changedRights(member, body);
      if (role !== 'admin' || narrowed) await rejectLastAdmin(sql, key, member);
      await updateMember(sql, key, { role, narrowed });
      if (body.team_ids) await assignTeams(sql, key, body.team_ids, role);
      return (await findMember(sql, key))!;
    });
  }

  /** By an administrator, or by the member himself. */
  removeMember(actor: Actor, key: MembershipKey, ifMatch: string | null): Promise<void> {
    const remove = async (sql: Sql): Promise<void> => {
      const member = await findPerson(sql, key);
      requireUnchanged(member, ifMatch);
      await rejectLastAdmin(sql, key, member);
      await deleteMember(sql, key);
    };
    if (key.userId === actor.userId) return this.leaving(actor, key.orgId, remove);
    return this.asAdmin(actor, key.orgId, (sql) => {
      rejectEndingKey(actor, 'a change of members');
      return remove(sql);
    });
  }

  /** Leaving is the person's own, as the account is: a key that may do less than he cannot do it for him. */
  private leaving<T>(actor: Actor, orgId: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    actor.organization(orgId);
    rejectLimitedKey(actor);
    return this.database.transaction(actor.tenancy, async (sql) => {
      await lockIfAdmin(sql, { orgId, userId: actor.userId });
      return work(sql);
    });
  }

  private async asAdmin<T>(actor: Actor, orgId: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    actor.organization(orgId, 'admin');
    return this.database.transaction(actor.tenancy, async (sql) => {
      await requireAdmin(sql, actor, orgId);
      return work(sql);
    });
  }

  /**
   * The user, disabled or not, and also without a password (OpenID Connect). Who is found by name shares an organization
   * with the actor or belongs to none: a guessed name must not show the members of others, nor take one of them in.
   */
  private findUser(actor: Actor, { user_id, username }: AddMemberBody): Promise<{ readonly id: string } | null> {
    return this.database.transaction<{ readonly id: string } | null>('system', async (sql) => {
      const account = user_id ? { id: user_id } : await accountByUsername(sql, username ?? '');
      const user = account && (await userById(sql, account.id));
      if (!user || !isPerson(user)) return null;
      const organizations = actor.memberships.map(({ orgId }) => orgId);
      const isSeen = user_id || actor.sysAdmin || !(await isOnlyElsewhere(sql, user.id, organizations));
      return isSeen ? user : null;
    });
  }
}

const userByName =
  'user among the members of your organizations and those who belong to none; anybody else is added by the user_id that he gives you';

/** Locks the organization, and checks the role again: the actor may have lost it meanwhile. */
export async function requireAdmin(sql: Sql, actor: Actor, orgId: string): Promise<void> {
  if (!(await lockIfAdmin(sql, { orgId, userId: actor.userId }))) throw forbidden('This requires the role admin');
}

/** A service account belongs to its organization and is nothing elsewhere. */
export const isPerson = (user: UserRow | null): boolean => user !== null && !user.service_account;

/** Creates an organization with its first administrator and its default team. */
export async function createOrganization(
  sql: Sql,
  name: string,
  adminUserId: string,
): Promise<{ orgId: string; teamId: string }> {
  const orgId = newId();
  const teamId = newId();
  await insertOrganization(sql, { id: orgId, name });
  await addMembership(sql, { orgId, userId: adminUserId }, 'admin', null);
  await insertTeam(sql, { id: teamId, orgId, name, isDefault: true, pocName: '', pocEmail: '' });
  return { orgId, teamId };
}

/** As `joinAsMember`. @throws {CallerError} 409 for members */
export async function addMembership(
  sql: Sql,
  key: MembershipKey,
  role: Role,
  teamIds: readonly string[] | null,
): Promise<MemberView> {
  const member = await joinAsMember(sql, key, role, teamIds);
  if (!member) throw new CallerError(409, 'The user is already a member of the organization');
  return member;
}

/** Makes a user a member; with `teamIds`, a member who sees only those teams. Null: the user is one already. */
export async function joinAsMember(
  sql: Sql,
  key: MembershipKey,
  role: Role,
  teamIds: readonly string[] | null,
): Promise<MemberView | null> {
  if (!(await insertMember(sql, key, { role, narrowed: teamIds !== null }))) return null;
  // The insertion has waited for a deletion of the account.
  if (!(await isUser(sql, key.userId))) throw notFound('user');
  if (teamIds) await assignTeams(sql, key, teamIds, role);
  return (await findMember(sql, key))!;
}

/** Role, and whether only some teams are seen. What a change leaves out stays. */
export const changedRights = (
  before: Pick<MemberView, 'role' | 'team_ids'>,
  { role, all_teams, team_ids }: Pick<UpdateMemberBody, 'role' | 'all_teams' | 'team_ids'>,
): { role: Role; narrowed: boolean } => ({
  role: role || before.role,
  narrowed: team_ids ? true : all_teams ? false : before.team_ids !== null,
});

export async function assignTeams(sql: Sql, key: MembershipKey, teamIds: readonly string[], role: Role): Promise<void> {
  if ((await unknownTeams(sql, key.orgId, teamIds)).length > 0) throw notFound('team');
  const teams = [...new Set(teamIds)].map((teamId) => ({ id: newId(), teamId }));
  await replaceTeams(sql, key, teams, role);
}

async function findPerson(sql: Sql, key: MembershipKey): Promise<MemberView> {
  const member = await findMember(sql, key);
  if (!member) throw notFound('member');
  if (member.service_account)
    throw new CallerError(409, 'This is a service account; use v1/serviceAccounts to change or delete it');
  return member;
}

async function rejectLastAdmin(sql: Sql, key: MembershipKey, member: MemberView): Promise<void> {
  const isAdmin = member.role === 'admin' && member.team_ids === null;
  if (isAdmin && !(await hasOtherAdmin(sql, key)))
    throw new CallerError(409, 'This is the last administrator of the organization; appoint another one first');
}
