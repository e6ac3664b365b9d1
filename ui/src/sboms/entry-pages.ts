import { signal } from '@preact/signals';
import { get, type Data } from '../api.js';

export type Entry = Data<'GET v1/project/getSBOM'>['entries'][number];

/** The most that one request may change. */
export const maxChosen = 10_000;

/** Changes with the entries of an SBOM and with what is found of them. */
export const revisionOf = ({ updated_at, verdict }: Data<'GET v1/project/getSBOM'>): string =>
  `${String(updated_at)} ${verdict}`;

const pageSize = 200;
/** Requests that wait for their answer. */
const maxUnderWay = 2;

/** Entries of an SBOM, loaded page by page as they come into view. */
export class EntryPages {
  readonly total = signal<number | null>(null);
  readonly entries = signal<readonly (Entry | undefined)[]>([]);
  readonly error = signal<Error | null>(null);
  /** Of the SBOM when what was loaded last was read; null: nothing was. */
  readonly revision = signal<string | null>(null);
  /** Counts how often what was loaded became old. */
  readonly round = signal(0);
  private readonly requested = new Set<number>();
  /** Rows that are in view. */
  private wanted = { first: 0, end: 1 };
  private underWay = 0;
  private isOld = false;

  constructor(
    private readonly sbomId: string,
    private readonly filter: {
      readonly q: string;
      readonly status: string;
      readonly examined: string;
      readonly failing: string;
      readonly sort: string;
    },
  ) {
    this.loadWanted();
  }

  /** Loads what is missing of the rows from `first` to before `end`; what was wanted before is left out. */
  want(first: number, end: number): void {
    this.wanted = { first, end };
    this.loadWanted();
  }

  /** Few at once: pages that somebody has scrolled past must not hold up those that are in view. */
  private loadWanted(): void {
    const { first, end } = this.wanted;
    for (let page = Math.floor(first / pageSize); page * pageSize < end; page += 1) {
      if (this.underWay >= maxUnderWay) return;
      if (!this.requested.has(page)) void this.load(page);
    }
  }

  /** What is in view is asked for again; it stays until the answer comes. */
  refresh(): void {
    this.isOld = false;
    this.requested.clear();
    this.error.value = null;
    this.round.value += 1;
  }

  /** The same for changes that may come faster than answers: those under way are shown first, else none ever was. */
  refreshSoon(): void {
    if (this.underWay === 0) this.refresh();
    else this.isOld = true;
  }

  /** Every entry that the filter matches, also those that nobody has scrolled to. */
  async all(): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (let total = 1; entries.length < total;) {
      const query = { id: this.sbomId, ...this.filter, candidates: 'selected', offset: entries.length, limit: 1_000 };
      const { data, meta } = await get('v1/project/getSBOM', query);
      if (data.entries.length === 0) break;
      entries.push(...data.entries);
      total = Math.min(meta.total_count, maxChosen);
    }
    return entries;
  }

  private async load(page: number): Promise<void> {
    this.requested.add(page);
    this.underWay += 1;
    await this.show(page);
    this.underWay -= 1;
    if (this.isOld && this.underWay === 0) this.refresh();
    else if (!this.error.value) this.loadWanted();
  }

  private async show(page: number): Promise<void> {
    const round = this.round.value;
    try {
      const offset = page * pageSize;
      const query = {
        id: this.sbomId,
        ...this.filter,
        candidates: 'selected',
        coverage: true,
        offset,
        limit: pageSize,
      };
      const { data, meta } = await get('v1/project/getSBOM', query);
      // It was asked for again in the meantime: this answer may be older than the change.
      if (round !== this.round.value) return;
      const entries = [...this.entries.value];
      entries.length = meta.total_count;
      for (const [index, entry] of data.entries.entries()) entries[offset + index] = entry;
      this.entries.value = entries;
      this.revision.value = revisionOf(data);
      this.total.value = meta.total_count;
    } catch (error) {
      if (round !== this.round.value) return;
      this.requested.delete(page);
      this.error.value = error as Error;
    }
  }
}
