import { signal } from '@preact/signals';
import { get } from '../api.js';
import { refusal } from './sender.js';
import type { ReviewGroupDetail, ReviewPreview } from './types.js';

/** What is known of names before somebody opens them. */
export class Ahead {
  readonly details = signal<ReadonlyMap<string, ReviewGroupDetail>>(new Map());
  readonly previews = signal<ReadonlyMap<string, ReviewPreview>>(new Map());
  private readonly requested = new Set<string>();

  constructor(private readonly orgId: string) {}

  forget(): void {
    this.requested.clear();
  }

  /** Details in one request; then what a decision would change, for the moment when that has to be shown. */
  async load(ids: readonly string[], onDetails: (loaded: readonly string[]) => void): Promise<void> {
    const missing = ids.filter((id) => !this.requested.has(id));
    if (missing.length === 0) return;
    for (const id of missing) this.requested.add(id);
    try {
      const { data } = await get('v1/review/getGroups', { org_id: this.orgId, ids: missing.join(',') });
      this.details.value = new Map([...this.details.value, ...data.map((detail) => [detail.id, detail] as const)]);
      onDetails(data.map(({ id }) => id));
      const answers = await Promise.all(
        missing.map((group) => get('v1/review/preview', { org_id: this.orgId, group }).catch(() => null)),
      );
      const previews = answers.flatMap((answer) => (answer ? [[answer.data.group, answer.data] as const] : []));
      this.previews.value = new Map([...this.previews.value, ...previews]);
    } catch (error) {
      for (const id of missing) this.requested.delete(id);
      refusal.value = { name: '', reason: (error as Error).message };
    }
  }
}
