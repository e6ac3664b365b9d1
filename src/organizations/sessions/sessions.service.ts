import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CallerError, invalid } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import type { Actor } from '../access/actor.js';
import { ActorsService } from '../access/actors.service.js';
import { AuditTrail, type RequestOrigin } from '../audit/audit-trail.js';
import { SessionTokensService } from '../tokens/session-tokens.service.js';
import { oldestSysAdmin, type LoginAccount } from '../users/users.repository.js';
import { UsersService } from '../users/users.service.js';
import type { Session } from '../users/users.view.js';
import type { Credentials } from './credentials.js';
import { PasswordVerifier } from './password-verifier.js';

/** Renewing prolongs a session up to this. */
const maxSessionSeconds = 12 * 3600;

@Injectable()
export class SessionsService {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordVerifier,
    private readonly tokens: SessionTokensService,
    private readonly users: UsersService,
    private readonly actors: ActorsService,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws CallerError 401, the same for every reason; 429 after too many failures */
  async login(credentials: Credentials, origin: RequestOrigin): Promise<Session> {
    const account = await this.passwords.verify(credentials, origin.address);
    await this.auditTrail.recordLogin(credentials.username, origin, account ? 'done' : 'refused');
    if (!account) throw wrongCredentials();
    return this.openSession(account);
  }

  /** @throws CallerError 401 if the user logged in too long ago */
  async renew(request: Request): Promise<string> {
    const claims = await this.tokens.verify(request);
    if (!claims || claims.since < Date.now() / 1000 - maxSessionSeconds)
      throw new CallerError(401, 'The session has ended; log in again');
    return this.tokens.issue(claims);
  }

  /** Ends all sessions of the caller, on every device. */
  async logout(actor: Actor): Promise<void> {
    if (actor.via === 'api_key') throw invalid('An API key cannot log out; revoke it with v1/users/revokeApiKey');
    await this.users.endSessions(actor.userId);
  }

  /** A token for the service's own requests on a first start, as the oldest system administrator; null: there is none. */
  async ownToken(): Promise<string | null> {
    const account = await this.database.transaction('system', oldestSysAdmin);
    return account && this.tokens.issue({ userId: account.id, version: account.session_version });
  }

  private async openSession(account: LoginAccount): Promise<Session> {
    const actor = await this.actors.bySession(account.id, account.session_version, 'authenticated');
    if (!actor) throw wrongCredentials();
    const jwt = await this.tokens.issue({ userId: account.id, version: account.session_version });
    return { jwt, user: await this.users.getSelf(actor) };
  }
}

export const wrongCredentials = (): CallerError =>
  new CallerError(401, 'Wrong username or password', { reason: 'wrong_credentials' });
