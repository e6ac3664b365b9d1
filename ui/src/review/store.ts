import { computed, signal } from '@preact/signals';
import { texts } from '../../texts.en.js';
import { get } from '../api.js';
import { announce } from '../parts/loaded.js';
import { query } from '../router.js';
import type { Answers } from '../generated/api.js';
import { Ahead } from './ahead.js';
import { Claims } from './claims.js';
import { likelihood } from './likelihood.js';
import { countQueue, queueLength } from './queue-length.js';
import { maxUnsent, refusal, Sender, settled } from './sender.js';
import {
  choiceOf,
  type Choice,
  type Disposition,
  type ReviewGroup,
  type Settled,
  type ShownCandidate,
} from './types.js';

type QueueMeta = Answers['GET v1/review/getQueue']['meta'];
interface Facet {
  readonly value: string;
  readonly name: string;
  readonly count: number;
}
export type Facets = Readonly<Record<'reason' | 'ecosystem' | 'supplier' | 'sbom', readonly Facet[]>>;

/** Names whose details are loaded before somebody opens them. */
const lookAhead = 3;
const pageSize = 50;
/** So many names before the end the next page is asked for: it has to come before somebody gets there. */
const pageAhead = 20;

/** A settling key so soon after a name has appeared was meant for the name before. */
const blindMs = 250;

/** With more entries, what changes is shown before. */
const maxUnseenEntries = 10;

/** Below it a candidate is called unlikely. */
const minMarked = 0.4;

/** A decision that waits for its confirmation. */
export interface Reach {
  readonly label: string;
  readonly choice: Choice;
  readonly note: string;
  readonly isMadeUp: boolean;
}

export class ReviewStore {
  readonly groups = signal<readonly ReviewGroup[]>([]);
  readonly current = signal<string | null>(null);
  readonly marked = signal(0);
  readonly meta = signal<{ total: number; facets: Facets; resolving: number } | null>(null);
  readonly error = signal<Error | null>(null);
  readonly found = signal<readonly ShownCandidate[] | null>(null);
  readonly reach = signal<Reach | null>(null);
  /** The disposition that a note is asked for, or `candidate`. */
  readonly noteFor = signal<Disposition | 'candidate' | null>(null);
  readonly allReasons = signal(false);
  /** Identifiers that the reviewer does not mean, of the candidates shown. */
  readonly leftOut = signal<ReadonlySet<string>>(new Set());
  readonly done = signal<ReadonlySet<string>>(new Set());

  readonly group = computed(() => this.groups.value.find(({ id }) => id === this.current.value) ?? null);
  readonly detail = computed(() => this.ahead.details.value.get(this.current.value ?? '') ?? null);
  readonly candidates = computed<readonly ShownCandidate[]>(
    () =>
      this.found.value ??
      this.detail.value?.candidates.map((one) => ({
        ...one,
        given: false,
        reasonsFor: one.reasons_for,
        reasonsAgainst: one.reasons_against,
      })) ??
      [],
  );
  readonly left = computed(() => Math.max(0, (this.meta.value?.total ?? 0) - this.done.value.size));

  readonly sender: Sender;
  /** Names follow that are not loaded yet. */
  readonly hasMore = signal(false);
  /** Decisions taken back, the latest last. */
  private readonly undone: Settled[] = [];
  private cursor: string | null = null;
  private isLoadingMore = false;
  private shownAt = 0;
  private readonly ahead: Ahead;
  private readonly claims: Claims;

  constructor(
    private readonly orgId: string,
    private readonly mayDecide: boolean,
  ) {
    settled.value = [];
    this.ahead = new Ahead(orgId);
    this.claims = new Claims(orgId);
    this.sender = new Sender({ orgId, onReopen: (id, revision) => this.reopen(id, revision) });
  }

  async load(): Promise<void> {
    try {
      const { data, meta } = await get('v1/review/getQueue', { ...this.filter, limit: pageSize });
      this.groups.value = data;
      this.done.value = new Set();
      this.ahead.forget();
      this.readMeta(meta);
      this.error.value = null;
      this.open(data.find(({ id }) => id === query.value.get('name'))?.id ?? this.nextOpen(-1)?.id ?? null);
    } catch (error) {
      this.error.value = error as Error;
    }
  }

