import { texts } from '../../texts.en.js';
import type { ReviewDecisionView } from './types.js';

/** What was chosen, in one line. */
export function decisionText({ choice, purl, repo_url, cpe, undone_at }: ReviewDecisionView): string {
  const what = choice === 'selected' ? (purl ?? repo_url ?? cpe ?? '') : (texts.dispositions[choice] ?? choice);
  return undone_at ? `${what} (${texts.review.decisionUndone})` : what;
}
