import { Injectable } from '@nestjs/common';
import { CallerError, forbidden, invalid } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import { newId } from '../../platform/identifiers/uuid.js';
import type { Actor } from '../access/actor.js';
import { addMembership } from '../members/members.service.js';
import { PasswordVerifier } from '../sessions/password-proof.js';
import { hashPassword, randomPassword } from '../sessions/passwords.js';
import { rejectLimitedKey } from './api-keys.service.js';
import type { ChangePasswordBody, CreateUserBody } from './users.dto.js';
import { endSessions, insertUser, setPassword, userById } from './users.repository.js';
import { usernamePattern } from './username.js';
import { userView, type UserView } from './users.view.js';

export interface NewUser extends UserView {
  /** Only where the service has made it; shown this once. */
  password?: string;
}

@Injectable()
export class AccountsService {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordVerifier,
  ) {}

  /**
   * Administrators of an organization make users who are members of it from the start; only system administrators
   * make users who belong nowhere yet, or further system administrators.
   */
  async create(actor: Actor, body: CreateUserBody): Promise<NewUser> {
    if (body.org_id) actor.organization(body.org_id, 'admin');
    if ((!body.org_id || body.sys_admin) && !actor.sysAdmin)
      throw forbidden('Only system administrators make users outside of an organization; give an org_id of yours');
    const username = body.username || body.email || '';
    if (!usernamePattern.test(username))
      throw invalid('Invalid request: username or email is required', { username: 'is required' });
    const password = body.password || randomPassword();
    const user = {
      id: newId(),
      username,
      email: body.email ?? '',
      passwordHash: await hashPassword(password),
      sysAdmin: body.sys_admin ?? false,
    };
    const row = await this.database.transaction('system', async (sql) => {
      if (!(await insertUser(sql, user))) throw new CallerError(409, `The username ${username} is taken`);
      if (body.org_id)
        await addMembership(sql, { orgId: body.org_id, userId: user.id }, body.role || 'member', body.team_ids ?? null);
      return userById(sql, user.id);
    });
    return { ...userView(row!), ...(!body.password && { password }) };
  }

  /** Ends all sessions, the caller's own included. */
  async changePassword(actor: Actor, address: string, body: ChangePasswordBody): Promise<void> {
    rejectLimitedKey(actor);
    const user = await this.database.transaction('system', (sql) => userById(sql, actor.userId));
    if (user?.externally_managed) throw new CallerError(409, 'This account has no password here');
    const account = await this.passwords.verify({ username: actor.username, password: body.current_password }, address);
    if (!account)
      throw invalid('Invalid request: current_password is wrong', { current_password: 'is not your password' });
    const passwordHash = await hashPassword(body.new_password);
    await this.database.transaction('system', async (sql) => {
      await setPassword(sql, account.id, passwordHash);
      await endSessions(sql, account.id);
    });
  }
}
