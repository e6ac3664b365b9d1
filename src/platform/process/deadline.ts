import { setMaxListeners } from 'node:events';

/** A signal that aborts when the time is up or another one aborts; `clear` when the work is over. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** The time was up before anything else aborted the signal. */
  readonly passed: boolean;
  clear(): void;
}

/**
 * In place of `AbortSignal.any([AbortSignal.timeout(ms), …])`: Node 20 holds the signals in that list weakly, so the one
 * with the time limit is garbage at once, and its time never comes.
 */
export function startDeadline(ms: number, ...others: readonly AbortSignal[]): Deadline {
  const controller = new AbortController();
  let passed = false;
  const timer = setTimeout(() => {
    passed = !controller.signal.aborted;
    controller.abort(new DOMException('The time is up', 'TimeoutError'));
  }, ms);
  const unlinks = others.map((other) => follow(controller, other));
  return {
    signal: controller.signal,
    get passed() {
      return passed;
    },
    clear() {
      clearTimeout(timer);
      for (const unlink of unlinks) unlink();
    },
  };
}

/** Aborts the controller when the signal aborts. @returns what ends that */
export function follow(controller: AbortController, signal: AbortSignal): () => void {
  const abort = (): void => controller.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return () => signal.removeEventListener('abort', abort);
}

/**
 * For a signal that all who wait for something listen to, each until it is over.
 *
 * @param most listeners at a time; Node warns of more, which would be a leak
 */
export function controllerForMany(most: number): AbortController {
  const controller = new AbortController();
  setMaxListeners(most, controller.signal);
  return controller;
}
