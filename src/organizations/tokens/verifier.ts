import type { KeyObject } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import passport from 'passport';
import type { Strategy } from 'passport-strategy';
import { TransientError } from '../../model/errors.js';

/** The strategy hands keys on as they are; its types do not know that they may be read already, which spares each request that. */
export const asStrategyKey = (key: KeyObject): Buffer => key as unknown as Buffer;

/** What a request's token says, or null where it is refused. Why it is refused is nobody's business. */
export type TokenVerifier<Claims> = (request: Request) => Promise<Claims | null>;

/**
 * A Passport strategy as a function. The strategy is registered under a name, because Passport then works on a copy for
 * each request; given the strategy itself, it would write one request's callbacks over another's.
 */
export function createTokenVerifier<Claims>(strategy: Strategy): TokenVerifier<Claims> {
  const authenticator = new passport.Passport();
  authenticator.use('bearer', strategy as passport.Strategy);
  return (request) =>
    new Promise((resolve, reject) => {
      const done = (error: unknown, claims: Claims | false | null | undefined, info: unknown): void => {
        if (error) reject(error as Error);
        // "The database or the issuer is away" is no refusal.
        else if (info instanceof TransientError) reject(info);
        else resolve(claims || null);
      };
      const handler = authenticator.authenticate('bearer', { session: false }, done) as RequestHandler;
      void handler(request, request.res!, reject);
    });
}
