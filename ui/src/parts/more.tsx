import type { JSX } from 'preact';
import { texts } from '../../texts.en.js';

export const pageSize = 100;
/** The most that a page of the API holds. */
const maxLimit = 1_000;

/** Shows the rest of a list, page by page, and says what is left out at the end. */
export function More({
  shown,
  total,
  limit,
  onMore,
}: {
  shown: number;
  total: number;
  limit: number;
  onMore: (limit: number) => void;
}): JSX.Element | null {
  if (total <= shown) return null;
  return (
    <p class="row wrap small soft">
      {texts.shownOf(shown, total)}
      {limit < maxLimit && (
        <button type="button" class="b s" onClick={() => onMore(Math.min(maxLimit, limit * 3))}>
          {texts.sboms.more}
        </button>
      )}
    </p>
  );
}
