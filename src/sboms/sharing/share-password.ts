import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { CallerError } from '../../model/errors.js';
import { countAttempt, forgiveAttempt } from '../../organizations/sessions/login-failures.repository.js';
import { verifyPassword } from '../../organizations/sessions/credentials.js';
import { Database } from '../../platform/database/database.js';
import { networkOf } from '../../platform/identifiers/network-of.js';
import type { ShareRow } from './shares.repository.js';

/** Wrong passwords in one window: for one share from one network, and from all together. */
const limits = { there: 10, all: 50 };

/** The password of HTTP Basic (RFC 7617), whatever the user name; null where none is given. */
export function passwordOf(header: string | undefined): string | null {
  const base64 = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(header ?? '')?.[1];
  const text = base64 === undefined ? '' : Buffer.from(base64, 'base64').toString();
  const colon = text.indexOf(':');
  return colon < 0 || colon === text.length - 1 || text.length > 2_048 ? null : text.slice(colon + 1);
}

/** Verifies the passwords of shares and throttles guessing, as logins are throttled. */
@Injectable()
export class SharePassword {
  constructor(private readonly database: Database) {}

  /** @throws CallerError 429 after too many failures */
  async matches({ id, password_hash }: ShareRow, password: string, address: string): Promise<boolean> {
    const there = subject('share and address', JSON.stringify([id, networkOf(address)]));
    const all = subject('share', id);
    await this.database.transaction('system', async (sql) => {
      const counts = await countAttempt(sql, [
        { subject: there, growsAt: limits.there },
        { subject: all, growsAt: null },
      ]);
      counts.forEach(({ failures, seconds_left }, index) => {
        if (failures > [limits.there, limits.all][index]!)
          throw new CallerError(429, 'Too many wrong passwords; wait before the next attempt', {
            retryAfterSeconds: seconds_left,
          });
      });
    });
    const isRight = await verifyPassword(password, password_hash);
    if (isRight) await this.database.transaction('system', (sql) => forgiveAttempt(sql, all, [there]));
    return isRight;
  }
}

const subject = (kind: string, value: string): Buffer => createHash('sha256').update(`${kind} ${value}`).digest();
