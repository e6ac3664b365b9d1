import { orderBy, type ListPage, type Orders } from '../../platform/database/order-by.js';
import type { Sql } from '../../platform/database/sql.js';
import type { AuditEvent, AuditOutcome } from './audit.entities.js';

export interface NewAuditEvent {
  readonly actor_id: string | null;
  readonly actor_name: string;
  readonly via: string;
  readonly action: string;
  readonly outcome: AuditOutcome;
  /** Null with `committed` only. */
  readonly status: number | null;
  readonly objects: readonly string[];
  readonly address: string;
  readonly request_id: string;
}

/**
 * One row for each of the organizations; null among them: the service itself. A row that its change's transaction stored
 * is completed.
 */
export async function insertAuditEvents(
  sql: Sql,
  event: NewAuditEvent,
  owners: readonly { id: string; orgId: string | null }[],
): Promise<void> {
  await sql.run(
    `INSERT INTO audit_events (id, org_id, actor_id, actor_name, via, action, outcome, status, objects, address, request_id)
     SELECT place.id, place.org_id, $actorId, $actorName, $via, $action, $outcome, $status, $objects, $address, $requestId
     FROM unnest($ids::uuid[], $orgIds::uuid[]) AS place (id, org_id)
     ON CONFLICT (id) DO UPDATE
     SET outcome = excluded.outcome, status = excluded.status, objects = excluded.objects
     WHERE audit_events.outcome = 'committed' AND excluded.outcome <> 'committed'`,
    {
      ids: owners.map(({ id }) => id),
      orgIds: owners.map(({ orgId }) => orgId),
      actorId: event.actor_id,
      actorName: event.actor_name,
      via: event.via,
      action: event.action,
      outcome: event.outcome,
      status: event.status,
      objects: event.objects,
      address: event.address,
      requestId: event.request_id,
    },
  );
}

/** Whose login it is: an account, or the name that somebody has given. */
export type LoginName = { readonly id: string } | { readonly username: string };

/** The user, deleted ones by id only, with his organizations: for what happens before anybody is let in. */
export const userOfLogin = (
  sql: Sql,
  subject: LoginName,
): Promise<{ id: string; username: string; organizations: string[] } | null> =>
  sql.one(
    `SELECT u.id, u.username, coalesce((SELECT array_agg(m.org_id) FROM memberships m WHERE m.user_id = u.id), '{}')
              AS organizations
     FROM users u WHERE u.id = $id OR lower(u.username) = lower($username) AND u.deleted_at IS NULL`,
    { id: 'id' in subject ? subject.id : null, username: 'id' in subject ? null : subject.username },
  );

export interface AuditEventFilter {
  /** Null: what is of no organization. */
  readonly orgId: string | null;
  readonly actorId: string | null;
  readonly objectId: string | null;
  readonly action: string | null;
  readonly outcome: string | null;
  readonly since: string | null;
  readonly until: string | null;
}

export const auditOrders: Orders = { at: 'at', action: 'action', actor_name: 'actor_name' };

/** The latest first where `sort` says nothing. */
export async function auditEventPage(
  sql: Sql,
  filter: AuditEventFilter,
  { offset, limit, sort }: ListPage,
): Promise<{ rows: AuditEvent[]; total: number }> {
  const { orgId, actorId, objectId, action, outcome, since, until } = filter;
  const condition = `${orgId === null ? '$orgId::uuid IS NULL AND org_id IS NULL' : 'org_id = $orgId'}
    AND ($actorId::uuid IS NULL OR actor_id = $actorId) AND ($objectId::uuid IS NULL OR objects @> ARRAY[$objectId::uuid])
    AND ($action::text IS NULL OR action = $action) AND ($outcome::text IS NULL OR outcome = $outcome)
    AND ($since::timestamptz IS NULL OR at >= $since) AND ($until::timestamptz IS NULL OR at < $until)`;
  const parameters = { orgId, actorId, objectId, action, outcome, since, until };
  const rows = await sql.query<AuditEvent>(
    `SELECT id, at, org_id, actor_id, actor_name, via, action, outcome, status, objects, address, request_id
     FROM audit_events WHERE ${condition} ORDER BY ${orderBy(auditOrders, sort, 'at DESC, id DESC')} OFFSET $offset LIMIT $limit`,
    { ...parameters, offset, limit },
  );
  const count = await sql.one<{ total: number }>(
    `SELECT count(*)::int AS total FROM audit_events WHERE ${condition}`,
    parameters,
  );
  return { rows, total: count?.total ?? 0 };
}
