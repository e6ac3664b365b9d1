import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { CallerError } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import { networkOf } from '../../platform/identifiers/network-of.js';
import { accountByUsername, type LoginAccount } from '../users/users.repository.js';
import type { RequestOrigin } from '../audit/audit-trail.js';
import { OutsidePasswords } from './outside-passwords.js';
import { verifyPassword, type Credentials } from './credentials.js';
import {
  countAttempt,
  deleteExpiredFailures,
  forgiveAttempt,
  isKnownNetwork,
  rememberNetwork,
  takeBackAttempt,
  type LoginFailureCount,
  type LoginSubject,
} from './login-failures.repository.js';

/**
 * Maximum number of failures in one window: of one user from one network; of one user from networks from which the user
 * has not logged in lately; of all users from one network.
 */
const limits = { userThere: 10, userElsewhere: 20, network: 100 };

/**
 * Verifies passwords and throttles guessing. Neither the answer nor its time tells whether a user exists. An attempt is
 * counted before it is judged, in the database for all API processes together, so that many at once get no more tries
 * than a sequence of them. Attempts over a limit are not counted. Each lock-out of a user in a row lasts twice as long,
 * up to an hour. A stranger who guesses does not lock the user out of a network that the user is known to use.
 */
@Injectable()
export class PasswordVerifier {
  private readonly turns = new Map<string, Promise<unknown>>();

  constructor(
    private readonly database: Database,
    private readonly outside: OutsidePasswords,
  ) {}

  /**
   * The account of the credentials; null where they are wrong or the account is disabled.
   *
   * @param origin of a login: a directory is asked where they are not those of an account here; null: it is not
   * @throws CallerError 429 after too many failures
   */
  verify(credentials: Credentials, address: string, origin: RequestOrigin | null = null): Promise<LoginAccount | null> {
    const network = networkOf(address);
    const key = JSON.stringify([countedName(credentials.username), network]);
    // One after the other: right logins at once must not count as attempts that are not judged yet.
    const turn = (this.turns.get(key) ?? Promise.resolve()).then(() => this.verifyNext(credentials, network, origin));
    const settled = turn.catch(() => undefined);
    this.turns.set(key, settled);
    void settled.then(() => this.turns.get(key) === settled && this.turns.delete(key));
    return turn;
  }

  private async verifyNext(
    credentials: Credentials,
    network: string,
    origin: RequestOrigin | null,
  ): Promise<LoginAccount | null> {
    const username = countedName(credentials.username);
    const user = subjectHash('username', username);
    const userThere = subjectHash('username and address', JSON.stringify([username, network]));
    const known = subjectHash('known address', JSON.stringify([username, network]));
    const shared = subjectHash('address', network);
    const counted = await this.database.transaction('system', async (sql) => {
      const isKnown = await isKnownNetwork(sql, known);
      const subjects: LoginSubject[] = [
        { subject: userThere, growsAt: limits.userThere },
        // Many people share an address: one of them must not lock the others out for an hour.
        { subject: shared, growsAt: null },
        ...(isKnown ? [] : [{ subject: user, growsAt: limits.userElsewhere }]),
      ];
      const [there, all, elsewhere] = await countAttempt(sql, subjects);
      rejectOverLimit(there, limits.userThere);
      rejectOverLimit(all, limits.network);
      rejectOverLimit(elsewhere, limits.userElsewhere);
      return subjects;
    });
    const account = await this.verified(credentials, origin).catch(async (error: unknown) => {
      await this.database.transaction('system', (sql) => takeBackAttempt(sql, counted));
      throw error;
    });
    await this.database.transaction('system', async (sql) => {
      if (!account) return deleteExpiredFailures(sql);
      await forgiveAttempt(sql, shared, [userThere, user]);
      return rememberNetwork(sql, known);
    });
    return account;
  }

  /** @throws TransientError while the directory does not answer */
  private async verified(credentials: Credentials, origin: RequestOrigin | null): Promise<LoginAccount | null> {
    return (await this.matchingAccount(credentials)) ?? (origin && (await this.outside.check(credentials, origin)));
  }

  private async matchingAccount({ username, password }: Credentials): Promise<LoginAccount | null> {
    const account = await this.database.transaction('system', (sql) => accountByUsername(sql, username));
    const matches = await verifyPassword(password, account?.password_hash ?? null);
    return matches && account && !account.disabled ? account : null;
  }
}

/** Rolls the count back: attempts over a limit are not counted. */
function rejectOverLimit(count: LoginFailureCount | undefined, limit: number): void {
  if (count && count.failures > limit)
    throw new CallerError(429, 'Too many failed logins; wait before the next attempt', {
      retryAfterSeconds: count.seconds_left,
    });
}

/** What a directory takes for one name (RFC 4518): width, letter case and blanks do not count. */
const countedName = (username: string): string => username.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

const subjectHash = (kind: string, value: string): Buffer => createHash('sha256').update(`${kind} ${value}`).digest();
