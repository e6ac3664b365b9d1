import { defineJob } from '../jobs/job.js';

export class DeleteExpiredPayload {}

/** Removes what is older than it is kept. Ended half-way, the next attempt goes on with what is left. */
export const DeleteExpired = defineJob({
  name: 'retention.sweep',
  payload: DeleteExpiredPayload,
  retry: { attempts: 3, firstDelaySeconds: 60 },
  timeoutSeconds: 4 * 3600,
});
