import type { Loss } from '../formats/losses.js';
import { terminalSafe } from './terminal-safe.js';

/** Says on standard error what a document does not hold. */
export function writeLosses(losses: readonly LossLine[]): void {
  for (const loss of losses) process.stderr.write(`not included: ${terminalSafe(lossText(loss))}\n`);
}

/** A header names no places. */
type LossLine = Pick<Loss, 'what' | 'count'> & Partial<Pick<Loss, 'places'>>;

function lossText({ what, count, places = [] }: LossLine): string {
  const elements = [...new Set(places.map(({ element }) => element).filter((element) => element !== ''))];
  const more = count > elements.length ? ', …' : '';
  return `${what} (${count})${elements.length > 0 ? ` of ${elements.join(', ')}${more}` : ''}`;
}
