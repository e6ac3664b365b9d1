import { signal, type Signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { generalTexts as texts } from '../../texts.en/general.js';
import { failed, isMissing, isShown, type Answered, type Loaded } from './loading.js';
import { Icon } from './marks.js';

export type { Loaded } from './loading.js';

/**
 * What the server answers; asked again when `keys` change. An older answer never replaces a newer one.
 *
 * @param stamps other values ask for the same anew: what is shown stays where that fails
 */
export function useLoaded<T>(
  ask: () => Promise<T>,
  keys: readonly unknown[],
  stamps: readonly unknown[] = [],
): { state: Signal<Loaded<T>>; again: () => void; round: number } {
  const state = useMemo(() => signal<Answered<T>>({ data: null, error: null, keys: [] }), []);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    ask().then(
      (data) => isCurrent && (state.value = { data, error: null, keys }),
      (error: unknown) => isCurrent && (state.value = failed(state.value, error as Error, keys)),
    );
    return () => void (isCurrent = false);
  }, [...keys, ...stamps, round]);
  return { state, again: () => setRound((count) => count + 1), round };
}

/** A part of a page: grey lines while it loads, what to do where it failed, above what was loaded before. */
export function Part<T>({
  of: { state, again },
  children,
}: {
  of: { state: Signal<Loaded<T>>; again: () => void };
  children: (data: T) => ComponentChildren;
}): JSX.Element {
  const { data, error } = state.value;
  const isKept = isShown(state.value);
  return (
    <>
      {error && <Failure error={error} again={again} isKept={isKept} />}
      {isKept ? children(data!) : !error && <Skeleton />}
    </>
  );
}

interface FailureProperties {
  readonly error: Error;
  readonly again?: () => void;
  /** What was loaded before stands below. */
  readonly isKept?: boolean;
}

export function Failure({ error, again, isKept = false }: FailureProperties): JSX.Element {
  const isGone = isMissing(error);
  return (
    <div class="note failed" role="alert">
      <Icon name="failed" />
      <div>
        <strong>{isGone ? texts.errors.notFoundTitle : isKept ? texts.errors.isOld : texts.errors.title}</strong>{' '}
        {isGone ? texts.errors.notFound : error.message}
        {again && !isGone && (
          <p>
            <button type="button" class="b s" onClick={again}>
              {texts.retry}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}

/** Why what somebody asked for was not done, or is not known to be. */
export const Problem = ({ error }: { error: Error }): JSX.Element => (
  <div class="note failed" role="alert">
    <Icon name="failed" />
    <span>{error.message}</span>
  </div>
);

export const Skeleton = (): JSX.Element => (
  <div class="skeleton" aria-hidden="true">
    <i />
    <i />
    <i />
  </div>
);

/** Spoken once by a screen reader. */
export const announcement = signal('');
export const announce = (text: string): void =>
  // The same again is no change, and would not be spoken.
  void (announcement.value = announcement.value === text ? `${text}\u00A0` : text);
