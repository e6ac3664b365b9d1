import { Injectable } from '@nestjs/common';
import { KeyObject } from 'node:crypto';
import { createRemoteJWKSet, errors, type CryptoKey, type JWTHeaderParameters } from 'jose';
import { Strategy } from 'passport-jwt';
import { TransientError } from '../../model/errors.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { ConfigurationError } from '../../platform/configuration/configuration-error.js';
import { bearerToken, decodeJwtPart, refuseCriticalExtensions } from './bearer-token.js';
import { asStrategyKey, createTokenVerifier, type TokenVerifier } from './verifier.js';

/** Claims of an OpenID Connect token about a user. */
export interface OidcClaims {
  readonly issuer: string;
  readonly subject: string;
  readonly issuedAt: number;
  readonly username: string;
  readonly email: string;
}

/** Only asymmetric algorithms: with a shared secret every client of the issuer could create tokens. */
export const oidcAlgorithms = ['RS256', 'PS256', 'ES256'] as const;
const fetchLimits = { timeoutDuration: 5_000, cooldownDuration: 30_000, cacheMaxAge: 600_000 };
const maxClaimLength = 255;

/** Verifies tokens of the configured OpenID Connect issuer. */
@Injectable()
export class OidcTokensService {
  readonly issuer: string;
  /** Null: the token is invalid, or no issuer is configured. */
  readonly verify: TokenVerifier<OidcClaims>;

  constructor(configuration: Configuration) {
    const { issuer, audience, jwksUrl, clientId } = configuration.oidc;
    this.issuer = issuer;
    const isForSignIn = clientId !== '' && audience === '' && jwksUrl === '';
    if (issuer !== '' && !isForSignIn && (audience === '' || !URL.canParse(jwksUrl)))
      throw new ConfigurationError(
        'OIDC_ISSUER requires OIDC_AUDIENCE, and the URL of the issuer’s keys in OIDC_JWKS_URL',
      );
    this.verify =
      issuer === '' || isForSignIn
        ? () => Promise.resolve(null)
        : createTokenVerifier(strategyFor(issuer, audience, new URL(jwksUrl)));
  }
}

function strategyFor(issuer: string, audience: string, jwksUrl: URL): Strategy {
  const keys = createRemoteJWKSet(jwksUrl, fetchLimits);
  return new Strategy(
    {
      algorithms: [...oidcAlgorithms],
      issuer,
      audience,
      jwtFromRequest: bearerToken,
      secretOrKeyProvider: (_request, token: string, done) => {
        keyFor(keys, token).then((key) => done(null, asStrategyKey(key)), done);
      },
    },
    (payload: Record<string, unknown>, done) => done(null, userClaims(issuer, payload) ?? false),
  );
}

async function keyFor(keys: ReturnType<typeof createRemoteJWKSet>, token: string): Promise<KeyObject> {
  const header = decodeJwtPart(token, 0);
  refuseCriticalExtensions(header);
  if (!oidcAlgorithms.some((algorithm) => algorithm === header?.alg)) throw new Error('Unsupported token algorithm');
  let key: CryptoKey;
  try {
    key = await keys(header as unknown as JWTHeaderParameters);
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error;
    throw new TransientError('The keys of the token issuer (OIDC_JWKS_URL) cannot be read at the moment', 30, {
      cause: error,
    });
  }
  return KeyObject.from(key);
}

/** Null: the token does not say whose it is, or when it was issued. */
export function userClaims(issuer: string, payload: Record<string, unknown>): OidcClaims | null {
  const { sub, exp, iat } = payload;
  if (typeof sub !== 'string' || sub === '' || cleanText(sub) !== sub) return null;
  if (typeof exp !== 'number' || typeof iat !== 'number') return null;
  return {
    issuer,
    subject: sub,
    issuedAt: iat,
    username: cleanText(payload.preferred_username) || cleanText(payload.email) || sub,
    email: cleanText(payload.email),
  };
}

/** The claim where it is a text that can be stored and shown, else empty. */
const cleanText = (claim: unknown): string =>
  typeof claim === 'string' && claim.length <= maxClaimLength && claim.isWellFormed() && !/[\0-\x1f]/.test(claim)
    ? claim.trim()
    : '';
