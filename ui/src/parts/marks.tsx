import type { ComponentChildren, JSX } from 'preact';
import { generalTexts as texts } from '../../texts.en/general.js';

const paths: Readonly<Record<string, JSX.Element>> = {
  passed: (
    <>
      <circle cx="8" cy="8" r="6.25" />
      <path d="m5.2 8.2 2 2 3.8-4.4" />
    </>
  ),
  failed: (
    <>
      <path d="M5.4 1.75h5.2l3.65 3.65v5.2l-3.65 3.65H5.4L1.75 10.6V5.4z" />
      <path d="m5.8 5.8 4.4 4.4m0-4.4-4.4 4.4" />
    </>
  ),
  pending: (
    <>
      <circle cx="8" cy="8" r="6.25" stroke-dasharray="2.4 2.4" />
      <path d="M8 4.8V8l2.2 1.4" />
    </>
  ),
  hatched: (
    <>
      <rect x="1.75" y="1.75" width="12.5" height="12.5" rx="2" />
      <path d="m2 9 7-7m-7 11L13 2m-7 12 8-8m-3.500 8 3.500-3.500" stroke-width="1" />
    </>
  ),
  warning: (
    <>
      <path d="M8 2 1.75 13.5h12.5z" />
      <path d="M8 6.500v3.200m0 1.700v.1" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.5 10.5 3.5 3.5" />
    </>
  ),
  undo: <path d="M5.5 3 2.5 6l3 3M2.5 6H10a3.5 3.5 0 0 1 0 7H6" />,
  sun: (
    <>
      <circle cx="8" cy="8" r="3" />
      <path d="M8 1.500v1.500m0 10v1.500m6.500-6.500H13m-10 0H1.500m11-4.500-1 1m-7 7-1 1m9 0-1-1m-7-7-1-1" />
    </>
  ),
};

export function Icon({ name }: { name: keyof typeof paths }): JSX.Element {
  return (
    <svg class="i" viewBox="0 0 16 16" aria-hidden="true">
      {paths[name]}
    </svg>
  );
}

/** Word and shape; the colour is the third sign. */
export function Mark({
  kind,
  children,
  chip,
}: {
  kind: string;
  children: ComponentChildren;
  chip?: boolean;
}): JSX.Element {
  const icon = kind === 'not_examined' ? 'hatched' : kind in paths ? kind : null;
  return (
    <span class={`mark ${kind}${chip ? ' chip' : ''}`}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}

export function Verdict({ value }: { value: 'passed' | 'failed' | 'pending' }): JSX.Element {
  return (
    <Mark kind={value} chip>
      {texts.verdict[value]}
    </Mark>
  );
}

export function Key({ children }: { children: ComponentChildren }): JSX.Element {
  return (
    <kbd class="no" aria-hidden="true">
      {children}
    </kbd>
  );
}

/** Settled, partly and open of a whole; the rest is hatched, and only the rest. */
export function Portion({ done, all, label }: { done: number; all: number; label: string }): JSX.Element {
  const width = all === 0 ? 0 : (done / all) * 100;
  return (
    <svg class="portion" viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label={label}>
      <defs>
        <pattern id="hatch" width="3" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(35)">
          <path class="hatch-line" d="M0 0v16" />
        </pattern>
      </defs>
      <rect class="hatch-ground" width="100" height="8" />
      <rect width="100" height="8" fill="url(#hatch)" />
      <rect class="portion-done" width={width} height="8" />
    </svg>
  );
}

export function Logo(): JSX.Element {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <rect x="1" y="1" width="18" height="18" rx="4" class="fill-accent" />
      <path d="M5.500 6.500h9M5.500 10h9M5.500 13.500h4" class="on-accent" />
      <path d="m11.800 13.600 1.300 1.300 2.300-2.700" class="on-accent" />
    </svg>
  );
}
