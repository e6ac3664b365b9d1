import { setTimeout as sleep } from 'node:timers/promises';
import { TransientError } from '../../../src/model/errors.js';
import { Places, type PlacesOptions } from '../../../src/platform/http/places.js';

describe('Places', () => {
  const options: PlacesOptions = { total: 4, what: 'uploads', queue: 3, patienceMs: 5_000 };

  /** Work that lasts until it is told to end. */
  function started(places: Places, key: string) {
    let end = (): void => undefined;
    const state = { isInside: false, end: () => end() };
    const work = places.hold(key, () => {
      state.isInside = true;
      return new Promise<void>((resolve) => (end = resolve));
    });
    return Object.assign(state, { work });
  }

  it('gives one tenant half of them, so that another finds one at once', async () => {
    const places = new Places(options);
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
    const places = new Places({ ...options, total: 2 });
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
    await expect(places.hold('other', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await places.hold('other', () => Promise.resolve('in'))).toBe('in');
    second.end();
  });

  it('turns away who would wait in too long a row, or for too long', async () => {
    const places = new Places({ ...options, total: 1, queue: 1, patienceMs: 20 });
    const inside = started(places, 'one');
    const waiting = places.hold('one', () => Promise.resolve());
    await expect(places.hold('one', () => Promise.resolve())).rejects.toThrow(TransientError);
    await expect(waiting).rejects.toThrow(/Too many uploads/);
    inside.end();
    await inside.work;
    await places.hold('one', () => Promise.resolve());
  });
});
