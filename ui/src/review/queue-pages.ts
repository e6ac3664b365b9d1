import { signal } from '@preact/signals';
import { get } from '../api.js';
import { query } from '../router.js';
import type { Answers } from '../generated/api.js';
import { setQueueLength } from './queue-length.js';
import type { ReviewGroup } from './types.js';

type QueueMeta = Answers['GET v1/review/getQueue']['meta'];

const pageSize = 50;
export const filterNames = ['reason', 'ecosystem', 'supplier', 'sbom', 'team', 'q'] as const;

/** Names of the queue under the filters of the address, page by page. */
export class QueuePages {
  readonly groups = signal<readonly ReviewGroup[]>([]);
  readonly meta = signal<(Pick<QueueMeta, 'facets' | 'facet_totals' | 'resolving'> & { total: number }) | null>(null);
  /** Names follow that are not loaded yet. */
  readonly hasMore = signal(false);
  private cursor: string | null = null;
  private isLoadingMore = false;
  /** Counts the lists that were begun: what comes for an older one is left out. */
  private round = 0;

  constructor(private readonly orgId: string) {}

  /** As before the first answer. */
  clear(): void {
    this.round += 1;
    this.cursor = null;
    this.groups.value = [];
    this.meta.value = null;
    this.hasMore.value = false;
  }

  /** @returns false: another list was asked for in the meantime */
  async load(): Promise<boolean> {
    const round = (this.round += 1);
    const { data, meta } = await get('v1/review/getQueue', { ...this.filter, limit: pageSize });
    if (round !== this.round) return false;
    this.groups.value = data;
    this.readMeta(meta);
    return true;
  }

  /** @returns whether there were more */
  async loadMore(): Promise<boolean> {
    if (this.cursor === null || this.isLoadingMore) return false;
    this.isLoadingMore = true;
    const round = this.round;
    try {
      const { data, meta } = await get('v1/review/getQueue', { ...this.filter, limit: pageSize, cursor: this.cursor });
      if (round !== this.round) return false;
      const known = new Set(this.groups.value.map(({ id }) => id));
      this.groups.value = [...this.groups.value, ...data.filter(({ id }) => !known.has(id))];
      this.cursor = meta.cursor;
      this.hasMore.value = this.cursor !== null;
      return true;
    } finally {
      this.isLoadingMore = false;
    }
  }

  /** A name that waits again, at the top if the list lacks it. */
  restore(group: ReviewGroup): void {
    if (this.groups.value.some(({ id }) => id === group.id) || !this.meta.value) return;
    this.groups.value = [group, ...this.groups.value];
    this.meta.value = { ...this.meta.value, total: this.meta.value.total + 1 };
  }

  /** Changes some figures of a name. */
  change(id: string, changes: Partial<ReviewGroup>): void {
    this.groups.value = this.groups.value.map((group) => (group.id === id ? { ...group, ...changes } : group));
  }

  private get filter(): Record<string, string | null> {
    const { value: chosen } = query;
    const plain = ['reason', 'ecosystem', 'supplier', 'q', 'sort'].map((name) => [name, chosen.get(name)] as const);
    return {
      org_id: this.orgId,
      sbom_id: chosen.get('sbom'),
      team_id: chosen.get('team'),
      ...Object.fromEntries(plain),
    };
  }

  private readMeta(meta: QueueMeta): void {
    const { total_count: total, facets, facet_totals, resolving, cursor } = meta;
    this.cursor = cursor;
    this.hasMore.value = cursor !== null;
    this.meta.value = { total, facets, facet_totals, resolving };
    if (!isFiltered()) setQueueLength(this.orgId, total);
  }
}

export const isFiltered = (): boolean => filterNames.some((name) => query.value.get(name));
