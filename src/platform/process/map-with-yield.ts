import { setImmediate } from 'node:timers/promises';

/** Longest stretch without a turn for other work. */
const maxSliceMs = 10;

/**
 * What `work` makes of each item, in their order. Whoever else this process serves, and answers of the database that
 * have come in, have a turn whenever the work has lasted some milliseconds.
 *
 * @throws what `work` throws; nothing more is begun then
 */
export async function mapWithYield<T, R>(items: Iterable<T>, work: (item: T, place: number) => R): Promise<R[]> {
  const results: R[] = [];
  let began = performance.now();
  for (const item of items) {
    results.push(work(item, results.length));
    if (performance.now() - began < maxSliceMs) continue;
    await setImmediate();
    began = performance.now();
  }
  return results;
}
