import { Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import { delayResponse } from '../../platform/http/hold-answer.js';
import type { Actor } from '../access/actor.js';
import type { Permission } from '../access/roles.js';
import { userByName, insertAuditEvents, type NewAuditEvent } from './audit.repository.js';
import type { AuditOutcome } from './audit.entities.js';
import { objectIdsOfAnswer, objectIdsIn } from './named-objects.js';

/** Where a request comes from, and what it is called in the log. */
export interface RequestOrigin {
  readonly address: string;
  readonly request_id: string;
}

export const requestOrigin = (request: Request): RequestOrigin => ({
  address: request.ip ?? '',
  request_id: String(request.id),
});

/**
 * The one place that writes the audit log (docs/adr/0010-audit.md). A change is answered only when it stands there: no
 * change that anybody was told of is missing.
 */
@Injectable()
export class AuditTrail {
  private readonly logger = new Logger('Audit');

  constructor(private readonly database: Database) {}

  /** From here on, the answer to this request waits for its event. Of requests that only read, refusals alone count. */
  recordWithAnswer(request: Request, response: Response, actor: Actor): void {
    const isChange = isChangingRequest(request.method, actor.requiredPermission);
    delayResponse(response, (status, body) => {
      if (!isChange && status !== 403) return null;
      return this.record(request, actor, status, body);
    });
  }

  /** A login, by the name that was tried: one that is nobody's is not kept, for it may be a mistyped password. */
  async recordLogin(username: string, origin: RequestOrigin, outcome: AuditOutcome): Promise<void> {
    await this.database.transaction('system', async (sql) => {
      const user = await userByName(sql, username);
      await insertForEach(
        sql,
        {
          actor_id: user?.id ?? null,
          actor_name: user?.username ?? '',
          via: 'password',
          action: 'sessions/login',
          outcome,
          status: outcome === 'done' ? 200 : 401,
          objects: [],
          ...origin,
        },
        user?.organizations ?? [],
      );
    });
  }

  private async record(request: Request, actor: Actor, status: number, body: unknown): Promise<void> {
    const { created: created, excluded: excluded } = objectIdsOfAnswer(body);
    // What the caller has no business with is not put on record as if it were there.
    const mayNameObjects = status !== 400 && status !== 404;
    const named = mayNameObjects ? objectIdsIn(request.query, request.body) : [];
    const event: NewAuditEvent = {
      actor_id: actor.userId,
      actor_name: actor.username,
      via: actor.via,
      ...requestOrigin(request),
      action: actionOf(request),
      status,
      outcome: outcomeOf(status),
      objects: [...new Set([...created, ...named])].filter((id) => !excluded.includes(id)),
    };
    try {
      await this.database.statements((sql) => insertForEach(sql, event, affectedOrganizations(actor)));
    } catch (error) {
      this.logger.error(`${event.action} by ${actor.userId}, status ${status}, is not in the audit log`, error);
      throw error;
    }
  }
}

function insertForEach(sql: Sql, event: NewAuditEvent, organizations: readonly string[]): Promise<void> {
  const owners = organizations.length > 0 ? organizations : [null];
  return insertAuditEvents(
    sql,
    event,
    owners.map((orgId) => ({ id: newId(), orgId })),
  );
}

/** Whose things the actor was let at; else his own organizations, but for what is done to the service as a whole. */
function affectedOrganizations({
  accessedOrganizations: touched,
  requiredPermission: needs,
  memberships,
}: Actor): string[] {
  if (touched.size > 0) return [...touched];
  return needs === 'sys_admin' ? [] : memberships.map(({ orgId }) => orgId);
}

/** Reading by POST (a report) is declared by the permission that reading has. */
const isChangingRequest = (method: string, permission: Permission): boolean =>
  method !== 'GET' && method !== 'HEAD' && permission !== 'viewer';

const outcomeOf = (status: number): AuditOutcome => (status < 400 ? 'done' : status < 500 ? 'refused' : 'failed');

const actionOf = (request: Request): string =>
  ((request.route as { path?: string } | undefined)?.path ?? '').replace(/^\/(v1\/)?/, '');
