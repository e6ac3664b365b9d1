import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { accountByUsername, type LoginAccount } from '../users/users.repository.js';
import type { Credentials } from './basic-credentials.js';
import { LoginThrottle } from './login-throttle.js';
import { verifyPassword } from './passwords.js';

/** Whether somebody knows a user's password. The answer, and the time it takes, do not tell whether the user exists. */
@Injectable()
export class PasswordVerifier {
  constructor(
    private readonly database: Database,
    private readonly throttle: LoginThrottle,
  ) {}

  /**
   * The account that may be used with these credentials, or null.
   *
   * @throws CallerError 429 after too many failures
   */
  verify(credentials: Credentials, address: string): Promise<LoginAccount | null> {
    return this.throttle.attempt(credentials.username, address, async () => {
      const account = await this.database.transaction('system', (sql) => accountByUsername(sql, credentials.username));
      const matches = await verifyPassword(credentials.password, account?.password_hash ?? null);
      return matches && account && !account.disabled ? account : null;
    });
  }
}
