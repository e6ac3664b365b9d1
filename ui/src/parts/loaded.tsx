import { signal, type Signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { generalTexts as texts } from '../../texts.en/general.js';
import { ApiError } from '../api.js';
import { Icon } from './marks.js';

export interface Loaded<T> {
  readonly data: T | null;
  readonly error: Error | null;
}

/** What the server answers; asked again when `keys` change. An older answer never replaces a newer one. */
export function useLoaded<T>(
  ask: () => Promise<T>,
  keys: readonly unknown[],
): { state: Signal<Loaded<T>>; again: () => void; round: number } {
  const state = useMemo(() => signal<Loaded<T>>({ data: null, error: null }), []);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    ask().then(
      (data) => isCurrent && (state.value = { data, error: null }),
      (error: unknown) => isCurrent && (state.value = { data: state.value.data, error: error as Error }),
    );
    return () => void (isCurrent = false);
  }, [...keys, round]);
  return { state, again: () => setRound((count) => count + 1), round };
}

/** A part of a page: grey lines while it loads, what to do where it failed. */
export function Part<T>({
  of: { state, again },
  children,
}: {
  of: { state: Signal<Loaded<T>>; again: () => void };
  children: (data: T) => ComponentChildren;
}): JSX.Element {
  const { data, error } = state.value;
  if (error) return <Failure error={error} again={again} />;
  if (data === null) return <Skeleton />;
  return <>{children(data)}</>;
}

export function Failure({ error, again }: { error: Error; again?: () => void }): JSX.Element {
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <div class="note failed" role="alert">
      <Icon name="failed" />
      <div>
        <strong>{isMissing ? texts.errors.notFoundTitle : texts.errors.title}</strong>{' '}
        {isMissing ? texts.errors.notFound : error.message}
        {again && !isMissing && (
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

export const Skeleton = (): JSX.Element => (
  <div class="skeleton" aria-hidden="true">
    <i />
    <i />
    <i />
  </div>
);

/** Spoken once by a screen reader. */
export const announcement = signal('');
export const announce = (text: string): void => void (announcement.value = text);
