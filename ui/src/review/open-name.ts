import { computed, signal } from '@preact/signals';
import { texts } from '../../texts.en.js';
import { announce } from '../parts/loaded.js';
import { query } from '../router.js';
import { viewer } from '../session.js';
import { Ahead } from './ahead.js';
import { Aim } from './aim.js';
import { Claims } from './claims.js';
import { distributionGuesses } from './distribution-guesses.js';
import { likelihood, minLikely } from './likelihood.js';
import type { JointPreview } from './joint-preview.js';
import { LiveReview } from './live-review.js';
import { Near } from './near.js';
import { isFiltered, QueuePages } from './queue-pages.js';
import { refusal, unsentGroups } from './sender.js';
import type { Choice, Disposition, NearName, ReviewGroup, ShownCandidate } from './types.js';
import { Versions } from './versions.js';

/** Names whose details are loaded before somebody opens them. */
const lookAhead = 3;
/** So many names before the end the next page is asked for: it has to come before somebody gets there. */
const pageAhead = 20;

/** A decision that waits for its confirmation. */
export interface Reach {
  readonly label: string;
  readonly choice: Choice;
  readonly note: string;
  readonly isMadeUp: boolean;
}

/** The names of the queue, the open one, and what is shown of it. */
export class OpenName {
  readonly current = signal<string | null>(null);
  readonly marked = signal(0);
  readonly error = signal<Error | null>(null);
  readonly found = signal<readonly ShownCandidate[] | null>(null);
  /** What waits for its confirmation. */
  readonly reach = signal<Reach | null>(null);
  /** The disposition that a note is asked for, or `candidate`. */
  readonly noteFor = signal<Disposition | 'candidate' | null>(null);
  readonly allReasons = signal(false);
  /** Identifiers that the reviewer took out, or in. */
  private readonly toggled = signal<ReadonlySet<string>>(new Set());
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
  /** Identifiers of the candidates shown that a decision does not take along. */
  readonly leftOut = computed<ReadonlySet<string>>(() => {
    const left = new Set(distributionGuesses(this.candidates.value));
    for (const identifier of this.toggled.value) if (!left.delete(identifier)) left.add(identifier);
    return left;
  });
  readonly left = computed(() => {
    const settled = new Set([...this.done.value, ...this.live.byOthers.value.keys(), ...this.ahead.gone.value]);
    const listed = new Set(this.groups.value.map(({ id }) => id));
    // A near name that was taken along may not fit the filters: then it was not among those counted.
    const counted = isFiltered() ? [...settled].filter((id) => listed.has(id)) : [...settled];
    return Math.max(0, (this.meta.value?.total ?? 0) - counted.length);
  });

  readonly pages: QueuePages;
  readonly live: LiveReview;
  readonly near = new Near();
  readonly versions: Versions;
  readonly aim = new Aim();
  protected readonly ahead: Ahead;
  private readonly claims: Claims;

  constructor(
    protected readonly orgId: string,
    protected readonly mayDecide: boolean,
  ) {
    this.pages = new QueuePages(orgId);
    this.ahead = new Ahead(orgId);
    this.versions = new Versions(orgId);
    this.claims = new Claims(orgId);
    this.live = new LiveReview(orgId, {
      isListed: (id) => !this.done.value.has(id) && this.indexOf(id) >= 0,
      isDone: (id) => this.done.value.has(id),
      onReopen: (id, revision) => {
        if (revision !== null) this.pages.change(id, { revision });
      },
    });
  }

  get groups(): QueuePages['groups'] {
    return this.pages.groups;
  }

  get meta(): QueuePages['meta'] {
    return this.pages.meta;
  }

  get hasMore(): QueuePages['hasMore'] {
    return this.pages.hasMore;
  }

  /** Shows nothing of the last time that somebody was here. */
  begin(): void {
    this.pages.clear();
    this.current.value = null;
    this.reach.value = null;
    this.noteFor.value = null;
    this.error.value = null;
    this.versions.close();
  }

  async load(): Promise<void> {
    try {
      if (!(await this.pages.load())) return;
      // What the service does not know yet is settled all the same.
      this.done.value = new Set(unsentGroups(this.orgId));
      this.live.forget();
      this.ahead.forget();
      this.error.value = null;
      const wanted = query.value.get('name');
      this.open(this.groups.value.find(({ id }) => id === wanted)?.id ?? this.nextOpen(-1)?.id ?? null);
    } catch (error) {
      this.error.value = error as Error;
    }
  }

