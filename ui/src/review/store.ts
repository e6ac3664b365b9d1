import { effect, untracked } from '@preact/signals';
import { texts } from '../../texts.en.js';
import { announce } from '../parts/loaded.js';
import { viewer } from '../session.js';
import { groupOfNear } from './near.js';
import { OpenName, type Reach } from './open-name.js';
import { countQueue } from './queue-length.js';
import { beginDecisions, countUnsent, maxUnsent, refusal, Sender, settled } from './sender.js';
import { choiceOf, isPart, type Disposition, type SbomPart, type ReviewGroup, type Settled } from './types.js';
import { choiceInVersion } from './versions.js';

/** With more entries, what changes is shown before. */
const maxUnseenEntries = 10;

/** The review queue: settles names and takes it back. */
export class ReviewStore extends OpenName {
  readonly sender: Sender;
  /** Decisions taken back, the latest last; those that were made at once are together. */
  private readonly undone: (readonly Settled[])[] = [];
  private batch = Math.max(0, ...settled.value.map(({ batch }) => batch));

  constructor(orgId: string, mayDecide: boolean) {
    super(orgId, mayDecide);
    this.sender = new Sender({
      orgId,
      onReopen: (id, revision) => this.reopen(id, revision),
      onPart: (id) => void this.refresh(id),
    });
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

  /** Two of them are worth a word: it is asked for, and not required. */
  dispose(disposition: Disposition): void {
    if (!this.group.value || !this.mayDecide || this.aim.isTooSoon) return;
    if (disposition === 'commercial' || disposition === 'unknown') this.noteFor.value = disposition;
    else this.settleDisposition(disposition, '');
  }

  /** A word on the marked candidate. */
  askNote(): void {
    if (this.mayDecide && this.candidates.value[this.marked.value]) this.noteFor.value = 'candidate';
  }

  settleDisposition(disposition: Disposition, note: string): void {
    this.settle({ label: texts.dispositions[disposition]!, choice: { disposition }, note, isMadeUp: false });
  }

  settleNoted(note: string): void {
    if (this.aim.isTooSoon) return;
    const wanted = this.noteFor.value;
    this.noteFor.value = null;
    if (wanted === 'candidate') this.settleCandidate(this.marked.value, note);
    else if (wanted) this.settleDisposition(wanted, note);
  }

  private settle(reach: Reach): void {
    const group = this.group.value;
    if (!group || !this.mayDecide || this.aim.isTooSoon || this.done.value.has(group.id) || this.isPaused()) return;
    if (!this.hasToBeSeen(reach)) return this.take(reach, null);
    this.reach.value = reach;
    this.aim.show();
    if (!this.jointPreview) void this.settleWhenKnown(reach);
  }

  /** What changes is shown before. Not known is not harmless. */
  private hasToBeSeen({ isMadeUp }: Pick<Reach, 'isMadeUp'>): boolean {
    const mayBeConfirmed = this.jointPreview?.sboms.some(({ status }) => status === 'finished') ?? true;
    return this.reachEntries > maxUnseenEntries || isMadeUp || mayBeConfirmed;
  }

  /** The answer was only late: what needs no confirmation then waits for none. */
  private async settleWhenKnown(reach: Reach): Promise<void> {
    await this.askPreview();
    if (this.reach.value === reach && !this.hasToBeSeen(reach)) this.take(reach, null);
  }

  /** So much waits for the connection that nothing more is taken; the reviewer is told. */
  private isPaused(): boolean {
    if (this.sender.unsent < maxUnsent) return false;
    refusal.value = { name: '', reason: texts.review.paused(maxUnsent) };
    return true;
  }

  /** What the decision would change; the panel that waits for it is read from then on. */
  async askPreview(): Promise<void> {
    const id = this.current.value;
    await this.ahead.loadPreviews(this.reached);
    if (id === this.current.value && this.reach.value) this.aim.show();
  }

  /** Takes a near name along, or leaves it again. */
  toggleNear(id: string): void {
    this.near.toggle(id);
    void this.askPreview();
  }

  toggleAllNear(): void {
    this.near.toggleAll(this.openNear);
    void this.askPreview();
  }

  /** What the marked candidate, or a disposition, would change is shown before. */
  get isShownFirst(): boolean {
    const marked = this.candidates.value[this.marked.value];
    return this.hasToBeSeen({ isMadeUp: marked !== undefined && !marked.known && !marked.given });
  }

  /** Confirms what was shown. */
  commit(reach: Reach, part: SbomPart | null): void {
    if (!this.aim.isTooSoon && this.jointPreview) this.take(reach, part);
  }

  /** Shows the next name at once, or what is left of this one; the network follows. */
  private take({ choice, label, note }: Reach, part: SbomPart | null): void {
    const group = this.group.value;
    if (!group) return;
    const { sbomId, entries } = part ?? { sbomId: null, entries: group.entries };
    const near = part ? [] : this.takenNear.map(groupOfNear);
    refusal.value = null;
    if (entries < group.entries) {
      this.reach.value = null;
      this.keepOpen(group, { entries: group.entries - entries, sboms: group.sboms - 1 });
    } else this.leave(group, near);
    const batch = (this.batch += 1);
    const made = { choice, label, note, sbomId, version: null, batch };
    for (const one of near) this.sender.add({ ...made, group: one, entries: one.entries });
    this.sender.add({ ...made, group, entries });
  }

  /** Settles the entries of one version alone as the candidate in another; the name stays while it has others. */
  settleVersion(version: string, entries: number, chosen: string): void {
    const [group, shown] = [this.group.value, this.versions.shown.value];
    if (!group || !shown || !this.mayDecide || this.aim.isTooSoon || this.isPaused()) return;
    const label = `${shown.candidate.name} ${chosen}`.trim();
    const choice = choiceInVersion(shown.candidate, chosen, this.leftOut.value);
    if (Object.keys(choice).length === 0) return announce(texts.review.nothingLeft);
    const made = { choice, label, note: '', sbomId: null, version, batch: (this.batch += 1) };
    this.versions.close();
    this.sender.add({ ...made, group, entries });
    if (entries >= group.entries) return this.leave(group);
    this.keepOpen(group, { entries: group.entries - entries });
  }

  /** Some entries are settled: the name waits for the others. */
  private keepOpen({ id }: ReviewGroup, left: Partial<ReviewGroup>): void {
    this.ahead.forget(id);
    this.pages.change(id, left);
    this.aim.show();
  }

  /** Goes on to the next name. One that another settled too was counted then. */
  private leave(group: ReviewGroup, near: readonly ReviewGroup[] = []): void {
    const left = [group, ...near].map(({ id }) => id);
    this.done.value = new Set([...this.done.value, ...left]);
    countQueue(-left.filter((id) => !this.live.byOthers.value.has(id)).length);
    this.next();
  }

  showVersions(): void {
    const [group, candidate] = [this.group.value, this.candidates.value[Math.max(0, this.marked.value)]];
    if (this.versions.shown.value) this.versions.close();
    else if (group && candidate) void this.versions.open(group, candidate);
  }

  /** What a decision about some of its entries left of the name. */
  private async refresh(id: string): Promise<void> {
    this.ahead.forget(id);
    await this.ahead.load([id], () => {
      const detail = this.ahead.details.value.get(id);
      if (!detail) return;
      const { entries, sboms, versions } = detail;
      this.pages.change(id, { entries, sboms, versions });
    });
  }

  undo(): void {
    const batch = this.sender.undoLast();
    const last = batch.at(-1);
    if (!last) return;
    this.undone.push(batch);
    for (const one of batch) {
      if (!isPart(one)) this.reopen(one.group.id, null);
      // Never sent: nobody says how many entries the name has again.
      else if (one.state === 'waiting') this.putBack(one);
    }
    for (const { group } of batch) this.pages.restore(group);
    announce(texts.review.undone(last.group.name.slice(0, 100)));
    this.open(last.group.id);
  }

  private putBack({ group: { id }, entries, sbomId }: Settled): void {
    if (this.done.value.has(id)) return this.reopen(id, null);
    const present = this.groups.value.find((group) => group.id === id);
    if (!present) return;
    this.ahead.forget(id);
    this.pages.change(id, { entries: present.entries + entries, sboms: present.sboms + (sbomId === null ? 0 : 1) });
  }

  /** Settles again as before, what was undone last and is still open. */
  redo(): void {
    const batch = this.undone.pop() ?? [];
    const last = batch.at(-1);
    const group = this.groups.value.find(({ id }) => id === last?.group.id);
    if (!last || last.version !== null || !group || !this.isOpen(group) || !this.mayDecide) return;
    this.open(group.id);
    for (const { group: near } of batch.slice(0, -1)) this.toggleNear(near.id);
    const { choice, label, note, sbomId, entries } = last;
    this.take({ choice, label, note, isMadeUp: false }, sbomId === null ? null : { sbomId, entries });
    announce(texts.review.redone(group.name.slice(0, 100)));
  }

  private reopen(id: string, revision: number | null): void {
    if (this.done.value.has(id) && !this.live.byOthers.value.has(id)) countQueue(1);
    this.done.value = new Set([...this.done.value].filter((one) => one !== id));
    if (revision === null) return;
    this.pages.change(id, { revision });
    // It was asked for before the service had opened it again.
    if (this.ahead.gone.value.has(id)) this.loadAgain(id);
  }
}

const stores = new Map<string, ReviewStore>();
let owner: string | undefined;

/** One for each organization: what was not sent yet, and what can be undone, outlives the page; not the session. */
export function storeOf(orgId: string, mayDecide: boolean): ReviewStore {
  const store = storeFor(orgId, mayDecide);
  store.begin();
  return store;
}

/** Sends what the viewer decided before the page was loaded again, whatever page it is. */
export function resumeDecisions(orgId: string, mayDecide: boolean): void {
  if (countUnsent() > 0) storeFor(orgId, mayDecide);
}

function storeFor(orgId: string, mayDecide: boolean): ReviewStore {
  const known = stores.get(orgId);
  if (known) return known;
  const store = new ReviewStore(orgId, mayDecide);
  stores.set(orgId, store);
  store.sender.resume();
  return store;
}

/** Somebody else is signed in, or nobody, or the page was just loaded. */
effect(() => {
  const user = viewer.value;
  if (user === undefined || owner === user?.id) return;
  owner = user?.id;
  stores.clear();
  untracked(() => beginDecisions(user));
});
