import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CallerError } from '../../model/errors.js';
import { hashApiKey } from '../tokens/api-key.js';
import { bearerToken, tokenKind } from '../tokens/bearer-token.js';
import { OutsideTokensService } from '../tokens/outside-tokens.service.js';
import { SessionTokensService } from '../tokens/session-tokens.service.js';
import { UsersService } from '../users/users.service.js';
import type { Actor } from './actor.js';
import { ActorsService } from './actors.service.js';
import type { Permission } from './roles.js';

/** Finds out who sends a request, by whichever of the three kinds of token it carries. */
@Injectable()
export class IdentityService {
  constructor(
    private readonly actors: ActorsService,
    private readonly sessions: SessionTokensService,
    private readonly outside: OutsideTokensService,
    private readonly users: UsersService,
  ) {}

  /** @throws CallerError 401, the same for every reason */
  async identify(request: Request, needs: Permission): Promise<Actor> {
    const token = bearerToken(request);
    const actor = token === null ? null : await this.actorOf(request, token, needs);
    if (!actor) throw new CallerError(401, 'A valid bearer token is needed');
    return actor;
  }

  private async actorOf(request: Request, token: string, needs: Permission): Promise<Actor | null> {
    switch (tokenKind(token, this.outside.issuer)) {
      case 'api_key':
        return this.actors.byKeyHash(hashApiKey(token), needs);
      case 'session': {
        const claims = await this.sessions.verify(request);
        return claims && this.actors.bySession(claims.userId, claims.version, needs);
      }
      case 'outside': {
        const claims = await this.outside.verify(request);
        if (!claims) return null;
        const known = () => this.actors.bySubject(claims.issuer, claims.subject, claims.issuedAt, needs);
        const actor = await known();
        if (actor) return actor;
        // Seen for the first time, perhaps in several requests at once; or known, and no longer let in.
        await this.users.provision(claims);
        return known();
      }
    }
  }
}
