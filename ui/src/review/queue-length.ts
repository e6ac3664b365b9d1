import { signal } from '@preact/signals';
import { get } from '../api.js';
import { organization } from '../session.js';

/** Names that wait in the organization; null: not known yet. */
export const queueLength = signal<number | null>(null);

export async function loadQueueLength(orgId: string): Promise<void> {
  const { meta } = await get('v1/review/getQueue', { org_id: orgId, limit: 1 });
  setQueueLength(orgId, meta.total_count);
}

/** An answer about an organization that somebody has left meanwhile is not shown as that of the other. */
export function setQueueLength(orgId: string, count: number): void {
  if (organization.value?.id === orgId) queueLength.value = count;
}

/** Names that were settled, or are open again, before the service is asked. */
export function countQueue(change: number): void {
  if (queueLength.value !== null) queueLength.value = Math.max(0, queueLength.value + change);
}
