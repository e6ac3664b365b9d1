import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { CallerError } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { networkOf } from '../../platform/identifiers/network-of.js';
import { accountByUsername, type LoginAccount } from '../users/users.repository.js';
import { verifyPassword, type Credentials } from './credentials.js';
import {
  addLoginFailure,
  clearLoginFailures,
  deleteExpiredFailures,
  loginFailures,
} from './login-failures.repository.js';

/** Maximum number of failures in one window, by username and by network address. */
const limits = { username: 10, address: 100 };

/**
 * Verifies passwords and throttles guessing. Neither the answer nor its time tells whether a user exists. Failures are
 * counted in the database, for all API processes together. Attempts over a limit are not counted, so that an attack on
 * one username does not use up the limit of an address that others share.
 */
@Injectable()
export class PasswordVerifier {
  constructor(private readonly database: Database) {}

  /**
   * The account of the credentials; null where they are wrong or the account is disabled.
   *
   * @throws CallerError 429 after too many failures
   */
  async verify(credentials: Credentials, address: string): Promise<LoginAccount | null> {
    const name = subjectHash('username', credentials.username.toLowerCase());
    const network = subjectHash('address', networkOf(address));
    // Checked before, to save the work, and after, so that parallel attempts get no more tries than a sequence of them.
    await this.database.transaction('system', (sql) => rejectOverLimit(sql, [name, network]));
    const account = await this.matchingAccount(credentials);
    await this.database.transaction('system', async (sql) => {
      await rejectOverLimit(sql, [name, network]);
      if (account) return clearLoginFailures(sql, name);
      await addLoginFailure(sql, [name, network]);
      return deleteExpiredFailures(sql);
    });
    return account;
  }

  private async matchingAccount({ username, password }: Credentials): Promise<LoginAccount | null> {
    const account = await this.database.transaction('system', (sql) => accountByUsername(sql, username));
    const matches = await verifyPassword(password, account?.password_hash ?? null);
    return matches && account && !account.disabled ? account : null;
  }
}

async function rejectOverLimit(sql: Sql, subjects: [name: Buffer, network: Buffer]): Promise<void> {
  const [byName, byNetwork] = await loginFailures(sql, subjects);
  const retryAfterSeconds = Math.max(
    byName && byName.failures >= limits.username ? byName.seconds_left : 0,
    byNetwork && byNetwork.failures >= limits.address ? byNetwork.seconds_left : 0,
  );
  if (retryAfterSeconds > 0)
    throw new CallerError(429, 'Too many failed logins; wait before the next attempt', { retryAfterSeconds });
}

const subjectHash = (kind: string, value: string): Buffer => createHash('sha256').update(`${kind} ${value}`).digest();
