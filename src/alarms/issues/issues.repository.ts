import { orderBy, type ListPage, type Orders } from '../../platform/database/order-by.js';
import type { Sql } from '../../platform/database/sql.js';
import type { AlarmSubject } from '../alarm-types.js';
import type { AlarmIssueView } from './issues.view.js';

/** SQL: whether a channel `c` is an issue tracker, which gets no messages. */
export const isTrackerChannel = `c.kind IN ('github', 'jira')`;

/** Makes the issues on an SBOM due, of trackers that want it or have an open one on it. */
export async function wantIssues(sql: Sql, sbom: AlarmSubject): Promise<void> {
  await sql.run(
    `INSERT INTO alarm_issues (channel_id, sbom_id, org_id)
     SELECT c.id, $sbomId::uuid, c.org_id FROM alarm_channels c
     WHERE c.org_id = $orgId AND c.active AND c.deleted_at IS NULL AND ${isTrackerChannel}
       AND ((c.team_ids = '{}' OR $teamId = ANY (c.team_ids))
           AND (c.suppliers = '{}' OR lower($supplier) IN (SELECT lower(s) FROM unnest(c.suppliers) AS s))
         OR EXISTS (SELECT FROM alarm_issues i WHERE i.channel_id = c.id AND i.sbom_id = $sbomId AND i.state = 'open'))
     ORDER BY c.id
     ON CONFLICT (channel_id, sbom_id) DO UPDATE SET wanted = alarm_issues.wanted + 1, due_at = now(), attempts = 0`,
    { sbomId: sbom.id, orgId: sbom.org_id, teamId: sbom.team_id, supplier: sbom.supplier },
  );
}

/** Makes those of every SBOM due, and those still open of deleted ones, because the channel has changed. */
export async function wantAllIssues(sql: Sql, channelId: string): Promise<void> {
  await sql.run(
    `INSERT INTO alarm_issues (channel_id, sbom_id, org_id)
     SELECT c.id, b.id, b.org_id FROM alarm_channels c JOIN sboms b ON b.org_id = c.org_id
     WHERE c.id = $channelId AND (b.deleted_at IS NULL AND b.alarms_published_at IS NOT NULL
       OR EXISTS (SELECT FROM alarm_issues i WHERE i.channel_id = c.id AND i.sbom_id = b.id AND i.state = 'open'))
     ON CONFLICT (channel_id, sbom_id) DO UPDATE SET wanted = alarm_issues.wanted + 1, due_at = now(), attempts = 0`,
    { channelId },
  );
}

/** Addresses of the issues of a channel that are open at its tracker. */
export const openIssueAddresses = async (sql: Sql, channelId: string): Promise<string[]> =>
  (
    await sql.query<{ url: string }>(
      `SELECT url FROM alarm_issues WHERE channel_id = $channelId AND state = 'open' ORDER BY updated_at DESC, sbom_id`,
      { channelId },
    )
  ).map(({ url }) => url);

/** An issue whose tracker is asked now. */
export interface DueIssue {
  readonly channel_id: string;
  readonly sbom_id: string;
  readonly state: 'none' | 'open' | 'closed';
  readonly remote_id: string | null;
  readonly url: string;
  readonly shown: string;
  readonly wanted: number;
  readonly attempts: number;
}

/** After this time a claimed issue is due again, because its worker has died. */
const leaseSeconds = 300;

export const claimDueIssue = (sql: Sql, channelId: string): Promise<DueIssue | null> =>
  sql.one<DueIssue>(
    `UPDATE alarm_issues SET attempts = attempts + 1, due_at = now() + make_interval(secs => $leaseSeconds)
     WHERE (channel_id, sbom_id) = (SELECT channel_id, sbom_id FROM alarm_issues
       WHERE channel_id = $channelId AND due_at <= now() ORDER BY due_at, sbom_id LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING channel_id, sbom_id, state, remote_id, url, shown, wanted, attempts`,
    { channelId, leaseSeconds },
  );

/** What an attempt made of an issue. */
export interface IssueOutcome extends Pick<DueIssue, 'state' | 'remote_id' | 'url' | 'shown'> {
  readonly error: string;
  /** Until the next attempt; null: there is none. */
  readonly delaySeconds: number | null;
}

/** What became known meanwhile stays due. */
export async function recordIssue(
  sql: Sql,
  { channel_id, sbom_id, wanted }: DueIssue,
  to: IssueOutcome,
): Promise<void> {
  await sql.run(
    `UPDATE alarm_issues SET state = $state, remote_id = $remote_id, url = $url, shown = $shown, error = $error,
       updated_at = now(), due_at = CASE WHEN wanted > $wanted THEN now()
         WHEN $delaySeconds::float8 IS NOT NULL THEN now() + make_interval(secs => $delaySeconds) END
     WHERE channel_id = $channel_id AND sbom_id = $sbom_id`,
    { channel_id, sbom_id, wanted, ...to },
  );
}

/**
 * Channels with issues to ask for; those of deleted SBOMs are to be closed, also where the attempts to update them had
 * run out before the deletion.
 */
export async function dueIssueChannels(sql: Sql, limit: number): Promise<{ id: string; org_id: string }[]> {
  await sql.run(
    `UPDATE alarm_issues i SET due_at = now(), attempts = 0, wanted = wanted + 1
     WHERE state = 'open' AND due_at IS NULL AND EXISTS (SELECT FROM sboms b
       WHERE b.id = i.sbom_id AND b.deleted_at IS NOT NULL AND (i.error = '' OR i.updated_at < b.deleted_at))`,
  );
  return sql.query(
    `SELECT DISTINCT c.id, c.org_id FROM alarm_issues i JOIN alarm_channels c ON c.id = i.channel_id
     WHERE i.due_at <= now() AND c.active AND c.deleted_at IS NULL LIMIT $limit`,
    { limit },
  );
}

export const issueOrders: Orders = { updated_at: 'updated_at', state: 'state', due_at: 'due_at' };

/** Those that failed first, then the latest, where `sort` says nothing. */
export async function issuePage(
  sql: Sql,
  { channelId, sbomId }: { readonly channelId: string; readonly sbomId: string | null },
  { offset, limit, sort }: ListPage,
): Promise<{ rows: AlarmIssueView[]; total: number }> {
  const from = `FROM alarm_issues WHERE channel_id = $channelId AND ($sbomId::uuid IS NULL OR sbom_id = $sbomId)
    AND (state <> 'none' OR error <> '' OR due_at IS NOT NULL)`;
  const order = orderBy(issueOrders, sort, "error = '', updated_at DESC, sbom_id", 'sbom_id');
  const rows = await sql.query<AlarmIssueView>(
    `SELECT channel_id, sbom_id, state, remote_id, url, due_at, attempts, error, updated_at ${from}
     ORDER BY ${order} OFFSET $offset LIMIT $limit`,
    { channelId, sbomId, offset, limit },
  );
  const counted = await sql.one<{ total: number }>(`SELECT count(*)::int AS total ${from}`, { channelId, sbomId });
  return { rows, total: counted?.total ?? 0 };
}

export async function deleteIssues(sql: Sql, of: { id: string } | { orgId: string }): Promise<void> {
  const condition = 'id' in of ? 'channel_id = $id' : 'org_id = $orgId';
  await sql.run(`DELETE FROM alarm_issues WHERE ${condition}`, { ...of });
}