  private get filter(): Record<string, string | null> {
    const text = (name: string): string | null => query.value.get(name);
    const [reason, ecosystem, supplier, sbom, q] = ['reason', 'ecosystem', 'supplier', 'sbom', 'q'].map(text);
    return { org_id: this.orgId, reason: reason!, ecosystem: ecosystem!, supplier: supplier!, sbom_id: sbom!, q: q! };
  }

  private readMeta(meta: QueueMeta): void {
    const more = meta as unknown as { facets: Facets; resolving: number; cursor: string | null };
    this.cursor = more.cursor;
    this.hasMore.value = more.cursor !== null;
    this.meta.value = { total: meta.total_count, facets: more.facets, resolving: more.resolving };
    queueLength.value = Object.values(this.filter)
      .slice(1)
      .every((value) => !value)
      ? meta.total_count
      : queueLength.value;
  }

  private async loadMore(): Promise<void> {
    if (this.cursor === null || this.isLoadingMore) return;
    this.isLoadingMore = true;
    try {
      const { data, meta } = await get('v1/review/getQueue', { ...this.filter, limit: pageSize, cursor: this.cursor });
      const known = new Set(this.groups.value.map(({ id }) => id));
      this.groups.value = [...this.groups.value, ...data.filter(({ id }) => !known.has(id))];
      this.cursor = (meta as unknown as { cursor: string | null }).cursor;
      this.hasMore.value = this.cursor !== null;
      this.isLoadingMore = false;
      if (this.current.value === null) this.open(this.nextOpen(-1)?.id ?? null);
    } catch (error) {
      if (this.current.value === null) this.error.value = error as Error;
      else refusal.value = { name: '', reason: (error as Error).message };
    } finally {
      this.isLoadingMore = false;
    }
  }

  open(id: string | null): void {
    this.current.value = id;
    this.found.value = null;
    this.reach.value = null;
    this.noteFor.value = null;
    this.leftOut.value = new Set();
    this.shownAt = performance.now();
    this.markFirst();
    this.claim();
    void this.prefetch();
    this.speak();
  }

  /** One that is made up or unlikely is never marked on arrival: Enter must not take what nobody has looked at. */
  private markFirst(): void {
    this.marked.value = this.candidates.value.findIndex(
      ({ known, given, confidence }) => given || (known && (confidence ?? 1) >= minMarked),
    );
  }

  private speak(): void {
    const group = this.group.value;
    if (!group || !this.detail.value) return;
    const [first] = this.candidates.value;
    const candidate = first
      ? texts.review.firstCandidate(first.name, likelihood(first.confidence ?? 0))
      : texts.review.firstNone;
    announce(texts.review.announce(group.name.slice(0, 100), group.entries, candidate));
  }

  get previews(): Ahead['previews'] {
    return this.ahead.previews;
  }

  private indexOf(id: string | null): number {
    return this.groups.value.findIndex((group) => group.id === id);
  }

  private isOpen(group: ReviewGroup): boolean {
    return !this.done.value.has(group.id);
  }

  /** The next name behind the index, else from the top; those that others look at come last. */
  private nextOpen(index: number): ReviewGroup | undefined {
    const groups = this.groups.value;
    const order = [...groups.slice(index + 1), ...groups.slice(0, Math.max(0, index))].filter((group) =>
      this.isOpen(group),
    );
    return order.find(({ claim }) => claim === null) ?? order[0];
  }

  move(step: 1 | -1): void {
    const groups = this.groups.value;
    for (let index = this.indexOf(this.current.value) + step; groups[index]; index += step)
      if (this.isOpen(groups[index]!)) return this.open(groups[index]!.id);
    if (step === 1) void this.loadMore();
  }

  mark(step: 1 | -1): void {
    const count = this.candidates.value.length;
    if (count > 0) this.marked.value = Math.max(0, Math.min(count - 1, this.marked.value + step));
  }

  skip(): void {
    const group = this.group.value;
    if (!group) return;
    const next = this.nextOpen(this.indexOf(group.id));
    this.groups.value = [...this.groups.value.filter(({ id }) => id !== group.id), group];
    this.open(next && next.id !== group.id ? next.id : group.id);
  }

  /** Ignores a key that was pressed before anybody can have read the name. */
  get isTooSoon(): boolean {
    return performance.now() - this.shownAt < blindMs;
  }

