import { defineJob } from '../jobs/job.js';

export class SweepPayload {}

/** Removes what is older than it is kept. Ended half-way, the next attempt goes on with what is left. */
export const SweepOld = defineJob({
  name: 'retention.sweep',
  payload: SweepPayload,
  retry: { attempts: 3, firstDelaySeconds: 60 },
  timeoutSeconds: 4 * 3600,
});
