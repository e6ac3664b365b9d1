import { signal, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { follow } from '../parts/live.js';
import { announce } from '../parts/loaded.js';

interface Work {
  readonly name: string;
  readonly done: number;
  /** Null while unknown. */
  readonly total: number | null;
}

/** How far the work on an SBOM is, as the service reports it. */
export interface SbomProgress {
  readonly id: string;
  readonly entry_count: number;
  readonly resolved_count: number;
  readonly assessed_count: number;
  readonly verdict: string;
  readonly updated_at: string;
  readonly work: readonly Work[];
  readonly settled: boolean;
}

/** The work on some SBOMs, by id, while the page is open. */
export function useProgress(ids: readonly string[], isEndless = false): Signal<ReadonlyMap<string, SbomProgress>> {
  const progress = useMemo(() => signal<ReadonlyMap<string, SbomProgress>>(new Map()), []);
  const key = ids.join(',');
  useEffect(() => {
    if (key === '') return undefined;
    return follow(`/v1/project/events?ids=${key}${isEndless ? '&follow=true' : ''}`, {
      on: {
        progress: (data) => {
          const one = data as SbomProgress;
          progress.value = new Map(progress.value).set(one.id, one);
        },
      },
    });
  }, [key, isEndless]);
  return progress;
}

const quarter = ({ done, total }: Work): number => (total ? Math.floor((done / total) * 4) : 0);

/** What is being done with an SBOM, and how far it is; a screen reader hears every quarter. */
export function WorkLines({ work }: { work: readonly Work[] }): JSX.Element | null {
  const spoken = useRef('');
  const [first] = work;
  const step = first ? `${first.name} ${quarter(first)}` : '';
  useEffect(() => {
    if (first && step !== spoken.current) announce(texts.work(first.name, first.done, first.total));
    spoken.current = step;
  }, [step]);
  if (work.length === 0) return null;
  return (
    <ul class="work">
      {work.map((one, index) => (
        <WorkLine key={`${one.name} ${index}`} of={one} />
      ))}
    </ul>
  );
}

function WorkLine({ of: { name, done, total } }: { of: Work }): JSX.Element {
  const label = texts.work(name, done, total);
  return (
    <li>
      <progress aria-label={label} {...(total ? { max: total, value: Math.min(done, total) } : {})} />
      <span class="small soft">{label}</span>
    </li>
  );
}
