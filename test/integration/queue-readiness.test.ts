import { startApp } from '../support/app.js';
import { freePort } from '../../src/platform/embedded/free-port.js';

it('a worker whose Redis does not answer is not ready, and names the queue', async () => {
  const app = await startApp({ ROLES: 'worker', REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
  try {
    const answer = await app.client.get('health/ready');
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([503, expect.stringContaining('queue (REDIS_URL)')]);
    expect((await app.client.get('health/live')).status).toBe(200);
  } finally {
    await app.close();
  }
});
