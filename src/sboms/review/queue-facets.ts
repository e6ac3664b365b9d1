/**
 * Whether the group is one of these. The planner takes an organization for far smaller than it is and would compare each
 * group with each; what is asked for IS TRUE it looks up by hash.
 */
export const isOneOf = (groups: string): string => `(key IN (${groups})) IS TRUE`;

/** Of each facet. */
const maxFacetValues = 50;

/** SQL: what a group of the queue must be, for each filter; null passes all. */
export const matches = {
  reason: '($reason::text IS NULL OR reason = $reason)',
  ecosystem: '($ecosystem::text IS NULL OR hint = $ecosystem)',
  supplier: '($supplier::text IS NULL OR supplier = $supplier)',
  sbom: '($sbomId::uuid IS NULL OR key IN (SELECT o.key FROM open o WHERE o.sbom_id = $sbomId))',
  team: '($teamId::uuid IS NULL OR key IN (SELECT o.key FROM open o WHERE o.team_id = $teamId))',
};
const others = (facet: keyof typeof matches): string =>
  Object.entries(matches)
    .filter(([name]) => name !== facet)
    .map(([, condition]) => condition)
    .join(' AND ');

/** SQL: values with the most groups, and the chosen one; each facet is under the other filters. */
export const facetOf = (facet: keyof typeof matches, value: string): string =>
  facetFrom(facet, value, `searched WHERE ${others(facet)}`);

/** The same for places: a group may have several. */
export const placeFacetOf = (facet: keyof typeof matches, value: string): string =>
  facetFrom(
    facet,
    value,
    `(SELECT DISTINCT key, ${value} FROM open) AS places
     WHERE ${isOneOf(`SELECT key FROM searched WHERE ${others(facet)}`)}`,
  );

const chosen: Readonly<Record<keyof typeof matches, string>> = {
  reason: '$reason::text',
  ecosystem: '$ecosystem::text',
  supplier: '$supplier::text',
  sbom: '$sbomId::uuid',
  team: '$teamId::uuid',
};

const facetFrom = (facet: keyof typeof matches, value: string, from: string): string =>
  `(SELECT jsonb_build_object('total', coalesce(max(total), 0), 'values', coalesce(
       jsonb_agg(jsonb_build_object('value', value, 'count', count) ORDER BY count DESC, value), '[]'))
     FROM (SELECT ${value} AS value, count(*)::int AS count, (count(*) OVER ())::int AS total FROM ${from}
       GROUP BY 1 ORDER BY (${value} = ${chosen[facet]}) IS TRUE DESC, 2 DESC, 1 LIMIT ${maxFacetValues}) f)`;
