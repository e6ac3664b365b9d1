import pMap from 'p-map';

/**
 * Works on a few items at a time: while one waits for the database, another has the processor. After a failure no item
 * is started, and those under way are awaited, so that none of them writes after the caller has gone on.
 *
 * @throws the first failure
 */
export async function mapConcurrently<T>(
  items: Iterable<T>,
  concurrency: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const running = new Set<Promise<unknown>>();
  const track = (item: T): Promise<unknown> => {
    const promise = work(item).finally(() => running.delete(promise));
    running.add(promise);
    return promise;
  };
  try {
    await pMap(items, track, { concurrency });
  } finally {
    await Promise.allSettled(running);
  }
}
