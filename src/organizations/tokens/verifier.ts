import type { KeyObject } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import passport from 'passport';
import type { Strategy } from 'passport-strategy';
import { TransientError } from '../../model/errors.js';

/** The strategy accepts parsed keys, which saves parsing for each request, but its types do not declare it. */
export const asStrategyKey = (key: KeyObject): Buffer => key as unknown as Buffer;

/** Claims of a request's token; null where it is refused, without a reason. */
export type TokenVerifier<Claims> = (request: Request) => Promise<Claims | null>;

/**
 * Wraps a Passport strategy in a function. The strategy is registered by name, because Passport then uses a copy per
 * request; otherwise parallel requests would overwrite each other's callbacks.
 */
export function createTokenVerifier<Claims>(strategy: Strategy): TokenVerifier<Claims> {
  const authenticator = new passport.Passport();
  authenticator.use('bearer', strategy as passport.Strategy);
  return (request) =>
    new Promise((resolve, reject) => {
      const done = (error: unknown, claims: Claims | false | null | undefined, info: unknown): void => {
        if (error) reject(error as Error);
        // An unavailable database or issuer is not a refusal.
        else if (info instanceof TransientError) reject(info);
        else resolve(claims || null);
      };
      const handler = authenticator.authenticate('bearer', { session: false }, done) as RequestHandler;
      void handler(request, request.res!, reject);
    });
}
