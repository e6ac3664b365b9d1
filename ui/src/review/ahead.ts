import { signal } from '@preact/signals';
import { get } from '../api.js';
import type { NearName } from '../generated/api.js';
import { jointPreview, type JointPreview } from './joint-preview.js';
import { refusal } from './sender.js';
import type { ReviewGroupDetail, ReviewPreview } from './types.js';

/** What is known of names before somebody opens them. */
export class Ahead {
  readonly details = signal<ReadonlyMap<string, ReviewGroupDetail>>(new Map());
  readonly previews = signal<ReadonlyMap<string, ReviewPreview>>(new Map());
  readonly near = signal<ReadonlyMap<string, readonly NearName[]>>(new Map());
  /** Asked for, and not there: they are settled, or their entries are gone. */
  readonly gone = signal<ReadonlySet<string>>(new Set());
  /** Their preview was asked for in vain. */
  readonly withoutPreview = signal<ReadonlySet<string>>(new Set());
  private readonly requested = new Set<string>();
  private readonly asking = new Map<string, Promise<void>>();

  constructor(private readonly orgId: string) {}

  forget(id?: string): void {
    const isMeant = (one: string): boolean => id === undefined || id === one;
    for (const one of [...this.requested]) if (isMeant(one)) this.requested.delete(one);
    // One that is on its way was made before.
    for (const one of [...this.asking.keys()]) if (isMeant(one)) this.asking.delete(one);
    this.previews.value = new Map([...this.previews.value].filter(([one]) => !isMeant(one)));
    this.gone.value = new Set([...this.gone.value].filter((one) => !isMeant(one)));
  }

  /** Details in one request; then what a decision would change and near names, for the moment when they are shown. */
  async load(ids: readonly string[], onDetails: (loaded: readonly string[]) => void): Promise<void> {
    const missing = ids.filter((id) => !this.requested.has(id));
    if (missing.length === 0) return;
    for (const id of missing) this.requested.add(id);
    const query = { org_id: this.orgId, ids: missing.join(',') };
    try {
      const { data } = await get('v1/review/getGroups', query);
      this.details.value = new Map([...this.details.value, ...data.map((detail) => [detail.id, detail] as const)]);
      const found = new Set(data.map(({ id }) => id));
      this.gone.value = new Set([...this.gone.value, ...missing].filter((id) => !found.has(id)));
      onDetails([...found]);
      await Promise.all([this.loadNear(query), ...missing.map((id) => this.loadPreview(id))]);
    } catch (error) {
      for (const id of missing) this.requested.delete(id);
      refusal.value = { name: '', reason: (error as Error).message };
    }
  }

  private async loadNear(query: { org_id: string; ids: string }): Promise<void> {
    const { data } = await get('v1/review/getNearNames', query);
    this.near.value = new Map([...this.near.value, ...data.map(({ group, names }) => [group, names] as const)]);
  }

  /** What decisions about the names would change together; null: not known of every one. */
  joint(ids: readonly string[]): JointPreview | null {
    const known = ids.map((id) => this.previews.value.get(id));
    return known.length > 0 && known.every((one) => one !== undefined) ? jointPreview(known) : null;
  }

  /** The same of those that are not known yet. */
  async loadPreviews(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.filter((id) => !this.previews.value.has(id)).map((id) => this.loadPreview(id)));
  }

  /** What a decision about the name would change; asked for once at a time. */
  loadPreview(group: string): Promise<void> {
    const asked = this.asking.get(group);
    if (asked) return asked;
    const isNewest = (): boolean => this.asking.get(group) === answer;
    const answer = get('v1/review/preview', { org_id: this.orgId, group })
      .then(
        ({ data }) => {
          if (isNewest()) this.previews.value = new Map([...this.previews.value, [group, data]]);
        },
        () => {
          if (isNewest()) this.withoutPreview.value = new Set([...this.withoutPreview.value, group]);
        },
      )
      .finally(() => isNewest() && this.asking.delete(group));
    this.asking.set(group, answer);
    this.withoutPreview.value = new Set([...this.withoutPreview.value].filter((one) => one !== group));
    return answer;
  }
}
