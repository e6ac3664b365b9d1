/** A score of which less rests on data would mislead. */
export const minRiskCoverage = 0.5;

/** What is not known comes before small risks, and behind great ones. */
export const unknownRisk = 60;

/** SQL: whether the risk in a row of `component_scores` is unknown. */
export const isRiskUnknown = (score: string): string =>
  `(${score}.entity_id IS NULL OR ${score}.risk_coverage < ${minRiskCoverage})`;

/** SQL: the risk in a row of `component_scores`; null where it is unknown. */
export const knownRiskOf = (score: string): string => `CASE WHEN NOT ${isRiskUnknown(score)} THEN ${score}.risk END`;

/** SQL: the risk to sort by. What too little is known of for a figure counts as much as a risk of 60. */
export const sortedRisk = (risk: string, isUnknown: string): string =>
  `CASE WHEN ${isUnknown} THEN greatest(${risk}, ${unknownRisk}) ELSE ${risk} END`;
