import { worstSeverityOf } from '../../model/severities.js';
import { visibleRows } from '../../organizations/access/visible-rows.js';
import { coverageColumnsOf } from './vulnerabilities.repository.js';

const visibleSboms = `b.org_id = $orgId AND b.deleted_at IS NULL AND ${visibleRows('b')}`;

/** Number of components whose effective status (`effectiveStatus`) is this one. */
const having = (status: string, column: string): string =>
  `(coalesce(t.${column}, 0) + CASE v.status WHEN '${status}'
     THEN e.components - coalesce(t.affected, 0) - coalesce(t.dismissed, 0) ELSE 0 END)::int`;

/**
 * SQL: `rated`, the vulnerabilities of the entities in the SBOMs of the organization that the caller sees, each with the
 * number of components of the entity by status; before it `entries`, with the components of each entity by SBOM, of which
 * `undecided` have no decided package. Hundreds of SBOMs have the same entities: their components are counted before the
 * vulnerabilities are joined, and statements, of which there are few, are added.
 *
 * @param matching condition on a vulnerability `v`
 */
export const ratedInOrganization = (matching: string): string => `
  entries AS MATERIALIZED (
    SELECT b.id AS sbom_id, one.* FROM sboms b CROSS JOIN LATERAL (
      SELECT s.entity_id, s.component_id IS NULL AS is_unscored, count(*) AS components,
        count(*) FILTER (WHERE c.package_undecided) AS undecided
      FROM components c LEFT JOIN component_scores s ON s.component_id = c.id AND s.sbom_id = b.id
      WHERE c.sbom_id = b.id AND c.deleted_at IS NULL GROUP BY 1, 2 OFFSET 0) AS one
    WHERE ${visibleSboms}),
  entities AS MATERIALIZED (
    SELECT entity_id, is_unscored, sum(components)::int AS components, sum(undecided)::int AS undecided,
      count(*)::int AS sboms FROM entries GROUP BY 1, 2),
  statements AS MATERIALIZED (
    SELECT s.entity_id, t.vulnerability, count(*) FILTER (WHERE t.status IN ('not_affected', 'fixed')) AS dismissed,
      count(*) FILTER (WHERE t.status = 'affected') AS affected, count(*) FILTER (WHERE t.status <> 'expired') AS holding
    FROM sboms b JOIN component_statements t ON t.sbom_id = b.id
      JOIN component_scores s ON s.component_id = t.component_id AND s.sbom_id = b.id
      JOIN components c ON c.id = t.component_id AND c.deleted_at IS NULL
    WHERE ${visibleSboms} GROUP BY s.entity_id, t.vulnerability),
  rated AS MATERIALIZED (
    SELECT ${matching} AS is_matching, v.id, v.entity_id, v.exploited, v.severity, v.cvss_score, v.epss, v.fixed_in, e.components, e.sboms,
      ${having('affected', 'affected')} AS affected, ${having('not_affected', 'dismissed')} AS not_affected,
      CASE v.status WHEN 'unknown'
        THEN (e.components - coalesce(t.affected, 0) - coalesce(t.dismissed, 0))::int ELSE 0 END AS undecided,
      coalesce(t.holding, 0)::int AS stated
    FROM entities e JOIN entity_vulnerabilities v ON v.entity_id = e.entity_id
      LEFT JOIN statements t ON t.entity_id = v.entity_id AND t.vulnerability = v.id)`;

/** SQL: after `ratedInOrganization`, `shared`: of vulnerabilities of several entities the number of SBOMs. */
export const sbomsOfShared = `
  shared AS MATERIALIZED (
    SELECT id, count(*)::int AS sboms FROM (
      SELECT DISTINCT r.id, p.sbom_id FROM rated r JOIN entries p ON p.entity_id = r.entity_id
      WHERE r.id IN (SELECT id FROM rated GROUP BY id HAVING count(*) > 1)) AS pair
    GROUP BY id)`;

/** SQL: after `ratedInOrganization`, vulnerabilities that affect a component by the worst severity that one has in any of them. */
export const severityCounts = `
  SELECT coalesce(jsonb_object_agg(severity, n), '{}') FROM (
    SELECT severity, count(*) AS n FROM (
      SELECT ${worstSeverityOf('v.severity')} AS severity FROM rated v WHERE v.affected > 0 GROUP BY v.id) AS worst
    GROUP BY 1) AS counted`;

/**
 * SQL: after `ratedInOrganization`, how many components were examined for vulnerabilities; by reason those that were not,
 * or only partly. Needs `coverageReasons`. What is known of an entity is read once for all of its components.
 */
export const coverageCounts = `
  SELECT coalesce(jsonb_agg(counted ORDER BY count DESC, status, reason), '[]') FROM (
    SELECT ${coverageColumnsOf('c.is_unscored')}, sum(c.count)::int AS count
    FROM (SELECT entity_id, is_unscored, false AS package_undecided, components - undecided AS count
        FROM entities WHERE components > undecided
      UNION ALL SELECT entity_id, is_unscored, true, undecided FROM entities WHERE undecided > 0) AS c
      LEFT JOIN entity_scores e ON e.entity_id = c.entity_id
    GROUP BY 1, 2) AS counted`;
