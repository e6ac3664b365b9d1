import { advisoryLocks } from '../../../src/platform/database/advisory-locks.js';

describe('locks that stand for no row', () => {
  it('have a key of their own each', () => {
    const keys = Object.values(advisoryLocks);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