  settleCandidate(index: number, note = ''): void {
    const candidate = this.candidates.value[index];
    if (!candidate) return;
    this.marked.value = index;
    const label = candidate.name || candidate.coordinates[0]?.identifier || '';
    const choice = choiceOf(candidate, this.leftOut.value);
    if (Object.keys(choice).length === 0) return announce(texts.review.nothingLeft);
    this.settle({ label, choice, note, isMadeUp: !candidate.known && !candidate.given });
  }

  /** Takes an identifier out of its candidate, or in again. */
  toggle(identifier: string): void {
    const left = new Set(this.leftOut.value);
    if (!left.delete(identifier)) left.add(identifier);
    this.leftOut.value = left;
  }

  /** Two of them are worth a word: it is asked for, and not required. */
  dispose(disposition: Disposition): void {
    if (disposition === 'commercial' || disposition === 'unknown') this.noteFor.value = disposition;
    else this.settleDisposition(disposition, '');
  }

  settleDisposition(disposition: Disposition, note: string): void {
    this.settle({ label: texts.dispositions[disposition]!, choice: { disposition }, note, isMadeUp: false });
  }

  settleNoted(note: string): void {
    const wanted = this.noteFor.value;
    this.noteFor.value = null;
    if (wanted === 'candidate') this.settleCandidate(this.marked.value, note);
    else if (wanted) this.settleDisposition(wanted, note);
  }

  private settle(reach: Reach): void {
    const group = this.group.value;
    if (!group || !this.mayDecide || this.done.value.has(group.id) || this.sender.unsent >= maxUnsent) return;
    const isFinished = this.previews.value.get(group.id)?.sboms.some(({ status }) => status === 'finished') ?? false;
    if (group.entries > maxUnseenEntries || reach.isMadeUp || isFinished) this.reach.value = reach;
    else this.commit(reach, null);
  }

  /** Marks the row and shows the next name at once; the network follows. */
  commit({ choice, label, note }: Reach, sbomId: string | null): void {
    const group = this.group.value;
    if (!group) return;
    const entries = sbomId
      ? (this.previews.value.get(group.id)?.sboms.find((sbom) => sbom.sbom_id === sbomId)?.entries ?? group.entries)
      : group.entries;
    refusal.value = null;
    this.done.value = new Set([...this.done.value, group.id]);
    countQueue(-1);
    const next = this.nextOpen(this.indexOf(group.id));
    this.open(next?.id ?? null);
    this.sender.add({ group, choice, label, note, sbomId, entries });
  }

  undo(): void {
    const last = this.sender.undoLast();
    if (!last) return;
    this.undone.push(last);
    this.reopen(last.group.id, null);
    announce(texts.review.undone(last.group.name.slice(0, 100)));
    this.open(last.group.id);
  }

  /** Settles again as before, what was undone last and is still open. */
  redo(): void {
    const last = this.undone.pop();
    const group = this.groups.value.find(({ id }) => id === last?.group.id);
    if (!last || !group || !this.isOpen(group) || !this.mayDecide) return;
    this.open(group.id);
    const { choice, label, note, sbomId } = last;
    this.commit({ choice, label, note, isMadeUp: false }, sbomId);
    announce(texts.review.redone(group.name.slice(0, 100)));
  }

  private reopen(id: string, revision: number | null): void {
    if (this.done.value.has(id)) countQueue(1);
    this.done.value = new Set([...this.done.value].filter((one) => one !== id));
    if (revision === null) return;
    this.groups.value = this.groups.value.map((group) => (group.id === id ? { ...group, revision } : group));
  }

  private async prefetch(): Promise<void> {
    const start = Math.max(0, this.indexOf(this.current.value));
    const left = this.groups.value.slice(start).filter((group) => this.isOpen(group));
    const upcoming = left.slice(0, lookAhead + 1).map(({ id }) => id);
    if (left.length <= pageAhead) void this.loadMore();
    await this.ahead.load(upcoming, (loaded) => {
      if (!loaded.includes(this.current.value ?? '')) return;
      this.markFirst();
      this.speak();
    });
  }

  private claim(): void {
    this.claims.look(this.mayDecide ? this.current.value : null);
  }

  close(): void {
    this.claims.look(null);
  }
}
