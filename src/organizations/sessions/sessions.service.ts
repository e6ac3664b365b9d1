import { Injectable } from '@nestjs/common';
import { CallerError, invalid } from '../../model/errors.js';
import type { Actor } from '../access/actor.js';
import { AuditTrail, type Origin } from '../audit/audit-trail.js';
import { ActorsService } from '../access/actors.service.js';
import { SessionTokensService } from '../tokens/session-tokens.service.js';
import type { Account } from '../users/users.repository.js';
import { UsersService } from '../users/users.service.js';
import type { UserView } from '../users/users.views.js';
import type { Credentials } from './basic-credentials.js';
import { PasswordProof } from './password-proof.js';

export interface Session {
  readonly jwt: string;
  readonly user: UserView;
}

@Injectable()
export class SessionsService {
  constructor(
    private readonly proof: PasswordProof,
    private readonly tokens: SessionTokensService,
    private readonly users: UsersService,
    private readonly actors: ActorsService,
    private readonly trail: AuditTrail,
  ) {}

  /** @throws CallerError 401 with one answer for every reason; 429 after too many failures */
  async login(credentials: Credentials, origin: Origin): Promise<Session> {
    const account = await this.proof.check(credentials, origin.address);
    await this.trail.login(credentials.username, origin, account ? 'done' : 'refused');
    if (!account) throw wrongCredentials();
    return this.open(account);
  }

  /** Ends every session of the caller, on every device. */
  async logout(actor: Actor): Promise<void> {
    if (actor.via === 'api_key') throw invalid('An API key is no session; v1/users/revokeApiKey ends it');
    await this.users.endSessions(actor.userId);
  }

  /** A session of an account whose password was just proven. */
  private async open(account: Account): Promise<Session> {
    const actor = await this.actors.bySession(account.id, account.session_version, 'authenticated');
    if (!actor) throw wrongCredentials();
    const jwt = await this.tokens.issue({ userId: account.id, version: account.session_version });
    return { jwt, user: await this.users.self(actor) };
  }
}

export const wrongCredentials = (): CallerError => new CallerError(401, 'Wrong username or password');
