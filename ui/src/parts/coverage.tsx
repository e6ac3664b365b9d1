import type { JSX } from 'preact';
import { texts } from '../../texts.en.js';
import { Mark } from './marks.js';

/** Whether something was examined, and why not. */
export const Coverage = ({ status, reason }: { status: string; reason: string }): JSX.Element => (
  <>
    <Mark kind={status}>{texts.coverage[status as keyof typeof texts.coverage] ?? status}</Mark>
    {reason && <span class="sub">{reason}</span>}
  </>
);

const bars: Readonly<Record<string, number>> = { critical: 4, high: 3, medium: 2, low: 1, none: 0 };

/** Four to one bars and the word; a dashed box where no severity was published. */
export function Severity({ value }: { value: string }): JSX.Element {
  const count = bars[value];
  return (
    <span class={`mark severity ${value}`}>
      <svg class="i" viewBox="0 0 16 16" aria-hidden="true">
        {count === undefined ? (
          <rect x="2" y="2" width="12" height="12" rx="2" stroke-dasharray="2.5 2" />
        ) : (
          [0, 1, 2, 3].map((bar) => (
            <path key={bar} d={`M${2.5 + bar * 3.7} 13.5v-${3 + bar * 2.6}`} class={bar < count ? 'bar' : 'bar off'} />
          ))
        )}
      </svg>
      {texts.severity[value] ?? value}
    </span>
  );
}
