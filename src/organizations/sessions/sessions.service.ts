import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CallerError, invalid, notFound } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import { newId } from '../../platform/identifiers/uuid.js';
import type { Actor } from '../access/actor.js';
import { ActorsService } from '../access/actors.service.js';
import { AuditTrail, type RequestOrigin, type RequestSource } from '../audit/audit-trail.js';
import { SessionTokensService, type SessionClaims } from '../tokens/session-tokens.service.js';
import { rejectLimitedKey } from '../users/api-keys.service.js';
import { oldestSysAdmin, type LoginAccount } from '../users/users.repository.js';
import { UsersService } from '../users/users.service.js';
import type { Session } from '../users/users.view.js';
import type { Credentials } from './credentials.js';
import { PasswordVerifier } from './password-verifier.js';
import {
  deleteOtherSessions,
  deleteSession,
  insertSession,
  prolongSession,
  sessionsOf,
} from './sessions.repository.js';
import type { SessionStart, SessionView } from './sessions.view.js';

/** Renewing prolongs a session up to this. */
const maxSessionSeconds = 12 * 3600;

/** Of sessions that the service opens for its own requests. */
const ownSource: RequestSource = { address: '', user_agent: 'Stocktake' };

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
  async login(credentials: Credentials, origin: RequestOrigin, source: RequestSource): Promise<Session> {
    const account = await this.passwords.verify(credentials, origin.address, origin);
    const subject = account ? { id: account.id } : { username: credentials.username };
    await this.auditTrail.recordLogin(subject, origin, {
      outcome: account ? 'done' : 'refused',
      via: 'password',
    });
    if (!account) throw wrongCredentials();
    return this.open(account, 'password', source);
  }

  /** @throws CallerError 401 if the user logged in too long ago */
  async renew(request: Request): Promise<string> {
    const claims = await this.tokens.verify(request);
    if (!claims || claims.since < Date.now() / 1000 - maxSessionSeconds)
      throw new CallerError(401, 'The session has ended; log in again');
    await this.database.transaction('system', (sql) => prolongSession(sql, claims.sessionId));
    return this.tokens.issue(claims);
  }

  /** Ends all sessions of the caller, on every device. */
  async logout(actor: Actor): Promise<void> {
    if (['api_key', 'service_account', 'keyless'].includes(actor.via))
      throw invalid('An API key cannot log out; revoke it with v1/users/revokeApiKey');
    await this.users.endSessions(actor.userId);
  }

  /** A token for the service's own requests on a first start, as the oldest system administrator; null: there is none. */
  async ownToken(): Promise<string | null> {
    const account = await this.database.transaction('system', oldestSysAdmin);
    return account && this.tokens.issue(await this.insert(account, 'service', ownSource));
  }

  /** The sessions of the caller. */
  list(actor: Actor): Promise<SessionView[]> {
    rejectLimitedKey(actor);
    return this.database.transaction('system', (sql) => sessionsOf(sql, actor.userId, actor.sessionId));
  }

  /**
   * @param given null: the session of the request
   * @returns the one that was ended
   * @throws CallerError 404 if the caller has no such session
   */
  async end(actor: Actor, given: string | null): Promise<string> {
    rejectLimitedKey(actor);
    const id = given ?? actor.sessionId;
    if (id === null) throw invalid('Invalid request: the token belongs to no session', { id: 'is required' });
    const ended = await this.database.transaction('system', (sql) => deleteSession(sql, actor.userId, id));
    if (ended === 0) throw notFound('session');
    return id;
  }

  /** @returns how many were ended */
  endOthers(actor: Actor): Promise<number> {
    rejectLimitedKey(actor);
    return this.database.transaction('system', (sql) => deleteOtherSessions(sql, actor.userId, actor.sessionId));
  }

  /** @throws CallerError 401 if the account may not log in any more */
  async open(account: LoginAccount, via: SessionStart, source: RequestSource): Promise<Session> {
    const claims = await this.insert(account, via, source);
    const actor = await this.actors.bySession(claims, 'authenticated');
    if (!actor) throw wrongCredentials();
    return { jwt: await this.tokens.issue(claims), user: await this.users.getSelf(actor) };
  }

  private async insert(
    { id: userId, session_version: version }: LoginAccount,
    via: SessionStart,
    source: RequestSource,
  ): Promise<Omit<SessionClaims, 'since'>> {
    const id = newId();
    await this.database.transaction('system', (sql) => insertSession(sql, { id, userId, via, ...source }));
    return { userId, sessionId: id, version };
  }
}

export const wrongCredentials = (): CallerError =>
  new CallerError(401, 'Wrong username or password', { reason: 'wrong_credentials' });
