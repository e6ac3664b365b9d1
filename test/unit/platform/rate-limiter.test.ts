import fc from 'fast-check';
import { RateLimiter } from '../../../src/platform/http/quotas.js';

describe('Budgets', () => {
  let now = 0;
  const clock = (): number => now;
  beforeEach(() => (now = 0));

  it('gives a whole budget at once, and then as much as is filled up', () => {
    const budgets = new RateLimiter(60, 60_000, clock);
    for (let n = 0; n < 60; n += 1) expect(budgets.tryTake('a')).toBe(0);
    expect(budgets.tryTake('a')).toBe(1);
    now += 2_000;
    expect([budgets.tryTake('a'), budgets.tryTake('a'), budgets.tryTake('a')]).toEqual([0, 0, 1]);
    expect(budgets.tryTake('b')).toBe(0);
  });

  it('says when to come back, and is right', () => {
    const budgets = new RateLimiter(100, 3_600_000, clock);
    expect(budgets.tryTake('a', 100)).toBe(0);
    const seconds = budgets.tryTake('a', 10);
    expect(seconds).toBe(360);
    now += seconds * 1_000 - 1_000;
    expect(budgets.tryTake('a', 10)).toBeGreaterThan(0);
    now += 1_001;
    expect(budgets.tryTake('a', 10)).toBe(0);
  });

  it('refuses nothing for ever, however large', () => {
    const budgets = new RateLimiter(10, 1_000, clock);
    expect(budgets.tryTake('a', 1_000_000)).toBe(0);
    expect(budgets.tryTake('a', 1_000_000)).toBe(1);
    now += 1_000;
    expect(budgets.tryTake('a', 1_000_000)).toBe(0);
  });

  it('never gives more than the budget and what was filled up meanwhile', () => {
    const asked = fc.array(
      fc.record({ wait: fc.integer({ min: 0, max: 500 }), wanted: fc.integer({ min: 1, max: 20 }) }),
    );
    fc.assert(
      fc.property(asked, (steps) => {
        now = 0;
        const budgets = new RateLimiter(20, 1_000, clock);
        let given = 0;
        for (const { wait, wanted } of steps) {
          now += wait;
          if (budgets.tryTake('a', wanted) === 0) given += wanted;
          expect(given).toBeLessThanOrEqual(20 + (now / 1_000) * 20 + 1e-6);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('is without limit where the budget is 0, and holds no more keys than it should', () => {
    const free = new RateLimiter(0, 1_000, clock);
    expect([...Array(1_000)].every(() => free.tryTake('a') === 0)).toBe(true);
    const budgets = new RateLimiter(1, 1_000, clock);
    for (let n = 0; n < 30_000; n += 1) budgets.tryTake(`address ${n}`);
    expect(budgets['buckets'].size).toBe(20_000);
    expect(budgets.tryTake('address 29999')).toBe(1);
  });
});
