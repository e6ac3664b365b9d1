import { signal } from '@preact/signals';
import { get } from '../api.js';
import { query } from '../router.js';
import type { Answers } from '../generated/api.js';
import { queueLength } from './queue-length.js';
import type { ReviewGroup } from './types.js';

type QueueMeta = Answers['GET v1/review/getQueue']['meta'];
interface Facet {
  readonly value: string;
  readonly name: string;
  readonly count: number;
}
export type Facets = Readonly<Record<'reason' | 'ecosystem' | 'supplier' | 'sbom', readonly Facet[]>>;

const pageSize = 50;
const filterNames = ['reason', 'ecosystem', 'supplier', 'sbom', 'q'] as const;

/** Names of the queue under the filters of the address, page by page. */
export class QueuePages {
  readonly groups = signal<readonly ReviewGroup[]>([]);
  readonly meta = signal<{ total: number; facets: Facets; resolving: number } | null>(null);
  /** Names follow that are not loaded yet. */
  readonly hasMore = signal(false);
  private cursor: string | null = null;
  private isLoadingMore = false;

  constructor(private readonly orgId: string) {}

  async load(): Promise<void> {
    const { data, meta } = await get('v1/review/getQueue', { ...this.filter, limit: pageSize });
    this.groups.value = data;
    this.readMeta(meta);
  }

  /** @returns whether there were more */
  async loadMore(): Promise<boolean> {
    if (this.cursor === null || this.isLoadingMore) return false;
    this.isLoadingMore = true;
    try {
      const { data, meta } = await get('v1/review/getQueue', { ...this.filter, limit: pageSize, cursor: this.cursor });
      const known = new Set(this.groups.value.map(({ id }) => id));
      this.groups.value = [...this.groups.value, ...data.filter(({ id }) => !known.has(id))];
      this.cursor = (meta as unknown as { cursor: string | null }).cursor;
      this.hasMore.value = this.cursor !== null;
      return true;
    } finally {
      this.isLoadingMore = false;
    }
  }

  /** Changes some figures of a name. */
  change(id: string, changes: Partial<ReviewGroup>): void {
    this.groups.value = this.groups.value.map((group) => (group.id === id ? { ...group, ...changes } : group));
  }

  private get filter(): Record<string, string | null> {
    const [reason, ecosystem, supplier, sbom, q] = filterNames.map((name) => query.value.get(name));
    return { org_id: this.orgId, reason: reason!, ecosystem: ecosystem!, supplier: supplier!, sbom_id: sbom!, q: q! };
  }

  private readMeta(meta: QueueMeta): void {
    const more = meta as unknown as { facets: Facets; resolving: number; cursor: string | null };
    this.cursor = more.cursor;
    this.hasMore.value = more.cursor !== null;
    this.meta.value = { total: meta.total_count, facets: more.facets, resolving: more.resolving };
    if (!isFiltered()) queueLength.value = meta.total_count;
  }
}

export const isFiltered = (): boolean => filterNames.some((name) => query.value.get(name));
