/** A score of which less rests on data would mislead. */
export const minRiskCoverage = 0.5;

/** What is not known comes before small risks, and behind great ones. */
export const unknownRisk = 60;

/** What the risk of an SBOM rests on. */
interface RiskFigures {
  readonly entry_count: number;
  readonly metrics: {
    readonly risk: { readonly score: number; readonly coverage: number };
    readonly resolution: { readonly resolved: number };
  };
}

/** The risk of an SBOM; null where too little is known for a figure. */
export const knownRisk = ({ entry_count: count, metrics: { risk, resolution } }: RiskFigures): number | null =>
  count > 0 && resolution.resolved > 0 && risk.coverage >= minRiskCoverage ? risk.score : null;

/** SQL: whether the risk in a row of `component_scores` is unknown. */
export const isRiskUnknown = (score: string): string =>
  `(${score}.entity_id IS NULL OR ${score}.risk_coverage < ${minRiskCoverage})`;

/** SQL: the risk in a row of `component_scores`; null where it is unknown. */
export const knownRiskOf = (score: string): string => `CASE WHEN NOT ${isRiskUnknown(score)} THEN ${score}.risk END`;

/** SQL: the risk to sort by. What too little is known of for a figure counts as much as a risk of 60. */
export const sortedRisk = (risk: string, isUnknown: string): string =>
  `CASE WHEN ${isUnknown} THEN greatest(${risk}, ${unknownRisk}) ELSE ${risk} END`;
