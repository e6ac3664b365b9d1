import { setTimeout as sleep } from 'node:timers/promises';

const closeTimeoutMs = 3_000;

/**
 * Makes `close` of a BullMQ object end in time: with a store that is gone it may wait for ever for its own last words,
 * and Nest, which closes queues and workers too, would wait with it. What is left is dropped with the process.
 */
export function limitCloseTime(closable: { close(): Promise<unknown>; disconnect?(): unknown }): void {
  const close = closable.close.bind(closable);
  let closing: Promise<void> | undefined;
  closable.close = () =>
    (closing ??= settlesInTime(close()).then(async (isClosed) => {
      if (!isClosed && closable.disconnect) await settlesInTime(Promise.resolve(closable.disconnect()));
    }));
}

/** @returns false where the work is not done within the limit; its failure counts as done */
export async function settlesInTime(work: Promise<unknown>): Promise<boolean> {
  const done = work.then(
    () => true,
    () => true,
  );
  return Promise.race([done, sleep(closeTimeoutMs, false, { ref: false })]);
}
