import { Registry } from 'prom-client';
import { JobMetrics } from '../../../src/jobs/job-metrics.js';
import type { Database } from '../../../src/platform/database/database.js';
import type { ServiceMetrics } from '../../../src/platform/metrics/service-metrics.js';

it('says when the figures of jobs are absent because the database cannot be asked', async () => {
  const registry = new Registry();
  let questions = 0;
  let isAway = false;
  const query = async (text: string): Promise<object[]> =>
    text.includes('<> ALL')
      ? [{ name: 'later.job', count: 2, oldest_id: 'a', oldest_seconds: 7 }]
      : [{ queue: 'background', state: 'queued', count: 3, oldest_seconds: 9 }];
  const transaction = async (_tenancy: string, work: (sql: object) => Promise<object>): Promise<object> => {
    questions += 1;
    if (isAway) throw new Error('away');
    return work({ query });
  };
  new JobMetrics({ transaction } as unknown as Database, { registry } as unknown as ServiceMetrics);
  const present = await registry.metrics();
  expect([present, questions]).toEqual([expect.stringContaining('stocktake_jobs_known 1\n'), 1]);
  expect(present).toContain('stocktake_jobs_open{queue="background",state="queued"} 3');
  expect(present).toContain('stocktake_jobs_unknown_oldest_seconds{job="later.job"} 7');
  isAway = true;
  const absent = await registry.metrics();
  expect([absent, questions]).toEqual([expect.stringContaining('stocktake_jobs_known 0\n'), 2]);
  expect(absent).not.toContain('stocktake_jobs_open{');
});
