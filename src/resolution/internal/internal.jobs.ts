import { defineJob } from '../../jobs/job.js';

export class ReviewInternalPayload {}

/** The patterns of an organization have changed: what they hold for now, and did not before, is resolved again. */
export const ReviewInternal = defineJob({ name: 'resolution.review-internal', payload: ReviewInternalPayload });

/** A review that waits sees every change until it starts. */
export const reviewKey = { key: 'patterns', until: 'started' } as const;
