import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { CallerError, TransientError } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import { AuditTrail, type RequestOrigin } from '../../organizations/audit/audit-trail.js';
import { createApiKey, decodeJwtPart, refuseCriticalExtensions } from '../../organizations/tokens/bearer-token.js';
import { insertApiKey } from '../../organizations/users/api-keys.repository.js';
import { firstMismatch } from './claim-patterns.js';
import { IssuerKeys } from './issuer-keys.js';
import type { ExchangeTokenBody } from './keyless.dto.js';
import type { ExchangedTokenView } from './keyless.view.js';
import { countTokenUse, usableTrustRule, type TrustRuleRow } from './trust-rules.repository.js';

type UsableRule = TrustRuleRow & { readonly username: string };

/** Only asymmetric algorithms: a public key must never verify a keyed hash. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const clockTolerance = 30;
/** Tokens that live longer would have to be remembered longer. */
const maxTokenSeconds = 86_400;

/** Exchanges tokens of pipelines for keys that live for minutes (docs/adr/0036-keyless-pipelines.md). */
@Injectable()
export class TokenExchangeService {
  constructor(
    private readonly database: Database,
    private readonly keys: IssuerKeys,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws CallerError 401 if the token is not what the rule asks for */
  async exchange(body: ExchangeTokenBody, origin: RequestOrigin): Promise<ExchangedTokenView> {
    const rule = await this.database.transaction('system', (sql) => usableTrustRule(sql, body.rule_id));
    // The same answer as for a wrong token: rules are not to be found by trying.
    if (!rule) throw refused('It is not valid for this rule');
    const claims = await this.verify(body.subject_token, rule);
    const wrong = firstMismatch(rule.claims, claims);
    if (wrong !== null) return this.refuse(rule, origin, `Its claim ${wrong} is not what the trust rule asks for`);
    const issued = await this.database.transaction('system', async (sql) => {
      // The issuer was asked meanwhile: the rule may have been deleted, or the account disabled.
      if (!(await usableTrustRule(sql, rule.id))) throw refused('It is not valid for this rule');
      const isFresh = await this.countUse(sql, body.subject_token, rule, claims);
      return isFresh ? this.issue(sql, rule, { subject: claims.sub ?? '', origin }) : null;
    });
    return issued ?? this.refuse(rule, origin, `It has been exchanged already. ${spentAdvice}`);
  }

  private async verify(token: string, rule: UsableRule): Promise<JWTPayload> {
    try {
      refuseCriticalExtensions(decodeJwtPart(token, 0));
      // Without a signature yet: a token of another issuer must not make us ask this one for its keys.
      if (decodeJwtPart(token, 1)?.iss !== rule.issuer) throw new Error('Another issuer');
      const { issuer, audience } = rule;
      const requiredClaims = ['exp', 'iat', 'sub'];
      const maxTokenAge = maxTokenSeconds;
      const options = { issuer, audience, algorithms, clockTolerance, requiredClaims, maxTokenAge };
      const claims = await this.keys.verify(token, options);
      if (claims.exp! - claims.iat! > maxTokenSeconds) throw new Error('It lives longer than a day');
      return claims;
    } catch (error) {
      if (error instanceof TransientError) throw error;
      throw refused('It is not valid for this rule', error);
    }
  }

  private countUse(sql: Sql, token: string, rule: UsableRule, { jti, exp }: JWTPayload): Promise<boolean> {
    // Without the signature, of which several may be valid.
    const identity = typeof jti === 'string' && jti !== '' ? `jti ${jti}` : `token ${token.replace(/\.[^.]*$/, '')}`;
    return countTokenUse(sql, {
      ruleId: rule.id,
      token: createHash('sha256').update(identity).digest(),
      expiresAt: new Date((exp! + clockTolerance) * 1_000),
      maxUses: rule.max_uses,
    });
  }

  private async issue(
    sql: Sql,
    rule: UsableRule,
    { subject, origin }: { subject: string; origin: RequestOrigin },
  ): Promise<ExchangedTokenView> {
    const { key, hash, hint } = createApiKey();
    const id = newId();
    await insertApiKey(sql, {
      id,
      userId: rule.service_account_id,
      orgId: rule.org_id,
      name: printable(`${rule.name}: ${subject}`),
      hash,
      hint,
      role: rule.role,
      expiresAt: new Date(Date.now() + rule.seconds * 1_000),
      trustRuleId: rule.id,
      projectId: rule.project_id,
    });
    await this.auditTrail.recordExchange(sql, rule, { outcome: 'done', objects: [rule.id, id], origin });
    return {
      access_token: key,
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      token_type: 'Bearer',
      expires_in: rule.seconds,
    };
  }

  /** Only of tokens that the issuer has signed: others could fill the log. */
  private async refuse(rule: UsableRule, origin: RequestOrigin, why: string): Promise<never> {
    await this.database.transaction('system', (sql) =>
      this.auditTrail.recordExchange(sql, rule, { outcome: 'refused', objects: [rule.id], origin }),
    );
    throw refused(why);
  }
}

const spentAdvice = 'Ask the platform for a new one, or make a trust rule with a higher max_uses';

const printable = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .slice(0, 255)
    .toWellFormed();

const refused = (why: string, cause?: unknown): CallerError =>
  Object.assign(new CallerError(401, `The token was refused. ${why}`, { reason: 'token_refused' }), { cause });
