import { Injectable } from '@nestjs/common';
import { CallerError, forbidden, invalid, notFound } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import { requireUnchanged } from '../../platform/http/precondition.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import type { Actor } from '../access/actor.js';
import type { Role } from '../access/roles.js';
import { AuditTrail, type RequestOrigin } from '../audit/audit-trail.js';
import { addMembership } from '../members/organizations.service.js';
import { isEasyToGuess } from '../sessions/common-passwords.js';
import { hashPassword, randomPassword, toUsername, usernamePattern } from '../sessions/credentials.js';
import { PasswordVerifier } from '../sessions/password-verifier.js';
import { rolesInTeams, teamById, visibleTeams } from '../teams/teams.repository.js';
import type { OidcClaims } from '../tokens/oidc-tokens.service.js';
import { rejectLimitedKey } from './api-keys.service.js';
import type { ChangePasswordBody, CreateUserBody, UpdateUserBody, UsersQuery } from './users.dto.js';
import {
  accountBySubject,
  deleteUser,
  endSessions,
  hasSubject,
  insertUser,
  lockActiveSysAdmins,
  lockOrganizationsOf,
  lockUser,
  memberNames,
  organizationsWithoutOtherAdmin,
  revokeApiKeys,
  setPassword,
  updateUser,
  userById,
  userPage,
  type NamedAccount,
  type UserRow,
} from './users.repository.js';
import { userView, type NewUser, type UserNameView, type UserView } from './users.view.js';

@Injectable()
export class UsersService {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordVerifier,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** The actor's own account, with the visible teams. */
  getSelf(actor: Actor): Promise<UserView> {
    return this.database.transaction('system', async (sql) => {
      const user = await userById(sql, actor.userId);
      if (!user) throw notFound('user');
      const roles = new Map<string, Role>();
      for (const { id, org_id } of await visibleTeams(sql, actor.visibleScope))
        roles.set(id, actor.roleFor(org_id, id)!);
      return userView(user, roles);
    });
  }

  /** The user with the teams that the actor sees too. */
  async get(actor: Actor, id: string): Promise<UserView> {
    if (id === actor.userId) return this.getSelf(actor);
    return this.database.transaction('system', async (sql) => {
      const isMember = (await memberNames(sql, [id], organizationsOf(actor))).length > 0;
      const user = isMember || actor.sysAdmin ? await userById(sql, id) : null;
      if (!user) throw notFound('user');
      return userView(user, await teamRoles(sql, actor, id));
    });
  }

  /** Of those that are members of an organization of the actor, or of that of the given team. */
  names(actor: Actor, ids: readonly string[], teamId: string | null): Promise<UserNameView[]> {
    return this.database.transaction('system', async (sql) => {
      const team = teamId === null ? null : await teamById(sql, teamId);
      const organizations =
        teamId === null
          ? organizationsOf(actor)
          : [actor.authorize(team && { org_id: team.org_id, team_id: team.id }, 'team').org_id];
      return memberNames(sql, ids, organizations);
    });
  }

  async endSessions(userId: string): Promise<void> {
    await this.database.transaction('system', (sql) => endSessions(sql, userId));
  }

  async page(query: UsersQuery): Promise<{ rows: UserView[]; total: number }> {
    const { rows, total } = await this.database.transaction('system', (sql) => userPage(sql, query, query));
    return { rows: rows.map((row) => userView(row)), total };
  }

  /** The last system administrator cannot be disabled or lose the right. */
  update({ id: userId, updated_at, ...body }: UpdateUserBody, ifMatch: string | null): Promise<UserView> {
    const change = { disabled: body.disabled ?? undefined, sysAdmin: body.sys_admin ?? undefined };
    return this.database.transaction('system', async (sql) => {
      const admins = await lockActiveSysAdmins(sql);
      const user = await lockedUser(sql, userId);
      requireUnchanged(user, ifMatch, updated_at);
      if (change.sysAdmin && user.service_account)
        throw new CallerError(409, 'A service account belongs to an organization and cannot be a system administrator');
      if (change.disabled === true || change.sysAdmin === false) rejectLastSysAdmin(admins, userId);
      await updateUser(sql, userId, change);
      return userView((await userById(sql, userId))!);
    });
  }

  remove(userId: string, ifMatch: string | null): Promise<void> {
    return this.database.transaction('system', async (sql) => {
      await lockOrganizationsOf(sql, userId);
      const admins = await lockActiveSysAdmins(sql);
      const user = await lockedUser(sql, userId);
      requireUnchanged(user, ifMatch);
      rejectLastSysAdmin(admins, userId);
      const organizations = user.service_account ? [] : await organizationsWithoutOtherAdmin(sql, userId);
      if (organizations.length > 0)
        throw new CallerError(
          409,
          `The user is the last administrator of ${organizations.join(', ')}; appoint another one first`,
        );
      await deleteUser(sql, userId);
    });
  }

