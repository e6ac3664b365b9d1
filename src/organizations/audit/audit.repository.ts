import type { Sql } from '../../platform/database/sql.js';
import type { AuditEvent, AuditOutcome } from './audit.entities.js';

export interface NewAuditEvent {
  readonly actor_id: string | null;
  readonly actor_name: string;
  readonly via: string;
  readonly action: string;
  readonly outcome: AuditOutcome;
  readonly status: number;
  readonly objects: readonly string[];
  readonly address: string;
  readonly request_id: string;
}

/** One row for each of the organizations; null among them: the service itself. */
export async function insertAuditEvents(
  sql: Sql,
  event: NewAuditEvent,
  owners: readonly { id: string; orgId: string | null }[],
): Promise<void> {
  await sql.run(
    `INSERT INTO audit_events (id, org_id, actor_id, actor_name, via, action, outcome, status, objects, address, request_id)
     SELECT place.id, place.org_id, $3, $4, $5, $6, $7, $8, $9, $10, $11
     FROM unnest($1::uuid[], $2::uuid[]) AS place (id, org_id)`,
    [
      owners.map(({ id }) => id),
      owners.map(({ orgId }) => orgId),
      ...[event.actor_id, event.actor_name, event.via, event.action, event.outcome, event.status],
      ...[event.objects, event.address, event.request_id],
    ],
  );
}

/** The user whose name it is, if there is one, with his organizations: for what happens before anybody is let in. */
export const userByName = (
  sql: Sql,
  username: string,
): Promise<{ id: string; username: string; organizations: string[] } | null> =>
  sql.one(
    `SELECT u.id, u.username, coalesce((SELECT array_agg(m.org_id) FROM memberships m WHERE m.user_id = u.id), '{}')
              AS organizations
     FROM users u WHERE lower(u.username) = lower($1) AND u.deleted_at IS NULL`,
    [username],
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

/** The latest first. */
export async function auditEventPage(
  sql: Sql,
  filter: AuditEventFilter,
  paging: { offset: number; limit: number },
): Promise<{ rows: AuditEvent[]; total: number }> {
  const { orgId, actorId, objectId, action, outcome, since, until } = filter;
  const condition = `${orgId === null ? '$1::uuid IS NULL AND org_id IS NULL' : 'org_id = $1'}
    AND ($2::uuid IS NULL OR actor_id = $2) AND ($3::uuid IS NULL OR objects @> ARRAY[$3::uuid])
    AND ($4::text IS NULL OR action = $4) AND ($5::text IS NULL OR outcome = $5)
    AND ($6::timestamptz IS NULL OR at >= $6) AND ($7::timestamptz IS NULL OR at < $7)`;
  const parameters = [orgId, actorId, objectId, action, outcome, since, until];
  const rows = await sql.query<AuditEvent>(
    `SELECT id, at, org_id, actor_id, actor_name, via, action, outcome, status, objects, address, request_id
     FROM audit_events WHERE ${condition} ORDER BY at DESC, id DESC OFFSET $8 LIMIT $9`,
    [...parameters, paging.offset, paging.limit],
  );
  const count = await sql.one<{ total: number }>(
    `SELECT count(*)::int AS total FROM audit_events WHERE ${condition}`,
    parameters,
  );
  return { rows, total: count?.total ?? 0 };
}
