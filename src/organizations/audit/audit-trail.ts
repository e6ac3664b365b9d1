import { Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import { holdAnswer } from '../../platform/http/hold-answer.js';
import type { Actor } from '../access/actor.js';
import type { Permission } from '../access/roles.js';
import { holderOfName, insertEvents, type NewEvent } from './audit.repository.js';
import type { AuditOutcome } from './audit.entities.js';
import { answeredObjects, namedObjects } from './named-objects.js';

/** Where a request comes from, and what it is called in the log. */
export interface Origin {
  readonly address: string;
  readonly request_id: string;
}

export const originOf = (request: Request): Origin => ({
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
  follow(request: Request, response: Response, actor: Actor): void {
    const changes = changesSomething(request.method, actor.needs);
    holdAnswer(response, (status, body) => {
      if (!changes && status !== 403) return null;
      return this.record(request, actor, status, body);
    });
  }

  /** A login, by the name that was tried: one that is nobody's is not kept, for it may be a mistyped password. */
  async login(username: string, origin: Origin, outcome: AuditOutcome): Promise<void> {
    await this.database.transaction('system', async (sql) => {
      const holder = await holderOfName(sql, username);
      await add(
        sql,
        {
          ...{ actor_id: holder?.id ?? null, actor_name: holder?.username ?? '', via: 'password' },
          ...{ action: 'sessions/login', outcome, status: outcome === 'done' ? 200 : 401, objects: [], ...origin },
        },
        holder?.organizations ?? [],
      );
    });
  }

  private async record(request: Request, actor: Actor, status: number, body: unknown): Promise<void> {
    const { made, leftOut } = answeredObjects(body);
    // What the caller has no business with is not put on record as if it were there.
    const isAboutSomething = status !== 400 && status !== 404;
    const named = isAboutSomething ? namedObjects(request.query, request.body) : [];
    const event: NewEvent = {
      ...{ actor_id: actor.userId, actor_name: actor.username, via: actor.via, ...originOf(request) },
      ...{ action: actionOf(request), status, outcome: outcomeOf(status) },
      objects: [...new Set([...made, ...named])].filter((id) => !leftOut.includes(id)),
    };
    try {
      await this.database.statements((sql) => add(sql, event, concerned(actor)));
    } catch (error) {
      this.logger.error(`${event.action} by ${actor.userId}, status ${status}, is not in the audit log`, error);
      throw error;
    }
  }
}

function add(sql: Sql, event: NewEvent, organizations: readonly string[]): Promise<void> {
  const places = organizations.length > 0 ? organizations : [null];
  return insertEvents(
    sql,
    event,
    places.map((orgId) => ({ id: newId(), orgId })),
  );
}

/** Whose things the actor was let at; else his own organizations, but for what is done to the service as a whole. */
function concerned({ touched, needs, memberships }: Actor): string[] {
  if (touched.size > 0) return [...touched];
  return needs === 'sys_admin' ? [] : memberships.map(({ orgId }) => orgId);
}

/** Reading by POST (a report) is declared by the permission that reading has. */
const changesSomething = (method: string, permission: Permission): boolean =>
  method !== 'GET' && method !== 'HEAD' && permission !== 'viewer';

const outcomeOf = (status: number): AuditOutcome => (status < 400 ? 'done' : status < 500 ? 'refused' : 'failed');

const actionOf = (request: Request): string =>
  ((request.route as { path?: string } | undefined)?.path ?? '').replace(/^\/(v1\/)?/, '');
