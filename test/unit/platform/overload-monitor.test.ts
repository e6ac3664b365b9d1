import { EventEmitter } from 'node:events';
import type { DataSource } from 'typeorm';
import type { Database } from '../../../src/platform/database/database.js';
import { OverloadMonitor } from '../../../src/platform/http/load-shedding.middleware.js';

/** A database that answers at once, whose connections are waited for as the test says. */
function monitored({ connections, requests }: { connections: number; requests: number }) {
  const pool = Object.assign(new EventEmitter(), { waitingCount: 0, options: { max: connections } });
  const database = { statements: () => Promise.resolve([]) } as unknown as Database;
  const monitor = new OverloadMonitor(database, { driver: { master: pool } } as unknown as DataSource);
  for (let count = 0; count < requests; count += 1) monitor.trackRequest();
  monitor.onApplicationBootstrap();
  return { pool, monitor };
}

const slow = 'the database is slow';

describe('the wait for a connection that is predicted', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  // 4 connections are taken 30 times a second each until there is a queue to measure.
  it.each([
    [60, null],
    [61, slow],
  ])('of %s in the queue at 120 a second: %s', async (waiting, expected) => {
    const { pool, monitor } = monitored({ connections: 4, requests: 100 });
    await jest.advanceTimersByTimeAsync(250);
    pool.waitingCount = waiting;
    expect(monitor.overloadReason).toBe(expected);
    monitor.onModuleDestroy();
  });

  it('follows what the connections do', async () => {
    const { pool, monitor } = monitored({ connections: 4, requests: 100 });
    await jest.advanceTimersByTimeAsync(250);
    pool.waitingCount = 30;
    expect(monitor.overloadReason).toBeNull();
    await jest.advanceTimersByTimeAsync(1_000); // none was taken
    expect(monitor.overloadReason).toBe(slow);
    for (let sample = 0; sample < 8; sample += 1) {
      for (let taken = 0; taken < 25; taken += 1) pool.emit('acquire');
      await jest.advanceTimersByTimeAsync(250); // 100 a second
    }
    expect(monitor.overloadReason).toBeNull();
    monitor.onModuleDestroy();
  });

  it('is no reason while few requests are open', async () => {
    const { pool, monitor } = monitored({ connections: 4, requests: 99 });
    await jest.advanceTimersByTimeAsync(250);
    pool.waitingCount = 1_000;
    expect(monitor.overloadReason).toBeNull();
    monitor.trackRequest();
    expect(monitor.overloadReason).toBe(slow);
    monitor.onModuleDestroy();
  });
});
