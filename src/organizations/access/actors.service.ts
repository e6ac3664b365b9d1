import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CallerError } from '../../model/errors.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { requestOrigin } from '../audit/audit-trail.js';
import { isReading, rejectForgedRequest, sessionCookie } from '../sessions/session-cookie.js';
import { bearerToken, hasExpired, hashApiKey, isApiKey, presentsToken, tokenKind } from '../tokens/bearer-token.js';
import { OidcTokensService } from '../tokens/oidc-tokens.service.js';
import { SessionTokensService, type SessionClaims } from '../tokens/session-tokens.service.js';
import { UsersService } from '../users/users.service.js';
import { Actor, type AuthenticationMethod } from './actor.js';
import {
  actorByKeyHash,
  actorBySubject,
  actorBySession,
  isExpiredKey,
  recordActivity,
  recordKeyUse,
  recordSessionUse,
  type ActorRow,
  type ApiKeyActorRow,
  type SessionActorRow,
} from './actors.repository.js';
import type { Permission } from './roles.js';

/** Authenticates requests: turns a token into an actor with the user's current rights. */
@Injectable()
export class ActorsService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionTokensService,
    private readonly oidc: OidcTokensService,
    private readonly users: UsersService,
    private readonly configuration: Configuration,
  ) {}

  /** @throws CallerError 401, which tells an expired token from an invalid one, and nothing else */
  async authenticate(request: Request, permission: Permission): Promise<Actor> {
    const token = bearerToken(request);
    const actor =
      token === null ? await this.byCookie(request, permission) : await this.byToken(request, token, permission);
    if (!actor) throw await this.refusal(request, token);
    return actor;
  }

  /** Whether the caller of a request that is still being answered has the rights with which it began. */
  async hasSameRights(request: Request, actor: Actor): Promise<boolean> {
    try {
      const present = await this.authenticate(request, actor.requiredPermission);
      return rightsOf(present) === rightsOf(actor);
    } catch (error) {
      if (error instanceof CallerError) return false;
      throw error;
    }
  }

  /** The bearer of an expired token needs a new one; every other is refused alike. */
  private async refusal(request: Request, token: string | null): Promise<CallerError> {
    const isMissing = !presentsToken(request);
    const isExpired = token !== null && (hasExpired(token) || (await this.isExpiredKey(token)));
    const reason = isMissing ? 'token_missing' : isExpired ? 'token_expired' : 'token_invalid';
    const description = isExpired ? 'The token has expired' : 'The token is not valid';
    const challenge = 'Bearer realm="stocktake"';
    return new CallerError(401, 'A valid bearer token is required', {
      reason,
      authenticate: isMissing ? challenge : `${challenge}, error="invalid_token", error_description="${description}"`,
    });
  }

  private async isExpiredKey(token: string): Promise<boolean> {
    return isApiKey(token) && this.database.statements((sql) => isExpiredKey(sql, hashApiKey(token)));
  }

  async bySession(
    { userId, sessionId, version }: Omit<SessionClaims, 'since'>,
    permission: Permission,
  ): Promise<Actor | null> {
    const row = await this.load(async (sql) => {
      const found = await actorBySession(sql, userId, sessionId);
      if (found?.session_idle) await recordSessionUse(sql, sessionId);
      return found;
    });
    return row?.session_version === version ? toActor(row, { via: 'session', sessionId }, permission) : null;
  }

  /** @throws CallerError 403 if another site may have sent the request */
  private async byCookie(request: Request, permission: Permission): Promise<Actor | null> {
    if (sessionCookie(request, this.configuration.publicUrl) === null) return null;
    const claims = await this.sessions.verify(request);
    const actor = claims && (await this.bySession(claims, permission));
    if (actor && !isReading(request.method)) rejectForgedRequest(request);
    return actor;
  }

  private async byToken(request: Request, token: string, permission: Permission): Promise<Actor | null> {
    switch (tokenKind(token, this.oidc.issuer)) {
      case 'api_key':
        return this.byKeyHash(hashApiKey(token), permission);
      case 'session': {
        const claims = await this.sessions.verify(request);
        return claims && this.bySession(claims, permission);
      }
      case 'oidc': {
        const claims = await this.oidc.verify(request);
        if (!claims) return null;
        const find = () => this.bySubject(claims.issuer, claims.subject, claims.issuedAt, permission);
        const actor = await find();
        if (actor || !this.configuration.oidc.tokensCreateUsers) return actor;
        // The user is new (perhaps in several requests at once), or exists and may not log in: the second look tells.
        await this.users.provision(claims, requestOrigin(request));
        return find();
      }
    }
  }

  private async byKeyHash(hash: Buffer, permission: Permission): Promise<Actor | null> {
    const row = await this.load((sql) => actorByKeyHash(sql, hash));
    const via = row?.is_keyless ? 'keyless' : row?.is_service_account ? 'service_account' : 'api_key';
    return row && toActor(row, { via, key: row }, permission);
  }

  /** @param issuedAt seconds since 1970 */
  private async bySubject(
    issuer: string,
    subject: string,
    issuedAt: number,
    permission: Permission,
  ): Promise<Actor | null> {
    const row = await this.load((sql) => actorBySubject(sql, issuer, subject));
    const signedOutAt = row?.signed_out_at ? row.signed_out_at.getTime() / 1000 : 0;
    return row && issuedAt > signedOutAt ? toActor(row, { via: 'outside' }, permission) : null;
  }

  private load<Row extends ActorRow | ApiKeyActorRow | SessionActorRow>(
    find: (sql: Sql) => Promise<Row | null>,
  ): Promise<Row | null> {
    return this.database.statements(async (sql) => {
      const row = await find(sql);
      if (row?.idle) await recordActivity(sql, row.id);
      if (row && 'key_id' in row && row.key_idle) await recordKeyUse(sql, row.key_id);
      return row;
    });
  }
}

const rightsOf = ({ sysAdmin, projectId, memberships }: Actor): string =>
  JSON.stringify([
    sysAdmin,
    projectId,
    memberships.map((one) => [one.orgId, one.role, one.narrowed, [...one.teamRoles].sort()]).sort(),
  ]);

function toActor(
  row: ActorRow,
  by: { via: AuthenticationMethod; sessionId?: string; key?: ApiKeyActorRow },
  permission: Permission,
): Actor {
  const keyRow = by.key ?? null;
  return new Actor({
    userId: row.id,
    username: row.username,
    sysAdmin: row.sys_admin,
    via: by.via,
    sessionId: by.sessionId ?? null,
    sessionVersion: row.session_version,
    requiredPermission: permission,
    memberships: row.memberships.map((membership) => ({
      orgId: membership.org_id,
      role: membership.role,
      narrowed: membership.narrowed,
      teamRoles: new Map(Object.entries(membership.teams)),
    })),
    key: keyRow && {
      role: keyRow.key_role,
      orgId: keyRow.key_org_id,
      endsAt: keyRow.key_ends_at,
      project: keyRow.key_project_id ? { id: keyRow.key_project_id, teamId: keyRow.key_project_team_id } : null,
    },
  });
}
