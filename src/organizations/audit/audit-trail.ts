import { Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { withBeforeCommit } from '../../platform/database/before-commit.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { delayResponse } from '../../platform/http/delay-response.js';
import { isId, newId } from '../../platform/identifiers/uuid.js';
import type { Actor } from '../access/actor.js';
import type { Permission } from '../access/roles.js';
import type { EventsQuery } from './audit.dto.js';
import type { AuditOutcome } from './audit.entities.js';
import {
  auditEventPage,
  insertAuditEvents,
  userOfLogin,
  type AuditEventFilter,
  type LoginName,
  type NewAuditEvent,
} from './audit.repository.js';
import type { AuditEventView } from './audit.view.js';

/** Network address and log id of a request. */
export interface RequestOrigin {
  readonly address: string;
  readonly request_id: string;
}

/** How a login was proven; `outside` is the OpenID Connect provider. */
export type LoginMethod = 'password' | 'outside';

/** Where a session begins. */
export interface RequestSource {
  readonly address: string;
  readonly user_agent: string;
}

const maxUserAgent = 300;

export const requestSource = (request: Request): RequestSource => ({
  address: request.ip ?? '',
  user_agent: (request.headers['user-agent'] ?? '').slice(0, maxUserAgent),
});

export const requestOrigin = (request: Request): RequestOrigin => ({
  address: request.ip ?? '',
  request_id: String(request.id),
});

/** Ids of a request's events, by organization; the empty text is the service itself. */
interface RequestEvents {
  readonly ids: Map<string, string>;
  readonly actor: Actor;
  /** True once a transaction with the events is committed. */
  stored: boolean;
  answered: boolean;
}

/**
 * Writes and reads the audit log (docs/adr/0010-audit.md). The event of a change is stored in the change's transaction
 * and completed before the answer, so that no change is missing, confirmed or not.
 */
@Injectable()
export class AuditTrail {
  private readonly logger = new Logger('Audit');
  private readonly changing = new WeakMap<Request, RequestEvents>();

  constructor(private readonly database: Database) {}

  /** Delays the answer to a request until its event is stored. Of requests that only read, only refusals are recorded. */
  recordWithAnswer(request: Request, response: Response, actor: Actor): void {
    const isChange = isChangingRequest(request.method, actor.requiredPermission);
    const events: RequestEvents = { ids: new Map(), actor, stored: false, answered: false };
    if (isChange) this.changing.set(request, events);
    delayResponse(response, (status, body) => {
      events.answered = true;
      if (!isChange && status !== 403) return null;
      return this.recordAnswer(request, events, status, body);
    });
  }

  /** Every transaction that the handler of a changing request commits holds the request's event. */
  whileHandling<T>(request: Request, handler: () => T): T {
    const events = this.changing.get(request);
    return events ? withBeforeCommit((sql) => this.recordChange(sql, request, events), handler) : handler();
  }

  /**
   * Records a login: by the account where it is known, because another one may have the name that was given. A name
   * without a user is not stored, because it may be a mistyped password.
   */
  async recordLogin(
    subject: LoginName | null,
    origin: RequestOrigin,
    { outcome, via }: { outcome: 'done' | 'refused'; via: LoginMethod },
  ): Promise<void> {
    await this.database.transaction('system', async (sql) => {
      const user = subject && (await userOfLogin(sql, subject));
      await insertForEach(
        sql,
        {
          actor_id: user?.id ?? null,
          actor_name: user?.username ?? '',
          via,
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

  /** Records in its transaction that an account was bound to the provider's user, or made for him. */
  async recordLinking(
    sql: Sql,
    { id, username }: { id: string; username: string },
    origin: RequestOrigin,
    action: 'sessions/linkAccount' | 'sessions/createOwnAccount' | 'sessions/createAccount',
  ): Promise<void> {
    const user = await userOfLogin(sql, { id });
    const event = { actor_id: id, actor_name: username, via: 'outside', action } as const;
    const result = { outcome: 'done', status: 200, objects: [id] } as const;
    await insertForEach(sql, { ...event, ...result, ...origin }, user?.organizations ?? []);
  }

  /** Records in its transaction whose rights groups have changed. */
  recordGroups(
    sql: Sql,
    by: Pick<Actor, 'userId' | 'username' | 'via'>,
    { orgId, users, origin }: { orgId: string; users: readonly string[]; origin: RequestOrigin },
  ): Promise<void> {
    const event = { actor_id: by.userId, actor_name: by.username, via: by.via, action: 'organizations/applyGroups' };
    const result = { outcome: 'done', status: 200, objects: users.slice(0, maxIds) } as const;
    return insertForEach(sql, { ...event, ...result, ...origin }, [orgId]);
  }

  /** Records in its transaction that a token of a pipeline became a key, or was refused. */
  recordExchange(
    sql: Sql,
    rule: { service_account_id: string; username: string; org_id: string },
    { outcome, objects, origin }: { outcome: 'done' | 'refused'; objects: string[]; origin: RequestOrigin },
  ): Promise<void> {
    const actor = { actor_id: rule.service_account_id, actor_name: rule.username, via: 'keyless' };
    const result = { action: 'keyless/exchangeToken', outcome, status: outcome === 'done' ? 200 : 401, objects };
    return insertForEach(sql, { ...actor, ...result, ...origin }, [rule.org_id]);
  }

  /** Records in its transaction what an identity provider has changed with its token. */
  recordProvisioning(
    sql: Sql,
    token: { id: string; name: string; org_id: string },
    { action, objects, origin }: { action: string; objects: readonly string[]; origin: RequestOrigin },
  ): Promise<void> {
    const by = { actor_id: null, actor_name: token.name, via: 'scim', action };
    const result = { outcome: 'done', status: 200, objects: [token.id, ...objects].slice(0, maxIds) } as const;
    return insertForEach(sql, { ...by, ...result, ...origin }, [token.org_id]);
  }

  /** Events of an organization, latest first. */
  organizationEvents(
    actor: Actor,
    orgId: string,
    query: EventsQuery,
  ): Promise<{ rows: AuditEventView[]; total: number }> {
    actor.organization(orgId);
    return this.database.transaction(actor.tenancy, (sql) => auditEventPage(sql, filterOf(orgId, query), query));
  }

  /** Events that belong to no organization, latest first. */
  serviceEvents(query: EventsQuery): Promise<{ rows: AuditEventView[]; total: number }> {
    return this.database.transaction('system', (sql) => auditEventPage(sql, filterOf(null, query), query));
  }

  private async recordChange(sql: Sql, request: Request, events: RequestEvents): Promise<() => void> {
    // Work that a request has started and not waited for is not the request's.
    if (events.answered) return () => undefined;
    const objects = objectIdsIn(request.query, request.body);
    const event = { ...requestEvent(request, events.actor), status: null, outcome: 'committed', objects } as const;
    await insertAuditEvents(sql, event, eventOwners(events));
    return () => void (events.stored = true);
  }

  private async recordAnswer(request: Request, events: RequestEvents, status: number, body: unknown): Promise<void> {
    const { created, excluded } = objectIdsOfAnswer(body);
    // Ids of objects that are invisible to the caller must not appear as if the objects existed.
    const mayNameObjects = status !== 400 && status !== 404;
    const named = mayNameObjects ? objectIdsIn(request.query, request.body) : [];
    const event: NewAuditEvent = {
      ...requestEvent(request, events.actor),
      status,
      outcome: outcomeOf(status),
      objects: [...new Set([...created, ...named])].filter((id) => !excluded.includes(id)),
    };
    try {
      await this.database.statements((sql) => insertAuditEvents(sql, event, eventOwners(events)));
    } catch (error) {
      const { action, actor_id } = event;
      this.logger.error(`${action} by ${actor_id}, status ${status}: its answer is not in the audit log`, error);
      // The change is in the log, and an error would say that it did not happen.
      if (!events.stored) throw error;
    }
  }
}

const requestEvent = (request: Request, actor: Actor) => ({
  actor_id: actor.userId,
  actor_name: actor.username,
  via: actor.via,
  ...requestOrigin(request),
  action: actionOf(request),
});

/** The organizations whose objects the request has accessed so far, each with the id of its event. */
function eventOwners({ ids, actor }: RequestEvents): { id: string; orgId: string | null }[] {
  const organizations = affectedOrganizations(actor);
  for (const owner of organizations.length > 0 ? organizations : ids.size > 0 ? [] : [''])
    if (!ids.has(owner)) ids.set(owner, newId());
  return [...ids].map(([owner, id]) => ({ id, orgId: owner || null }));
}

function insertForEach(sql: Sql, event: NewAuditEvent, organizations: readonly string[]): Promise<void> {
  const owners = organizations.length > 0 ? organizations : [null];
  return insertAuditEvents(
    sql,
    event,
    owners.map((orgId) => ({ id: newId(), orgId })),
  );
}

const filterOf = (orgId: string | null, query: EventsQuery): AuditEventFilter => ({
  orgId,
  actorId: query.actor_id ?? null,
  objectId: query.object_id ?? null,
  action: query.action || null,
  outcome: query.outcome || null,
  since: query.since || null,
  until: query.until || null,
});

/** Organizations of the accessed objects, else the actor's own; none for work on the service as a whole. */
function affectedOrganizations({ accessedOrganizations, requiredPermission, memberships }: Actor): string[] {
  if (accessedOrganizations.size > 0) return [...accessedOrganizations];
  return requiredPermission === 'sys_admin' ? [] : memberships.map(({ orgId }) => orgId);
}

/** A POST route that only reads (a report) declares the permission of reading. */
const isChangingRequest = (method: string, permission: Permission): boolean =>
  method !== 'GET' && method !== 'HEAD' && permission !== 'viewer';

const outcomeOf = (status: number): AuditOutcome => (status < 400 ? 'done' : status < 500 ? 'refused' : 'failed');

const actionOf = (request: Request): string =>
  ((request.route as { path?: string } | undefined)?.path ?? '').replace(/^\/(v1\/)?/, '');

/** Per event. */
const maxIds = 100;

/** Visited values: a body has at most ten thousand elements of a dozen fields each. */
const maxValues = 200_000;

const idFieldPattern = /^(id|ids|someid|\w+_ids?)$/;

/**
 * Identifiers in a request, only from fields that are named as such: other texts (a password that looks like a UUID) must
 * not be stored. Not recursive, because a body may be nested deeply.
 */
function objectIdsIn(...inputs: readonly unknown[]): string[] {
  const found = new Set<string>();
  const pending: { value: unknown; field: string }[] = inputs.map((value) => ({ value, field: '' })).reverse();
  let visited = 0;
  for (let next = pending.pop(); next && found.size < maxIds && visited < maxValues; next = pending.pop()) {
    visited += 1;
    const { value, field } = next;
    if (typeof value === 'string') {
      if (idFieldPattern.test(field) && isId(value)) found.add(value.toLowerCase());
    } else if (Array.isArray(value)) {
      for (const element of [...(value as unknown[])].reverse()) pending.push({ value: element, field });
    } else if (value !== null && typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) pending.push({ value: inner, field: key });
    }
  }
  return [...found];
}

/** Identifiers of an answer: created objects and started jobs, and objects that the request failed on. */
function objectIdsOfAnswer(body: unknown): { created: string[]; excluded: string[] } {
  const { data, meta } = (body ?? {}) as { data?: unknown; meta?: unknown };
  const { id, job_id, failed } = (Array.isArray(data) ? {} : (data ?? {})) as Record<string, unknown>;
  return { created: objectIdsIn({ id, job_id }, meta), excluded: objectIdsIn(failed) };
}
