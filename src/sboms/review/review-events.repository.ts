import type { Sql } from '../../platform/database/sql.js';
import { visibleRows } from '../../organizations/access/visible-rows.js';
import type { ReviewScope } from './queue.repository.js';
import type { ReviewClaimEvent, ReviewDecisionEvent } from './review.view.js';

/** A stream that was interrupted for less learns of every decision. */
const recentSeconds = 120;
const maxEvents = 500;

const hasVisibleEntry = (key: string): string => `EXISTS (
  SELECT FROM components c JOIN sboms s ON s.id = c.sbom_id AND s.deleted_at IS NULL
  WHERE c.org_id = $orgId AND c.review_key = ${key} AND c.deleted_at IS NULL AND ${visibleRows('s')})`;

/** What other reviewers of the organization do at present: claims that hold, and the latest decisions. */
export async function reviewActivity(
  sql: Sql,
  { orgId, visibleScope }: ReviewScope,
): Promise<{ claims: ReviewClaimEvent[]; decisions: ReviewDecisionEvent[] }> {
  const parameters = { orgId, organizations: visibleScope.organizations, teams: visibleScope.teams };
  const claims = await sql.query<ReviewClaimEvent>(
    `SELECT g.review_key AS "group", g.claimed_by AS user_id, g.claimed_name AS user_name FROM review_groups g
     WHERE g.org_id = $orgId AND g.claimed_until > now() AND ${hasVisibleEntry('g.review_key')}
     ORDER BY g.review_key LIMIT ${maxEvents}`,
    parameters,
  );
  const decisions = await sql.query<ReviewDecisionEvent>(
    `SELECT d.id, d.review_key AS "group", d.user_id, d.user_name, d.choice, coalesce(d.purl, d.repo_url, d.cpe) AS identifier,
       d.undone_at IS NOT NULL AS undone, d.sbom_id IS NOT NULL OR d.version IS NOT NULL AS partial,
       (SELECT g.revision FROM review_groups g WHERE g.org_id = d.org_id AND g.review_key = d.review_key) AS revision
     FROM review_decisions d
     WHERE d.org_id = $orgId
       AND greatest(d.created_at, d.undone_at) > now() - make_interval(secs => ${recentSeconds})
       AND d.created_at > now() - interval '1 day' AND ${hasVisibleEntry('d.review_key')}
     ORDER BY d.created_at DESC, d.id LIMIT ${maxEvents}`,
    parameters,
  );
  return { claims, decisions };
}
