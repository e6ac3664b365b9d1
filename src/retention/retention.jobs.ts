import { defineJob } from '../jobs/job.js';

export class DeleteExpiredPayload {}

/** Deletes what has expired. After an interruption, the next attempt continues with the rest. */
export const DeleteExpired = defineJob({
  name: 'retention.sweep',
  payload: DeleteExpiredPayload,
  retry: { attempts: 3, firstDelaySeconds: 60 },
  timeoutSeconds: 4 * 3600,
});
