import type { Sql } from '../../platform/database/sql.js';
import type { Role } from './roles.js';
import { isSuspended } from './suspended.js';

/** A user who may come in today, with every right he has. */
export interface ActorRow {
  readonly id: string;
  readonly username: string;
  readonly sys_admin: boolean;
  readonly session_version: number;
  readonly signed_out_at: Date | null;
  /** Not seen for a minute or more: `recordActivity` is due. */
  readonly idle: boolean;
  readonly memberships: readonly {
    readonly org_id: string;
    readonly role: Role;
    readonly narrowed: boolean;
    readonly teams: Record<string, Role>;
  }[];
}

export interface SessionActorRow extends ActorRow {
  readonly session_idle: boolean;
}

export interface ApiKeyActorRow extends ActorRow {
  readonly key_id: string;
  readonly key_role: Role | null;
  readonly key_org_id: string | null;
  readonly key_ends_at: Date | null;
  readonly key_project_id: string | null;
  /** Null also where the project is gone. */
  readonly key_project_team_id: string | null;
  readonly key_idle: boolean;
  readonly is_service_account: boolean;
  readonly is_keyless: boolean;
}

const isMinuteOld = (time: string): string => `(${time} IS NULL OR ${time} < now() - interval '1 minute')`;

const actorColumns = `
  u.id, u.username, u.sys_admin, u.session_version, u.signed_out_at, ${isMinuteOld('u.last_active_at')} AS idle,
  coalesce((
    SELECT json_agg(json_build_object('org_id', m.org_id, 'role', m.role, 'narrowed', m.narrowed, 'teams', coalesce((
      SELECT json_object_agg(tu.team_id, tu.role)
      FROM team_users tu JOIN teams t ON t.id = tu.team_id AND t.deleted_at IS NULL
      WHERE tu.org_id = m.org_id AND tu.user_id = m.user_id AND tu.status = 'active'), '{}')))
    FROM memberships m JOIN organizations o ON o.id = m.org_id AND o.deleted_at IS NULL
    WHERE m.user_id = u.id AND NOT ${isSuspended('m')}), '[]') AS memberships`;

const isActive = 'u.deleted_at IS NULL AND u.disabled_at IS NULL';

export const actorBySession = (sql: Sql, userId: string, sessionId: string): Promise<SessionActorRow | null> =>
  sql.prepared.one(
    `SELECT ${actorColumns}, ${isMinuteOld('s.last_seen_at')} AS session_idle
     FROM users u JOIN sessions s ON s.user_id = u.id AND s.id = $sessionId WHERE u.id = $userId AND ${isActive}`,
    { userId, sessionId },
  );

export const actorBySubject = (sql: Sql, issuer: string, subject: string): Promise<ActorRow | null> =>
  sql.prepared.one(
    `SELECT ${actorColumns} FROM users u WHERE u.issuer = $issuer AND u.subject = $subject AND ${isActive}`,
    {
      issuer,
      subject,
    },
  );

export const actorByKeyHash = (sql: Sql, hash: Buffer): Promise<ApiKeyActorRow | null> =>
  sql.prepared.one(
    `SELECT ${actorColumns}, k.id AS key_id, k.role AS key_role, k.org_id AS key_org_id, k.project_id AS key_project_id,
       p.team_id AS key_project_team_id,
       u.service_org_id IS NOT NULL AS is_service_account, k.trust_rule_id IS NOT NULL AS is_keyless,
       k.expires_at AS key_ends_at, ${isMinuteOld('k.last_used_at')} AS key_idle
     FROM api_keys k JOIN users u ON u.id = k.user_id
       LEFT JOIN projects p ON p.id = k.project_id AND p.org_id = k.org_id AND p.deleted_at IS NULL
     WHERE k.hash = $hash AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now()) AND ${isActive}`,
    { hash },
  );

/** Only whoever has the key can ask. */
export const isExpiredKey = async (sql: Sql, hash: Buffer): Promise<boolean> =>
  (await sql.one('SELECT FROM api_keys WHERE hash = $hash AND revoked_at IS NULL AND expires_at <= now()', {
    hash,
  })) !== null;

/** Kept to the minute, so that reading stays reading. */
export const recordActivity = (sql: Sql, userId: string): Promise<number> =>
  sql.run(`UPDATE users SET last_active_at = now() WHERE id = $userId AND ${isMinuteOld('last_active_at')}`, {
    userId,
  });

export const recordSessionUse = (sql: Sql, sessionId: string): Promise<number> =>
  sql.run(`UPDATE sessions SET last_seen_at = now() WHERE id = $sessionId AND ${isMinuteOld('last_seen_at')}`, {
    sessionId,
  });

export const recordKeyUse = (sql: Sql, keyId: string): Promise<number> =>
  sql.run(`UPDATE api_keys SET last_used_at = now() WHERE id = $keyId AND ${isMinuteOld('last_used_at')}`, { keyId });
