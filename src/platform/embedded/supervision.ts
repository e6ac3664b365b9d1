import { setTimeout as sleep } from 'node:timers/promises';

/** What whoever uses the server is told of it. */
export interface Supervision {
  /** The server ended by itself and is being started again. */
  readonly onRestart: (restarts: number) => void;
  /** It ended too often, or cannot be started again: there is no database any more. */
  readonly onLost: (error: Error) => void;
}

const pollMs = 500;
/** More often in an hour, and the cause is not a passing one. */
const maxRestarts = 5;
const windowMs = 3_600_000;
/** The processes of a killed server take a moment to notice it; a new one refuses to start beside them. */
const launchTries = 20;

/**
 * Starts the server again when it ends by itself.
 *
 * @param launch null: the server ended while it was starting
 * @returns ends the supervision; resolves when no start is under way any more
 */
export function supervise(
  isRunning: () => boolean,
  launch: () => Promise<object | null>,
  { onRestart, onLost }: Supervision,
): () => Promise<void> {
  const restarts: number[] = [];
  const ending = new AbortController();
  const { signal } = ending;
  const restart = async (): Promise<void> => {
    const now = Date.now();
    restarts.push(now);
    const recent = restarts.filter((at) => now - at < windowMs).length;
    if (recent > maxRestarts) throw new Error(`The embedded PostgreSQL ended ${recent} times within an hour`);
    onRestart(recent);
    for (let tries = 1; tries <= launchTries && !signal.aborted; tries += 1) {
      if (await launch()) return;
      await sleep(pollMs, undefined, { signal });
    }
    throw new Error('The embedded PostgreSQL cannot be started again; see server.log beside it');
  };
  const watch = async (): Promise<void> => {
    for (;;) {
      await sleep(pollMs, undefined, { ref: false, signal });
      if (!isRunning()) await restart();
    }
  };
  const watching = watch().catch((error: unknown) => {
    if (!signal.aborted) onLost(error as Error);
  });
  return () => {
    ending.abort();
    return watching;
  };
}
