import { Injectable } from '@nestjs/common';
import type { KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { Strategy } from 'passport-jwt';
import { Configuration } from '../../platform/configuration/configuration.js';
import { isId } from '../../platform/identifiers/uuid.js';
import { bearerToken, decodeJwtPart, refuseCriticalExtensions } from './bearer-token.js';
import { sessionCookie } from '../sessions/session-cookie.js';
import { SigningKeysService } from './signing-keys.service.js';
import { asStrategyKey, createTokenVerifier, type TokenVerifier } from './verifier.js';

/** Claims of a session token; a `version` lower than the user's means that the session has ended. */
export interface SessionClaims {
  readonly userId: string;
  readonly sessionId: string;
  readonly version: number;
  /** When the user logged in, in seconds since 1970: renewed sessions end some time after it. */
  readonly since: number;
}

const algorithm = 'ES256';
const audience = 'stocktake';
/** Header `typ` (RFC 9068), so that no other JWT of the service is accepted as a session. */
const type = 'at+jwt';
const lifetime = '1h';

/** Issues and verifies session tokens: JWT, ES256, one hour. */
@Injectable()
export class SessionTokensService {
  /** Null: the token is invalid. */
  readonly verify: TokenVerifier<SessionClaims>;

  constructor(
    private readonly keys: SigningKeysService,
    private readonly configuration: Configuration,
  ) {
    const strategy = new Strategy(
      {
        algorithms: [algorithm],
        issuer: configuration.publicUrl,
        audience,
        jwtFromRequest: (request) => bearerToken(request) ?? sessionCookie(request, configuration.publicUrl),
        secretOrKeyProvider: (_request, token: string, done) => {
          this.keyFor(token).then((key) => done(null, asStrategyKey(key)), done);
        },
      },
      (payload: Record<string, unknown>, done) => done(null, claimsOf(payload)),
    );
    this.verify = createTokenVerifier(strategy);
  }

  /** @param claims without `since` for a new session */
  async issue(claims: Omit<SessionClaims, 'since'> & { readonly since?: number }): Promise<string> {
    const { kid, privateKey } = await this.keys.signing();
    const since = claims.since ?? Math.floor(Date.now() / 1000);
    return new SignJWT({ ver: claims.version, sid: claims.sessionId, auth_time: since })
      .setProtectedHeader({ alg: algorithm, kid, typ: type })
      .setIssuer(this.configuration.publicUrl)
      .setAudience(audience)
      .setSubject(claims.userId)
      .setIssuedAt()
      .setExpirationTime(lifetime)
      .sign(privateKey);
  }

  private async keyFor(token: string): Promise<KeyObject> {
    const header = decodeJwtPart(token, 0);
    refuseCriticalExtensions(header);
    const key = header?.typ === type && typeof header.kid === 'string' ? await this.keys.published(header.kid) : null;
    if (!key) throw new Error('Unknown signing key or token type');
    return key;
  }
}

function claimsOf({ sub, sid, ver, exp, auth_time: since }: Record<string, unknown>): SessionClaims | false {
  if (!isId(sub) || !isId(sid) || typeof ver !== 'number' || typeof exp !== 'number') return false;
  return typeof since === 'number' && { userId: sub, sessionId: sid, version: ver, since };
}
