import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { texts } from '../../texts.en.js';

const lookEveryMs = 30_000;

/**
 * Whether what the page shows has changed since: a short text that stands for it is asked for now and then, while the
 * page is seen. Nothing moves under the hands: the viewer fetches what is new.
 *
 * @param ask the text, the same as long as nothing has changed
 * @param keys what the page shows; other keys begin anew
 * @param shown the text of what is shown, where it is known
 */
export function useStale(
  ask: () => Promise<string>,
  keys: readonly unknown[],
  shown: string | null = null,
): { value: boolean } {
  const isStale = useMemo(() => signal(false), []);
  useEffect(() => {
    let first = shown;
    let isCurrent = true;
    isStale.value = false;
    const look = (): void => {
      if (document.visibilityState === 'hidden') return;
      ask().then(
        (text) => {
          if (!isCurrent) return;
          first ??= text;
          isStale.value = text !== first;
        },
        // The page's own requests say what is wrong.
        () => undefined,
      );
    };
    if (first === null) look();
    const timer = setInterval(look, lookEveryMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      isCurrent = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [...keys]);
  return isStale;
}

/** The line that says so, with the way to what is new. */
export function Stale({ of, onShow }: { of: { value: boolean }; onShow: () => void }): JSX.Element | null {
  if (!of.value) return null;
  return (
    <div class="note info" role="status">
      <span class="grow">{texts.stale.changed}</span>
      <button type="button" class="b s" onClick={onShow}>
        {texts.stale.show}
      </button>
    </div>
  );
}
