/** A score of which less rests on data would mislead. */
export const minRiskCoverage = 0.5;

/** What is not known comes before small risks, and behind great ones. */
const unknownRisk = 60;

/** SQL: the risk to sort by. What too little is known of for a figure counts as much as a risk of 60. */
export const sortedRisk = (risk: string, isUnknown: string): string =>
  `CASE WHEN ${isUnknown} THEN greatest(${risk}, ${unknownRisk}) ELSE ${risk} END`;
