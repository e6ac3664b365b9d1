import { get } from '../api.js';

/** The service answered no stream: too many are open, or the session has ended. */
const tryAgainMs = 5_000;

interface Events {
  /** By the name of the event. */
  readonly on: Readonly<Record<string, (data: unknown) => void>>;
  /** Nothing comes after it. */
  readonly onEnd?: (data: unknown) => void;
}

/**
 * Follows server-sent events. Hidden pages let go of the connection, of which a browser opens six to one host; the
 * stream begins with the present state, so that nothing is missed.
 *
 * @returns the function that stops it
 */
export function follow(address: string, { on, onEnd }: Events): () => void {
  let source: EventSource | null = null;
  let timer = 0;
  const close = (): void => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const stop = (): void => {
    close();
    document.removeEventListener('visibilitychange', onVisibility);
  };
  const open = (): void => {
    close();
    const opened = new EventSource(address);
    source = opened;
    for (const [name, act] of Object.entries(on))
      opened.addEventListener(name, ({ data }: MessageEvent<string>) => act(JSON.parse(data)));
    opened.addEventListener('end', ({ data }: MessageEvent<string>) => {
      stop();
      onEnd?.(JSON.parse(data));
    });
    opened.addEventListener('error', () => {
      // A connection that broke is opened again by the browser; a refusal is not.
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
      timer = window.setTimeout(open, tryAgainMs);
      void get('v1/users/getSelf').catch(() => undefined);
    });
  };
  const onVisibility = (): void => (document.visibilityState === 'hidden' ? close() : open());
  document.addEventListener('visibilitychange', onVisibility);
  if (document.visibilityState !== 'hidden') open();
  return stop;
}
