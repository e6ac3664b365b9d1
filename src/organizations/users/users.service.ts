import { Injectable } from '@nestjs/common';
import { CallerError, notFound } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import { newId } from '../../platform/identifiers/uuid.js';
import type { Actor } from '../access/actor.js';
import type { Role } from '../access/roles.js';
import { visibleTeams } from '../teams/teams.repository.js';
import type { OidcClaims } from '../tokens/oidc-tokens.service.js';
import {
  lockActiveSysAdmins,
  updateUser,
  endSessions,
  insertUser,
  hasSubject,
  organizationsWithoutOtherAdmin,
  deleteUser,
  userById,
  userPage,
} from './users.repository.js';
import { toUsername } from './username.js';
import { userView, type UserView } from './users.view.js';

@Injectable()
export class UsersService {
  constructor(private readonly database: Database) {}

  /** The actor's own account, with the teams that he sees. */
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

  async endSessions(userId: string): Promise<void> {
    await this.database.transaction('system', (sql) => endSessions(sql, userId));
  }

  async page(paging: { offset: number; limit: number }): Promise<{ rows: UserView[]; total: number }> {
    const { rows, total } = await this.database.transaction('system', (sql) => userPage(sql, paging));
    return { rows: rows.map((row) => userView(row)), total };
  }

  /** There is always somebody left who can manage the service, and each organization. */
  update(
    userId: string,
    change: { disabled?: boolean | undefined; sysAdmin?: boolean | undefined },
  ): Promise<UserView> {
    return this.database.transaction('system', async (sql) => {
      const admins = await lockActiveSysAdmins(sql);
      if (!(await userById(sql, userId))) throw notFound('user');
      if (change.disabled === true || change.sysAdmin === false) rejectLastSysAdmin(admins, userId);
      await updateUser(sql, userId, change);
      return userView((await userById(sql, userId))!);
    });
  }

  remove(userId: string): Promise<void> {
    return this.database.transaction('system', async (sql) => {
      const admins = await lockActiveSysAdmins(sql);
      if (!(await userById(sql, userId))) throw notFound('user');
      rejectLastSysAdmin(admins, userId);
      const organizations = await organizationsWithoutOtherAdmin(sql, userId);
      if (organizations.length > 0)
        throw new CallerError(
          409,
          `The user is the last administrator of ${organizations.join(', ')}; name another one first`,
        );
      await deleteUser(sql, userId);
    });
  }

  /** Makes the user whom an outside issuer speaks of, if he is not known; he belongs to no organization yet. */
  provision(claims: OidcClaims): Promise<void> {
    return this.database.transaction('system', async (sql) => {
      if (await hasSubject(sql, claims.issuer, claims.subject)) return;
      const id = newId();
      const { email, issuer, subject } = claims;
      // Never joined to an account of the same name: the outside issuer does not say who our users are.
      const name = toUsername(claims.username);
      if (await insertUser(sql, { id, username: name, email, issuer, subject })) return;
      const username = toUsername(claims.username, `-${id}`);
      await insertUser(sql, { id, username, email, issuer, subject });
    });
  }
}

function rejectLastSysAdmin(admins: readonly string[], userId: string): void {
  if (admins.length === 1 && admins[0] === userId)
    throw new CallerError(409, 'This is the last system administrator; name another one first');
}
