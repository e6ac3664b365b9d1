import { Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { CallerError, notFound } from '../../model/errors.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { AuditTrail, type RequestOrigin, type RequestSource } from '../audit/audit-trail.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { accountBySubject, accountsByEmail, linkAccount, type NamedAccount } from '../users/users.repository.js';
import { UsersService } from '../users/users.service.js';
import type { Session } from '../users/users.view.js';
import { OidcProvider, type SignInClaims } from './oidc-provider.js';
import type { PendingSignIn } from './sign-in-cookie.js';

/** Signs people in with the OpenID Connect provider (docs/adr/0007-identity-and-permissions.md). */
@Injectable()
export class SignInService {
  constructor(
    private readonly database: Database,
    private readonly configuration: Configuration,
    private readonly provider: OidcProvider,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @returns where to send the browser, and what it must bring back */
  async start(): Promise<{ address: string; pending: PendingSignIn }> {
    this.requireProvider();
    const [state, nonce, verifier] = [random(), random(), random()];
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const address = await this.provider.authorizationAddress({ state, nonce, challenge });
    return { address, pending: { state, nonce, verifier, startedAt: Date.now() } };
  }

  /** @throws CallerError 401 if the provider or the rules of accounts refuse it */
  async finish(
    { code, state }: { code: string; state: string },
    pending: PendingSignIn | null,
    from: { origin: RequestOrigin; source: RequestSource },
  ): Promise<Session> {
    this.requireProvider();
    if (!pending || pending.state !== state)
      throw new CallerError(401, 'This sign-in began in another browser, or too long ago; sign in again', {
        reason: 'sign_in_expired',
      });
    const claims = await this.provider.signIn(code, pending);
    const account = await this.accountOf(claims, from.origin);
    return this.sessions.open(account, 'provider', from.source);
  }

  private requireProvider(): void {
    if (!this.provider.isConfigured) throw notFound('sign-in provider: OIDC_CLIENT_ID is not set');
  }

  /** By the provider's subject; else by an address that the provider has verified; else a new one, if that is allowed. */
  private async accountOf(claims: SignInClaims, origin: RequestOrigin): Promise<NamedAccount> {
    const find = () => this.database.transaction('system', (sql) => this.findAccount(sql, claims, origin));
    let account = await find();
    if (!account && this.configuration.oidc.createUsers) {
      await this.users.provision(claims);
      account = await find();
    }
    if (!account || account.disabled) {
      await this.auditTrail.recordLogin(account ? account.username : '', origin, {
        outcome: 'refused',
        via: 'outside',
      });
      throw new CallerError(
        401,
        account
          ? 'Your account is disabled; ask an administrator'
          : 'You have no account here. Ask an administrator to make one with the e-mail address that your provider has verified',
        { reason: account ? 'account_disabled' : 'no_account' },
      );
    }
    await this.auditTrail.recordLogin(account.username, origin, { outcome: 'done', via: 'outside' });
    return account;
  }

  private async findAccount(sql: Sql, claims: SignInClaims, origin: RequestOrigin): Promise<NamedAccount | null> {
    const known = await accountBySubject(sql, claims);
    if (known || claims.email === '') return known;
    const [account, ...others] = await accountsByEmail(sql, claims.email);
    if (others.length > 0)
      throw new CallerError(401, 'Several accounts have your e-mail address; ask an administrator', {
        reason: 'ambiguous_account',
      });
    if (!account || account.disabled) return account ?? null;
    await linkAccount(sql, account.id, claims);
    await this.auditTrail.recordLinking(sql, account, origin);
    return accountBySubject(sql, claims);
  }
}

const random = (): string => randomBytes(32).toString('base64url');
