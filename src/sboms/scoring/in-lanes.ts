/**
 * Works on items in a few lanes at once: while one waits for the database, another has the processor. After a failure
 * nothing new is begun, and what is under way is waited for. @throws the first failure
 */
export async function inLanes<T>(
  items: Iterable<T>,
  lanes: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  let hasFailed = false;
  const lane = async (): Promise<void> => {
    try {
      while (!hasFailed) {
        const { done, value } = rest.next();
        if (done) return;
        await work(value as T);
      }
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
