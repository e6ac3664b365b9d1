import type { Sql } from '../../platform/database/sql.js';
import type { RequestSource } from '../audit/audit-trail.js';
import type { SessionStart, SessionView } from './sessions.view.js';

/** As long as the token that was issued last. */
const expiry = `now() + interval '1 hour'`;

export const insertSession = (
  sql: Sql,
  session: { id: string; userId: string; via: SessionStart } & RequestSource,
): Promise<number> =>
  sql.run(
    `INSERT INTO sessions (id, user_id, via, address, user_agent, expires_at)
     VALUES ($id, $userId, $via, $address, $userAgent, ${expiry})`,
    {
      id: session.id,
      userId: session.userId,
      via: session.via,
      address: session.address,
      userAgent: session.user_agent,
    },
  );

export const prolongSession = (sql: Sql, id: string): Promise<number> =>
  sql.run(`UPDATE sessions SET expires_at = ${expiry} WHERE id = $id`, { id });

/** The one seen last first. */
export const sessionsOf = (sql: Sql, userId: string, currentId: string | null): Promise<SessionView[]> =>
  sql.query(
    `SELECT id, via, address, user_agent, created_at, last_seen_at, expires_at, id IS NOT DISTINCT FROM $currentId::uuid AS is_current
     FROM sessions WHERE user_id = $userId AND expires_at > now() ORDER BY last_seen_at DESC, id DESC LIMIT 1000`,
    { userId, currentId },
  );

export const deleteSession = (sql: Sql, userId: string, id: string): Promise<number> =>
  sql.run('DELETE FROM sessions WHERE user_id = $userId AND id = $id', { userId, id });

export const deleteOtherSessions = (sql: Sql, userId: string, id: string | null): Promise<number> =>
  sql.run('DELETE FROM sessions WHERE user_id = $userId AND id IS DISTINCT FROM $id::uuid', { userId, id });