  /** The account of somebody from outside, which the first login makes, without an organization. Null: it is gone. */
  provision(claims: ProvisionedClaims, origin: RequestOrigin): Promise<NamedAccount | null> {
    return this.database.transaction('system', async (sql) => {
      const known = await accountBySubject(sql, claims);
      if (known) return known;
      const isNew = await provisionUser(sql, claims);
      const account = await accountBySubject(sql, claims);
      if (isNew) await this.auditTrail.recordLinking(sql, account!, origin, 'sessions/createAccount');
      return account;
    });
  }

  /**
   * Administrators of an organization create users as its members; only system administrators create users without an
   * organization, or further system administrators.
   */
  async create(actor: Actor, body: CreateUserBody): Promise<NewUser> {
    rejectLimitedKey(actor);
    if (body.org_id) actor.organization(body.org_id, 'admin');
    if ((!body.org_id || body.sys_admin) && !actor.sysAdmin)
      throw forbidden(
        'Only a system administrator can create a user without org_id, or with sys_admin; give an org_id that you administer',
      );
    const username = body.username || body.email || '';
    if (!usernamePattern.test(username))
      throw invalid('Invalid request: username or email is required', { username: 'is required' });
    if (body.password) await rejectWeakPassword('password', body.password, username);
    const password = body.password || randomPassword();
    const user = {
      id: newId(),
      username,
      email: body.email ?? '',
      passwordHash: await hashPassword(password),
      sysAdmin: body.sys_admin ?? false,
      emailVouched: actor.sysAdmin,
    };
    const row = await this.database.transaction('system', async (sql) => {
      if (!(await insertUser(sql, user)))
        throw new CallerError(409, `The username ${username} is taken; choose another one`);
      if (body.org_id)
        await addMembership(sql, { orgId: body.org_id, userId: user.id }, body.role || 'member', body.team_ids ?? null);
      return userById(sql, user.id);
    });
    return { ...userView(row!), ...(!body.password && { password }) };
  }

  /** Ends all sessions of the caller, including the current one. */
  async changePassword(actor: Actor, address: string, body: ChangePasswordBody): Promise<void> {
    rejectLimitedKey(actor);
    const user = await this.database.transaction('system', (sql) => userById(sql, actor.userId));
    if (user?.externally_managed)
      throw new CallerError(409, 'This account has no password; it logs in by OpenID Connect');
    const account = await this.passwords.verify({ username: actor.username, password: body.current_password }, address);
    if (!account) throw wrongPassword();
    await rejectWeakPassword('new_password', body.new_password, actor.username);
    const passwordHash = await hashPassword(body.new_password);
    await this.database.transaction('system', async (sql) => {
      if (!(await setPassword(sql, account, passwordHash))) throw wrongPassword();
      await endSessions(sql, account.id);
      if (body.revoke_api_keys) await revokeApiKeys(sql, account.id);
    });
  }
}

const wrongPassword = (): CallerError =>
  invalid('Invalid request: current_password is wrong', { current_password: 'is not your password' });

async function lockedUser(sql: Sql, id: string): Promise<UserRow> {
  await lockUser(sql, id);
  const user = await userById(sql, id);
  if (!user) throw notFound('user');
  return user;
}

type ProvisionedClaims = Omit<OidcClaims, 'issuedAt'>;

/** In the caller's transaction. False: there is one. */
export async function provisionUser(sql: Sql, claims: ProvisionedClaims): Promise<boolean> {
  if (await hasSubject(sql, claims.issuer, claims.subject)) return false;
  const id = newId();
  const { email, issuer, subject } = claims;
  // Never linked to an existing account of the same name: the issuer cannot vouch for our users.
  const name = toUsername(claims.username);
  if (await insertUser(sql, { id, username: name, email, issuer, subject })) return true;
  const username = toUsername(claims.username, `-${id}`);
  return insertUser(sql, { id, username, email, issuer, subject });
}

const organizationsOf = (actor: Actor): string[] => actor.memberships.map(({ orgId }) => orgId);

async function teamRoles(sql: Sql, actor: Actor, userId: string): Promise<Map<string, Role>> {
  const teams = await visibleTeams(sql, actor.visibleScope);
  const roles = await rolesInTeams(sql, userId, teams.map(({ id }) => id)); // prettier-ignore
  return new Map(roles.map(({ team_id, role }) => [team_id, role]));
}

async function rejectWeakPassword(field: string, password: string, username: string): Promise<void> {
  if (await isEasyToGuess(password, username))
    throw invalid(`Invalid request: ${field} is easy to guess; choose another`, {
      [field]:
        'is easy to guess (the user name, one repeated character, or on lists of common passwords); choose another',
    });
}

function rejectLastSysAdmin(admins: readonly string[], userId: string): void {
  if (admins.length === 1 && admins[0] === userId)
    throw new CallerError(409, 'This is the last system administrator; appoint another one first');
}
