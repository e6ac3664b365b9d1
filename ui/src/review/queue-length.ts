import { signal } from '@preact/signals';
import { get } from '../api.js';

/** Names that wait in the organization; null: not known yet. */
export const queueLength = signal<number | null>(null);

export async function loadQueueLength(orgId: string): Promise<void> {
  const { meta } = await get('v1/review/getQueue', { org_id: orgId, limit: 1 });
  queueLength.value = meta.total_count;
}
