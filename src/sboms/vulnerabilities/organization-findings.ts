import { visibleRows } from '../../organizations/access/visible-rows.js';

const visibleSboms = `b.org_id = $orgId AND b.deleted_at IS NULL AND ${visibleRows('b')}`;

/** Number of components whose effective status (`effectiveStatus`) is this one. */
const having = (status: string, column: string): string =>
  `(coalesce(t.${column}, 0) + CASE v.status WHEN '${status}'
     THEN e.components - coalesce(t.affected, 0) - coalesce(t.dismissed, 0) ELSE 0 END)::int`;

/**
 * SQL: `rated`, the vulnerabilities of the entities in the SBOMs of the organization that the caller sees, each with the
 * number of components of the entity by status. Hundreds of SBOMs have the same entities: their components are counted
 * before the vulnerabilities are joined, and statements, of which there are few, are added.
 *
 * @param matching condition on a vulnerability `v`
 */
export const ratedInOrganization = (matching: string): string => `
  entries AS MATERIALIZED (
    SELECT one.entity_id, b.id AS sbom_id, one.components
    FROM sboms b CROSS JOIN LATERAL (
      SELECT s.entity_id, count(*) AS components
      FROM components c JOIN component_scores s ON s.component_id = c.id AND s.sbom_id = b.id
      WHERE c.sbom_id = b.id AND c.deleted_at IS NULL AND s.entity_id IS NOT NULL GROUP BY s.entity_id OFFSET 0) AS one
    WHERE ${visibleSboms}),
  entities AS MATERIALIZED (
    SELECT entity_id, sum(components)::int AS components, count(*)::int AS sboms FROM entries GROUP BY entity_id),
  statements AS MATERIALIZED (
    SELECT s.entity_id, t.vulnerability, count(*) FILTER (WHERE t.status IN ('not_affected', 'fixed')) AS dismissed,
      count(*) FILTER (WHERE t.status = 'affected') AS affected, count(*) FILTER (WHERE t.status <> 'expired') AS holding
    FROM sboms b JOIN component_statements t ON t.sbom_id = b.id
      JOIN component_scores s ON s.component_id = t.component_id AND s.sbom_id = b.id
      JOIN components c ON c.id = t.component_id AND c.deleted_at IS NULL
    WHERE ${visibleSboms} GROUP BY s.entity_id, t.vulnerability),
  rated AS MATERIALIZED (
    SELECT v.id, v.entity_id, v.exploited, v.severity, v.cvss_score, v.epss, v.fixed_in, e.components, e.sboms,
      ${having('affected', 'affected')} AS affected, ${having('not_affected', 'dismissed')} AS not_affected,
      CASE v.status WHEN 'unknown'
        THEN (e.components - coalesce(t.affected, 0) - coalesce(t.dismissed, 0))::int ELSE 0 END AS undecided,
      coalesce(t.holding, 0)::int AS stated
    FROM entities e JOIN entity_vulnerabilities v ON v.entity_id = e.entity_id
      LEFT JOIN statements t ON t.entity_id = v.entity_id AND t.vulnerability = v.id
    WHERE ${matching})`;

/** SQL: after `ratedInOrganization`, `shared`: of vulnerabilities of several entities the number of SBOMs. */
export const sbomsOfShared = `
  shared AS MATERIALIZED (
    SELECT id, count(*)::int AS sboms FROM (
      SELECT DISTINCT r.id, p.sbom_id FROM rated r JOIN entries p ON p.entity_id = r.entity_id
      WHERE r.id IN (SELECT id FROM rated GROUP BY id HAVING count(*) > 1)) AS pair
    GROUP BY id)`;
