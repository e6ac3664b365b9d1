import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CallerError } from '../../model/errors.js';
import { hashApiKey } from '../tokens/api-key.js';
import { bearerToken, tokenKind } from '../tokens/bearer-token.js';
import { OidcTokensService } from '../tokens/oidc-tokens.service.js';
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
    private readonly oidc: OidcTokensService,
    private readonly users: UsersService,
  ) {}

  /** @throws CallerError 401, the same for every reason */
  async authenticate(request: Request, permission: Permission): Promise<Actor> {
    const token = bearerToken(request);
    const actor = token === null ? null : await this.findActor(request, token, permission);
    if (!actor) throw new CallerError(401, 'A valid bearer token is needed');
    return actor;
  }

  private async findActor(request: Request, token: string, permission: Permission): Promise<Actor | null> {
    switch (tokenKind(token, this.oidc.issuer)) {
      case 'api_key':
        return this.actors.byKeyHash(hashApiKey(token), permission);
      case 'session': {
        const claims = await this.sessions.verify(request);
        return claims && this.actors.bySession(claims.userId, claims.version, permission);
      }
      case 'outside': {
        const claims = await this.oidc.verify(request);
        if (!claims) return null;
        const find = () => this.actors.bySubject(claims.issuer, claims.subject, claims.issuedAt, permission);
        const actor = await find();
        if (actor) return actor;
        // Seen for the first time, perhaps in several requests at once; or known, and no longer let in.
        await this.users.provision(claims);
        return find();
      }
    }
  }
}
