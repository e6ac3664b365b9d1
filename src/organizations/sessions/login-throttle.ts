import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { CallerError } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import { networkOf } from '../../platform/identifiers/network-of.js';
import type { Sql } from '../../platform/database/sql.js';
import {
  addLoginFailure,
  deleteExpiredFailures,
  loginFailures,
  clearLoginFailures,
} from './login-failures.repository.js';

/** Failures in one window after which nothing is tried any more: of one user name, and from one address. */
const limits = { username: 10, address: 100 };

/**
 * Slows guessing down. Counted in the database, so that all API processes count together; names that exist and names
 * that do not are treated alike. Attempts that are turned away here count no further: one name under attack does not
 * use up the address's budget, which other users may share.
 */
@Injectable()
export class LoginThrottle {
  constructor(private readonly database: Database) {}

  /**
   * Runs one attempt. The limits are looked at before it, to save the work, and after it, so that many attempts at
   * once learn no more than the same number in a row.
   *
   * @param verify null: failed
   * @throws CallerError 429
   */
  async attempt<T>(username: string, address: string, verify: () => Promise<T | null>): Promise<T | null> {
    const nameSubject = subjectHash('username', username.toLowerCase());
    const addressSubject = subjectHash('address', networkOf(address));
    await this.database.transaction('system', (sql) => rejectOverLimit(sql, [nameSubject, addressSubject]));
    const result = await verify();
    await this.database.transaction('system', async (sql) => {
      await rejectOverLimit(sql, [nameSubject, addressSubject]);
      if (result !== null) return clearLoginFailures(sql, nameSubject);
      await addLoginFailure(sql, [nameSubject, addressSubject]);
      return deleteExpiredFailures(sql);
    });
    return result;
  }
}

async function rejectOverLimit(sql: Sql, subjects: [name: Buffer, from: Buffer]): Promise<void> {
  const [byName, byAddress] = await loginFailures(sql, subjects);
  const waits = [
    byName && byName.failures >= limits.username ? byName.seconds_left : 0,
    byAddress && byAddress.failures >= limits.address ? byAddress.seconds_left : 0,
  ];
  const retryAfterSeconds = Math.max(...waits);
  if (retryAfterSeconds > 0)
    throw new CallerError(429, 'Too many failed logins; wait before the next try', { retryAfterSeconds });
}

const subjectHash = (kind: string, value: string): Buffer => createHash('sha256').update(`${kind} ${value}`).digest();
