/** Probabilities of the candidates; with that of "none of them" they sum to 1 (conditional logit). */
export function softmax(scores: readonly number[], none: number): number[] {
  const top = Math.max(none, ...scores);
  const raised = scores.map((score) => Math.exp(score - top));
  const total = raised.reduce((sum, one) => sum + one, Math.exp(none - top));
  return raised.map((one) => one / total);
}
