import { Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { CallerError, notFound } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { AuditTrail, type RequestOrigin, type RequestSource } from '../../organizations/audit/audit-trail.js';
import { GroupMappingsService } from '../groups/group-mappings.service.js';
import { SessionsService } from '../../organizations/sessions/sessions.service.js';
import {
  accountBySubject,
  accountsByEmail,
  linkAccount,
  type NamedAccount,
} from '../../organizations/users/users.repository.js';
import { provisionUser, UsersService } from '../../organizations/users/users.service.js';
import type { SignedInSession } from '../../organizations/users/users.view.js';
import { OidcProvider, type SignInClaims } from './oidc-provider.js';
import type { PendingSignIn } from './sign-in-cookie.js';

/** Signs people in with the OpenID Connect provider (docs/adr/0007-identity-and-permissions.md). */
@Injectable()
export class SignInService {
  constructor(
    private readonly database: Database,
    private readonly provider: OidcProvider,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly auditTrail: AuditTrail,
    private readonly groups: GroupMappingsService,
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
  ): Promise<SignedInSession> {
    this.requireProvider();
    if (!pending || pending.state !== state)
      throw new CallerError(401, 'This sign-in began in another browser, or too long ago; sign in again', {
        reason: 'sign_in_expired',
      });
    const claims = await this.provider.signIn(code, pending);
    const account = await this.accountOf(claims, from.origin);
    const { origin } = from;
    if (this.provider.readsGroups) await this.groups.refresh(account, claims.groups, { origin, via: 'outside' });
    await this.auditTrail.recordLogin(account, origin, { outcome: 'done', via: 'outside' });
    const session = await this.sessions.open(account, 'provider', from.source);
    return { ...session, notice: account.isOwn ? ownAccountNotice : '' };
  }

  private requireProvider(): void {
    if (!this.provider.isConfigured) throw notFound('sign-in provider: OIDC_CLIENT_ID is not set');
  }

  /** By the provider's subject; else by an address that the provider has verified; else a new one, if that is allowed. */
  private async accountOf(claims: SignInClaims, origin: RequestOrigin): Promise<FoundAccount> {
    const find = () => this.database.transaction('system', (sql) => this.findAccount(sql, claims, origin));
    let account = await find();
    if (!account && this.provider.createsUsers) {
      await this.users.provision(claims, origin);
      account = await find();
    }
    if (!account || account.disabled) {
      await this.auditTrail.recordLogin(account, origin, { outcome: 'refused', via: 'outside' });
      throw new CallerError(
        401,
        account
          ? 'Your account is disabled; ask an administrator'
          : 'You have no account here. Ask an administrator to make one with the e-mail address that your provider has verified',
        { reason: account ? 'account_disabled' : 'no_account' },
      );
    }
    return account;
  }

  private async findAccount(sql: Sql, claims: SignInClaims, origin: RequestOrigin): Promise<FoundAccount | null> {
    const known = await accountBySubject(sql, claims);
    if (known || claims.email === '') return known && { ...known, isOwn: false };
    const candidates = await accountsByEmail(sql, claims.email);
    // Another sign-in of the same person may have held them, and bound one.
    const bound = await accountBySubject(sql, claims);
    if (bound) return { ...bound, isOwn: false };
    const [first] = candidates;
    if (!first || first.disabled) return first ? { ...first, isOwn: false } : null;
    const chosen = chooseAccount(candidates);
    if (chosen) await linkAccount(sql, chosen.id, claims);
    else await provisionUser(sql, claims);
    const account = (await accountBySubject(sql, claims))!;
    await this.auditTrail.recordLinking(
      sql,
      account,
      origin,
      chosen ? 'sessions/linkAccount' : 'sessions/createOwnAccount',
    );
    return { ...account, isOwn: !chosen };
  }
}

interface FoundAccount extends NamedAccount {
  /** Made just now, because others have the address too. */
  readonly isOwn: boolean;
}

/**
 * Whoever makes an account may give it any address. Where several have the same one, only that counts which a system
 * administrator has vouched for: a stranger must neither take a sign-in over nor block it. Null: none of them.
 */
function chooseAccount<Account extends { readonly email_vouched: boolean }>(
  candidates: readonly Account[],
): Account | null {
  const vouched = candidates.filter((account) => account.email_vouched);
  const eligible = candidates.length === 1 ? candidates : vouched;
  return eligible.length === 1 ? eligible[0]! : null;
}

const ownAccountNotice =
  'Several accounts have your e-mail address, and nobody has vouched for one of them. You have a new account of your own; ask an administrator to add it to your organization';

const random = (): string => randomBytes(32).toString('base64url');
