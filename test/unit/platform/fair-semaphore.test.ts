import { setTimeout as sleep } from 'node:timers/promises';
import { TransientError } from '../../../src/model/errors.js';
import { FairSemaphore, type FairSemaphoreOptions } from '../../../src/platform/http/fair-semaphore.js';

describe('Places', () => {
  const options: FairSemaphoreOptions = { permits: 4, what: 'uploads', maxWaiting: 3, maxWaitMs: 5_000 };

  /** Work that lasts until it is told to end. */
  function started(places: FairSemaphore, key: string) {
    let end = (): void => undefined;
    const state = { isInside: false, end: () => end() };
    const work = places.run(key, () => {
      state.isInside = true;
      return new Promise<void>((resolve) => (end = resolve));
    });
    return Object.assign(state, { work });
  }

  it('gives one tenant half of them, so that another finds one at once', async () => {
    const places = new FairSemaphore(options);
    const one = [1, 2, 3].map(() => started(places, 'one'));
    const other = started(places, 'other');
    await sleep(0);
    expect([...one, other].map(({ isInside }) => isInside)).toEqual([true, true, false, true]);
    one[0]!.end();
    await sleep(0);
    expect(one[2]!.isInside).toBe(true);
    for (const each of [...one, other]) each.end();
    await Promise.all([...one, other].map(({ work }) => work));
  });

  it('gives a place back after work that fails, and to the first who may have it', async () => {
    const places = new FairSemaphore({ ...options, permits: 2 });
    const first = started(places, 'one');
    const second = started(places, 'one');
    const third = started(places, 'other');
    await sleep(0);
    expect([second.isInside, third.isInside]).toEqual([false, true]);
    third.end();
    await third.work;
    await sleep(0);
    expect(second.isInside).toBe(false);
    first.end();
    await first.work;
    await sleep(0);
    expect(second.isInside).toBe(true);
    await expect(places.run('other', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await places.run('other', () => Promise.resolve('in'))).toBe('in');
    second.end();
  });

  it('turns away who would wait in too long a row, or for too long', async () => {
    const places = new FairSemaphore({ ...options, permits: 1, maxWaiting: 1, maxWaitMs: 20 });
    const inside = started(places, 'one');
    const waiting = places.run('one', () => Promise.resolve());
    await expect(places.run('one', () => Promise.resolve())).rejects.toThrow(TransientError);
    await expect(waiting).rejects.toThrow(/Too many uploads/);
    inside.end();
    await inside.work;
    await places.run('one', () => Promise.resolve());
  });
});
