/**
 * Scores turned into shares that sum to one over all candidates and "none of them" (conditional logit). A clear winner
 * comes near 1; two equals share; when nothing scores above `none`, everything stays low.
 */
export function softmax(scores: readonly number[], none: number): number[] {
  const top = Math.max(none, ...scores);
  const raised = scores.map((score) => Math.exp(score - top));
  const total = raised.reduce((sum, one) => sum + one, Math.exp(none - top));
  return raised.map((one) => one / total);
}
