import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { announce, Problem } from './loaded.js';

/** Does what a button is for; where it fails, says so beside it. */
export function useAttempt(): {
  attempt: (work: () => Promise<unknown>, done: string, then?: () => void) => void;
  problem: JSX.Element | null;
  /** What makes something waits for its answer: pressed twice, it would make two. */
  isBusy: boolean;
} {
  const [error, setError] = useState<Error | null>(null);
  const [working, setWorking] = useState(0);
  const attempt = (work: () => Promise<unknown>, done: string, then?: () => void): void => {
    setError(null);
    setWorking((count) => count + 1);
    const end = (): void => setWorking((count) => count - 1);
    work()
      .finally(end)
      .then(() => {
        announce(done);
        then?.();
      }, setError);
  };
  return { attempt, problem: error && <Problem error={error} />, isBusy: working > 0 };
}
