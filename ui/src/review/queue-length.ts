import { signal } from '@preact/signals';
import { get } from '../api.js';

/** Names that wait in the organization; null: not known yet. */
export const queueLength = signal<number | null>(null);

export async function loadQueueLength(orgId: string): Promise<void> {
  const { meta } = await get('v1/review/getQueue', { org_id: orgId, limit: 1 });
  queueLength.value = meta.total_count;
}

/** Names that were settled, or are open again, before the service is asked. */
export function countQueue(change: number): void {
  if (queueLength.value !== null) queueLength.value = Math.max(0, queueLength.value + change);
}
