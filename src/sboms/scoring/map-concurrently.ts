/**
 * Works on items in a few lanes at once: while one waits for the database, another has the processor. After a failure
 * nothing new is begun, and what is under way is waited for. @throws the first failure
 */
export async function mapConcurrently<T>(
  items: Iterable<T>,
  concurrency: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    try {
      while (!hasFailed) {
        const { done, value } = iterator.next();
        if (done) return;
        await work(value as T);
      }
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  for (const end of outcomes) if (end.status === 'rejected') throw end.reason;
}
