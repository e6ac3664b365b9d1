import { visibleRows } from '../../organizations/access/visible-rows.js';
import type { VisibleScope } from '../../organizations/access/actor.js';
import type { Sql } from '../../platform/database/sql.js';
import { verdictOf } from '../verdict-columns.js';
import type { OrganizationChangesView } from './organization-changes.view.js';

/** The view names so many. */
const maxNamed = 3;

const visible = `SELECT s.id, s.name, s.version, s.supplier, s.created_at, s.compliance_failing FROM sboms s
  WHERE s.org_id = $orgId AND s.deleted_at IS NULL AND ${visibleRows('s')}`;

/** Imports that were stored, each SBOM once, the latest first. */
const imported = `SELECT v.name, v.version, max(i.visible_at) AS at FROM sbom_imports i JOIN visible v ON v.id = i.sbom_id
  WHERE i.org_id = $orgId AND i.visible_at > $since AND NOT i.dry_run AND i.refusal IS NULL GROUP BY v.id, v.name, v.version`;

const found = `SELECT a.subject, bool_or(a.exploited) AS exploited FROM open_alarms a JOIN visible v ON v.id = a.sbom_id
  WHERE a.org_id = $orgId AND a.kind = 'vulnerability' AND a.opened_at > $since GROUP BY a.subject`;

const settled = `SELECT d.user_id, min(d.user_name) AS user_name, count(*)::int AS names FROM review_decisions d
  WHERE d.org_id = $orgId AND d.created_at > $since AND d.undone_at IS NULL AND EXISTS (
    SELECT FROM review_decision_entries e JOIN visible v ON v.id = e.sbom_id WHERE e.decision_id = d.id)
  GROUP BY d.user_id`;

/**
 * What breaks rules now and did not at the time, and the other way round: of SBOMs that had figures then, and of those
 * that were not there yet, which broke none.
 */
const assessed = `SELECT v.id, v.name, v.version, v.compliance_failing > 0 AS fails_now,
    coalesce(h.failing, 0) > 0 AS failed_then
  FROM visible v LEFT JOIN LATERAL (
    SELECT failing FROM sbom_score_history s WHERE s.sbom_id = v.id AND s.scored_at <= $since
    ORDER BY s.scored_at DESC LIMIT 1) h ON true
  WHERE h.failing IS NOT NULL OR v.created_at > $since`;

/** Of those that broke rules, only what has passed: one whose verdict is pending may still break some. */
const mended = `SELECT a.* FROM assessed a
  CROSS JOIN LATERAL (SELECT ${verdictOf('s')} AS verdict FROM sboms s WHERE s.id = a.id OFFSET 0) present
  WHERE a.failed_then AND NOT a.fails_now AND present.verdict = 'passed'`;

/** There were no figures of it then although it was there, or its rules are not evaluated now: it may have changed either way. */
const uncompared = `SELECT v.name, v.version FROM visible v LEFT JOIN assessed a ON a.id = v.id
  CROSS JOIN LATERAL (SELECT ${verdictOf('s')} AS verdict FROM sboms s
    WHERE s.id = v.id AND s.resolved_count + s.partial_count + s.unresolved_count > 0 OFFSET 0) present
  WHERE a.id IS NULL OR present.verdict = 'pending'`;

const namesOf = (from: string, order: string): string =>
  `(SELECT coalesce(jsonb_agg(concat_ws(' ', name, nullif(version, '')) ORDER BY ${order}), '[]')
    FROM (SELECT * FROM ${from} ORDER BY ${order} LIMIT ${maxNamed}) n)`;

/** What happened in the visible SBOMs of the organization after the moment. */
export async function organizationChanges(
  sql: Sql,
  { orgId, visibleScope, since }: { orgId: string; visibleScope: VisibleScope; since: string },
): Promise<Omit<OrganizationChangesView, 'since'>> {
  const row = await sql.one<Omit<OrganizationChangesView, 'since'>>(
    `WITH visible AS MATERIALIZED (${visible}), imported AS (${imported}), found AS (${found}), settled AS (${settled}),
       assessed AS (${assessed}),
       failing AS (SELECT * FROM assessed WHERE fails_now AND NOT failed_then),
       mended AS (${mended}), uncompared AS (${uncompared})
     SELECT
       (SELECT count(*)::int FROM imported) AS imported, ${namesOf('imported', 'at DESC')} AS imported_names,
       (SELECT count(*)::int FROM found) AS vulnerabilities,
       (SELECT count(*)::int FROM found WHERE exploited) AS exploited,
       (SELECT coalesce(sum(names), 0)::int FROM settled) AS settled,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('user_id', user_id, 'user_name', user_name, 'names', names)
          ORDER BY names DESC, user_name), '[]') FROM (SELECT * FROM settled ORDER BY names DESC LIMIT ${maxNamed}) s)
         AS settled_by,
       (SELECT count(*)::int FROM failing) AS failing, ${namesOf('failing', 'name')} AS failing_names,
       (SELECT count(*)::int FROM mended) AS no_longer_failing, ${namesOf('mended', 'name')} AS no_longer_failing_names,
       (SELECT count(*)::int FROM uncompared) AS not_compared, ${namesOf('uncompared', 'name')} AS not_compared_names`,
    { orgId, since, organizations: visibleScope.organizations, teams: visibleScope.teams },
  );
  return row!;
}
