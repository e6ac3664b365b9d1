import { Scheduler } from '../../../src/jobs/scheduler.js';
import { Configuration } from '../../../src/platform/configuration/configuration.js';
import type { Database } from '../../../src/platform/database/database.js';

class Counter extends Scheduler {
  protected readonly intervalMs = 60_000;
  calls = 0;

  async schedule(): Promise<void> {
    this.calls += 1;
  }
}

class OfWorkers extends Counter {
  protected override readonly roles = ['worker', 'scheduler'] as const;
}

describe('a scheduler', () => {
  it.each([
    ['api,scheduler', Counter, 1],
    ['api,worker', Counter, 0],
    ['worker', OfWorkers, 1],
    ['api', OfWorkers, 0],
  ])('with ROLES=%s: %p calls schedule %d times at the start', async (roles, Kind, calls) => {
    const scheduler = new Kind(new Configuration({ ROLES: roles, REDIS_URL: 'redis://127.0.0.1' }), {} as Database);
    scheduler.onApplicationBootstrap();
    await scheduler.beforeApplicationShutdown();
    expect(scheduler.calls).toBe(calls);
  });
});
