import { defineJob } from '../../jobs/job.js';

export class ReviewInternalPayload {}

/** The patterns of an organization have changed: entries that they match now, and did not before, are resolved again. */
export const ReviewInternal = defineJob({ name: 'resolution.review-internal', payload: ReviewInternalPayload });

/** A pending review covers all changes until it starts. */
export const reviewKey = { key: 'patterns', until: 'started' } as const;
