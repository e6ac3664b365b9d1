/** Events that webhooks can subscribe to. */
export const eventTypes = [
  'analysis.finished',
  'analysis.failed',
  'component.resolved',
  'sbom.confirmed',
  'monitor.changed',
  'monitor.failed',
  'verdict.changed',
  'vulnerability.found',
  'vulnerability.exploited',
  'license.violated',
  'component.end_of_life',
  'sbom.quality_fell',
] as const;
export type EventType = (typeof eventTypes)[number];

/** Sent only on request, to test a webhook. */
export const testEvent = 'webhook.test';
