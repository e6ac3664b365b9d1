import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseNotifications } from '../../src/platform/database/notifications.js';
import { cloneDatabase } from '../support/postgres.js';

describe('listening for notifications', () => {
  it('ends at once, at whatever moment of its start it is told to', async () => {
    const clone = await cloneDatabase();
    for (const delay of [0, 0, 1, 2, 4, 8, 16, 32]) {
      const notifications = new DatabaseNotifications(clone.url);
      notifications.on('anything', () => undefined);
      notifications.onApplicationBootstrap();
      if (delay > 0) await sleep(delay);
      const ended = notifications.beforeApplicationShutdown().then(() => 'ended');
      expect(await Promise.race([ended, sleep(4_000, 'hangs', { ref: false })])).toBe('ended');
    }
    await clone.drop();
  });
});
