import type { JSX } from 'preact';
import { texts } from '../../texts.en.js';
import { shortText } from './file-text.js';

const maxWarnings = 20;

/** What was seen and not taken, folded away. */
export function Warnings({
  of: warnings,
  count,
}: {
  of: readonly { readonly path: string; readonly message: string }[];
  count: number;
}): JSX.Element | null {
  if (count === 0) return null;
  const shown = warnings.slice(0, maxWarnings);
  return (
    <details>
      <summary>{texts.import.warnings(count)}</summary>
      <ul class="small">
        {shown.map(({ path, message }, index) => (
          <li key={index} class="break">
            {shortText([path, message].filter(Boolean).join(': '), 300)}
          </li>
        ))}
      </ul>
      {count > shown.length && <p class="small soft">{texts.shownOf(shown.length, count)}</p>}
    </details>
  );
}
