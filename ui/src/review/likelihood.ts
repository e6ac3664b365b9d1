import { texts } from '../../texts.en.js';

/** Below it a candidate is called unlikely. */
export const minLikely = 0.4;

export function likelihood(confidence: number): string {
  const { veryLikely, likely, possible, unlikely } = texts.review.likelihood;
  if (confidence >= 0.95) return veryLikely;
  if (confidence >= 0.8) return likely;
  return confidence >= minLikely ? possible : unlikely;
}