  private async loadMore(): Promise<void> {
    try {
      if ((await this.pages.loadMore()) && this.current.value === null) this.open(this.nextOpen(-1)?.id ?? null);
    } catch (error) {
      if (this.current.value === null) this.error.value = error as Error;
      else refusal.value = { name: '', reason: (error as Error).message };
    }
  }

  open(id: string | null): void {
    this.current.value = id;
    this.found.value = null;
    this.reach.value = null;
    this.noteFor.value = null;
    this.toggled.value = new Set();
    this.near.forget();
    this.versions.close();
    this.aim.show();
    this.markFirst();
    this.claim();
    void this.prefetch();
    this.speak();
  }

  /** One that is made up or unlikely is never marked on arrival: Enter must not take what nobody has looked at. */
  private markFirst(): void {
    this.marked.value = this.candidates.value.findIndex(
      ({ known, given, confidence }) => given || (known && (confidence ?? 1) >= minLikely),
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

  /** The open name and the near ones that are taken along. */
  protected get reached(): readonly string[] {
    return this.current.value === null ? [] : [this.current.value, ...this.takenNear.map(({ id }) => id)];
  }

  /** What a decision would change, with the near names that are taken along; null: not known of every name. */
  get jointPreview(): JointPreview | null {
    return this.ahead.joint(this.reached);
  }

  /** What a decision would change is not known: the service did not say it. */
  get isPreviewMissing(): boolean {
    return this.reached.some((id) => this.ahead.withoutPreview.value.has(id));
  }

  protected indexOf(id: string | null): number {
    return this.groups.value.findIndex((group) => group.id === id);
  }

  protected isOpen({ id }: { readonly id: string }): boolean {
    return !this.done.value.has(id) && !this.live.byOthers.value.has(id) && !this.ahead.gone.value.has(id);
  }

  /** The open name does not wait any more: nothing is known of it. */
  get isGone(): boolean {
    return this.ahead.gone.value.has(this.current.value ?? '');
  }

  /** Who else looks at the name. */
  holderOf(group: ReviewGroup): string | null {
    const claim = this.live.claims.value ? this.live.claims.value.get(group.id) : group.claim;
    return claim && claim.user_id !== viewer.value?.id ? claim.user_name : null;
  }

  /** The next name behind the index, else from the top; those that others look at come last. */
  protected nextOpen(index: number): ReviewGroup | undefined {
    const groups = this.groups.value;
    const order = [...groups.slice(index + 1), ...groups.slice(0, Math.max(0, index))].filter((group) =>
      this.isOpen(group),
    );
    return order.find((group) => this.holderOf(group) === null) ?? order[0];
  }

  move(step: 1 | -1): void {
    const groups = this.groups.value;
    for (let index = this.indexOf(this.current.value) + step; groups[index]; index += step)
      if (this.isOpen(groups[index]!)) return this.open(groups[index]!.id);
    if (step === 1) void this.loadMore();
  }

  /** The next name that waits. */
  next(): void {
    this.open(this.nextOpen(this.indexOf(this.current.value))?.id ?? null);
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

  /** Takes an identifier out of its candidate, or in again. */
  toggle(identifier: string): void {
    const toggled = new Set(this.toggled.value);
    if (!toggled.delete(identifier)) toggled.add(identifier);
    this.toggled.value = toggled;
  }

  get nearNames(): readonly NearName[] {
    return this.ahead.near.value.get(this.current.value ?? '') ?? [];
  }

  /** Near names that wait. */
  get openNear(): readonly NearName[] {
    return this.nearNames.filter((name) => name.choice === null && this.isOpen(name));
  }

  protected get takenNear(): readonly NearName[] {
    return this.openNear.filter(({ id }) => this.near.taken.value.has(id));
  }

  /** Of the name and the near ones that are taken along. */
  get reachEntries(): number {
    return this.takenNear.reduce((sum, { entries }) => sum + entries, this.group.value?.entries ?? 0);
  }

  /** What is known of a name is old, or it may not wait any more. */
  loadAgain(id: string): void {
    this.ahead.forget(id);
    void this.prefetch();
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
