/** What an organization can have itself told. */
export const eventTypes = [
  'analysis.finished',
  'analysis.failed',
  'component.resolved',
  'sbom.confirmed',
  'monitor.changed',
] as const;
export type EventType = (typeof eventTypes)[number];

/** Sent on request only, to see that a webhook works. */
export const testEvent = 'webhook.test';
