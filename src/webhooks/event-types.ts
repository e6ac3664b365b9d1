/** Events that webhooks can subscribe to. */
export const eventTypes = [
  'analysis.finished',
  'analysis.failed',
  'component.resolved',
  'sbom.confirmed',
  'monitor.changed',
  'verdict.changed',
] as const;
export type EventType = (typeof eventTypes)[number];

/** Sent only on request, to test a webhook. */
export const testEvent = 'webhook.test';
