import { signal } from '@preact/signals';
import { get } from '../api.js';
import { location } from '../router.js';
import { organization } from '../session.js';

/** Names that wait in the organization; null: not known yet. */
export const queueLength = signal<number | null>(null);

const againMs = 3_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Asks how many wait, and again while the service looks names up: what it cannot settle comes into the queue. */
export async function loadQueueLength(orgId: string): Promise<void> {
  const { meta } = await get('v1/review/getQueue', { org_id: orgId, limit: 1 });
  setQueueLength(orgId, meta.total_count);
  clearTimeout(timer);
  if (meta.resolving > 0) timer = setTimeout(() => followQueue(orgId), againMs);
}

/** Not while nobody sees it, nor on the page of the queue, which counts by itself. */
function followQueue(orgId: string): void {
  if (organization.value?.id !== orgId) return;
  if (document.visibilityState === 'hidden' || location.value.path === `/o/${orgId}/review`)
    timer = setTimeout(() => followQueue(orgId), againMs);
  else void loadQueueLength(orgId).catch(() => undefined);
}

/** An answer about an organization that somebody has left meanwhile is not shown as that of the other. */
export function setQueueLength(orgId: string, count: number): void {
  if (organization.value?.id === orgId) queueLength.value = count;
}

/** Names that were settled, or are open again, before the service is asked. */
export function countQueue(change: number): void {
  if (queueLength.value !== null) queueLength.value = Math.max(0, queueLength.value + change);
}
