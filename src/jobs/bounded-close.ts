import { setTimeout as sleep } from 'node:timers/promises';

const limitMs = 3_000;

/**
 * Makes `close` of a BullMQ object end in time: with a store that is gone it may wait for ever for its own last words,
 * and Nest, which closes queues and workers too, would wait with it. What is left is dropped with the process.
 */
export function boundClose(closable: { close(): Promise<unknown>; disconnect?(): unknown }): void {
  const close = closable.close.bind(closable);
  let closing: Promise<void> | undefined;
  closable.close = () =>
    (closing ??= inTime(close()).then(async (isClosed) => {
      if (!isClosed && closable.disconnect) await inTime(Promise.resolve(closable.disconnect()));
    }));
}

/** @returns false where the work is not done within the limit; its failure counts as done */
export async function inTime(work: Promise<unknown>): Promise<boolean> {
  const done = work.then(
    () => true,
    () => true,
  );
  return Promise.race([done, sleep(limitMs, false, { ref: false })]);
}
