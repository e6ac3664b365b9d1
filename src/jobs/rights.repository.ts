import { CallerError } from '../model/errors.js';
import type { Sql } from '../platform/database/sql.js';

interface RunOwner {
  readonly orgId: string | null;
  readonly teamId: string | null;
  readonly actorId: string | null;
}

/**
 * Refuses to go on in the name of a user who, by now, may not write there any more: left, disabled, made a viewer, taken
 * out of the team; or whose organization is gone. Work without a user is the service's own.
 */
export async function requireWritePermission(sql: Sql, { orgId, teamId, actorId }: RunOwner): Promise<void> {
  if (orgId === null || actorId === null) return;
  const right = await sql.one(
    `SELECT 1
     FROM memberships m
     JOIN organizations o ON o.id = m.org_id AND o.deleted_at IS NULL
     JOIN users u ON u.id = m.user_id AND u.deleted_at IS NULL AND u.disabled_at IS NULL
     LEFT JOIN team_users t
       ON t.org_id = m.org_id AND t.user_id = m.user_id AND t.team_id = $teamId::uuid AND t.status = 'active'
     WHERE m.org_id = $orgId AND m.user_id = $actorId AND m.role <> 'viewer'
       AND ($teamId::uuid IS NULL OR (m.role = 'admin' AND NOT m.narrowed)
         OR t.role <> 'viewer' OR (t.id IS NULL AND NOT m.narrowed))`,
    { orgId, actorId, teamId },
  );
  if (right === null)
    throw new CallerError(403, 'The user who asked for this may no longer do so', { reason: 'forbidden' });
}
