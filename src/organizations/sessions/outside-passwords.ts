import { Injectable } from '@nestjs/common';
import type { RequestOrigin } from '../audit/audit-trail.js';
import type { LoginAccount } from '../users/users.repository.js';
import type { Credentials } from './credentials.js';

/** Looks a password up elsewhere; null: it is not right there. */
export type OutsideCheck = (credentials: Credentials, origin: RequestOrigin) => Promise<LoginAccount | null>;

/** Where passwords are looked up that no account here has: a directory, if the settings name one. */
@Injectable()
export class OutsidePasswords {
  private ask: OutsideCheck = () => Promise.resolve(null);

  use(check: OutsideCheck): void {
    this.ask = check;
  }

  check(credentials: Credentials, origin: RequestOrigin): Promise<LoginAccount | null> {
    return this.ask(credentials, origin);
  }
}
