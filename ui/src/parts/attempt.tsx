import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { announce, Failure } from './loaded.js';

/** Does what a button is for; where it fails, says so beside it. */
export function useAttempt(): {
  attempt: (work: () => Promise<unknown>, done: string, then?: () => void) => void;
  problem: JSX.Element | null;
} {
  const [error, setError] = useState<Error | null>(null);
  const attempt = (work: () => Promise<unknown>, done: string, then?: () => void): void => {
    setError(null);
    work().then(() => {
      announce(done);
      then?.();
    }, setError);
  };
  return { attempt, problem: error && <Failure error={error} /> };
}
