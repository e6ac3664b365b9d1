import { texts } from '../../texts.en.js';

export function likelihood(confidence: number): string {
  const { veryLikely, likely, possible, unlikely } = texts.review.likelihood;
  if (confidence >= 0.95) return veryLikely;
  if (confidence >= 0.8) return likely;
  return confidence >= 0.4 ? possible : unlikely;
}
