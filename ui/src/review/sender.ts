import { effect, signal } from '@preact/signals';
import { ApiError, newRequestKey, post } from '../api.js';
import { isSignedIn } from '../session.js';
import { keepDecisions, recallDecisions, unsentOfOthers, type Owner, type Undo, type Unsent } from './kept.js';
import { isPart, type Conflict, type Decision, type ReviewDecisionView, type Settled } from './types.js';

const maxAtOnce = 4;
const maxRetryMs = 30_000;

/** From so many unsent decisions on, the queue waits for the connection. */
export const maxUnsent = 50;

/** What the reviewer did, the latest last. */
export const settled = signal<readonly Settled[]>([]);
export const conflicts = signal<readonly Conflict[]>([]);
export const refusal = signal<{ name: string; reason: string } | null>(null);

interface Hooks {
  readonly orgId: string;
  /** The decision was not taken: the name waits again. */
  readonly onReopen: (groupId: string, revision: number | null) => void;
  /** A decision about some of the entries was taken, refused or undone: the name has other entries now. */
  readonly onPart: (groupId: string) => void;
}

/** Of any organization: each decision has its own. */
let lastNumber = 0;

const isUnsent = ({ state }: Settled): boolean => state === 'waiting' || state === 'sending';

/** Undos that wait for the connection, or for their answer. */
const undos = signal<readonly Undo[]>([]);

let owner: Owner | null = null;

/** Of others, who have to sign in again before it is sent. */
export const othersUnsent = signal<readonly Unsent[]>([]);

/** Goes on with what the user decided in this tab before it was loaded again; null: nobody is signed in. */
export function beginDecisions(user: Owner | null): void {
  owner = null;
  const kept = user ? recallDecisions(user.id) : { settled: [], undos: [] };
  settled.value = kept.settled;
  undos.value = kept.undos;
  conflicts.value = [];
  refusal.value = null;
  othersUnsent.value = unsentOfOthers(user?.id ?? null);
  lastNumber = Math.max(lastNumber, ...kept.settled.map(({ number }) => number));
  owner = user;
}

effect(() => {
  const kept = { settled: settled.value, undos: undos.value };
  if (owner !== null) keepDecisions(owner, kept);
});

/** The service does not know yet that it is taken back. Before its answer, a decision has no id. */
export const isTakenBack = (id: string, groupId: string): boolean =>
  undos.value.some(({ decisionId, of }) => (decisionId === null ? of.group.id === groupId : decisionId === id));

const undoOf = ({ number }: Settled): Undo | undefined => undos.value.find(({ of }) => of.number === number);

const forgetUndo = (undo: Undo): void => {
  undos.value = undos.value.filter((one) => one !== undo);
};

/** Decisions and undos that the service does not have yet. */
export const countUnsent = (): number => settled.value.filter(isUnsent).length + undos.value.length;

/** Names that are settled as soon as the service hears of it. */
export const unsentGroups = (orgId: string): readonly string[] =>
  settled.value.filter((one) => one.orgId === orgId && isUnsent(one) && !isPart(one)).map(({ group }) => group.id);

/** Sends decisions behind the reviewer's back: four at once, those about one group in order. */
export class Sender {
  private retryMs = 1_000;
  private isPaused = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Revisions by group that this reviewer's own decisions made. */
  private readonly revisions = new Map<string, number>();
  /** Numbers of decisions that wait for their answer. */
  private readonly asked = new Set<number>();
  private readonly owner = owner;

  constructor(private readonly hooks: Hooks) {}

  /** Not after another has signed in: what is kept is theirs then. */
  private get isCurrent(): boolean {
    return owner !== null && owner === this.owner;
  }

  /** Nothing is sent in the name of another. */
  private get isInOwnName(): boolean {
    return this.owner !== null && isSignedIn(this.owner.id);
  }

  get unsent(): number {
    return countUnsent();
  }

  add(decision: Decision): Settled {
    const one: Settled = {
      ...decision,
      orgId: this.hooks.orgId,
      number: (lastNumber += 1),
      key: newRequestKey(),
      state: 'waiting',
      decisionId: null,
    };
    settled.value = [...settled.value, one];
    this.send();
    return one;
  }

  /** Takes back the last decisions that were made at once and stand; what was not sent yet is never sent. */
  undoLast(): readonly Settled[] {
    const stands = ({ state, orgId }: Settled): boolean =>
      orgId === this.hooks.orgId && state !== 'refused' && state !== 'conflict';
    const last = settled.value.findLast(stands);
    const batch = settled.value.filter((one) => stands(one) && one.batch === last?.batch);
    settled.value = settled.value.filter((one) => !batch.includes(one));
    for (const one of batch) {
      if (one.state === 'sending' || one.decisionId !== null) this.undo(one);
    }
    return batch;
  }

  /** Decides again what somebody else decided in the meantime. */
  replace({ settled: mine, revision }: Conflict): void {
    conflicts.value = conflicts.value.filter(({ settled: { number } }) => number !== mine.number);
    this.revisions.set(mine.group.id, revision);
    this.change(mine.number, { state: 'waiting' });
    this.send();
  }

  keep({ settled: mine, revision, decision }: Conflict): void {
    conflicts.value = conflicts.value.filter(({ settled: { number } }) => number !== mine.number);
    settled.value = settled.value.filter(({ number }) => number !== mine.number);
    // Nobody decided: the name only changed, and waits on.
    if (decision === null) this.hooks.onReopen(mine.group.id, revision);
    if (isPart(mine)) this.hooks.onPart(mine.group.id);
  }

  /** Sends what waits. */
  readonly resume = (): void => {
    clearTimeout(this.timer);
    window.removeEventListener('online', this.resume);
    this.isPaused = false;
    if (!this.isCurrent || this.unsent === 0) return;
    if (!this.isInOwnName) return this.pause();
    for (const undo of undos.value) if (undo.of.orgId === this.hooks.orgId) void this.sendUndo(undo);
    this.send();
  };

  private send(): void {
    if (this.isPaused || !this.isCurrent) return;
    if (!this.isInOwnName) return this.pause();
    const own = settled.value.filter(({ orgId }) => orgId === this.hooks.orgId);
    const sending = own.filter(({ state }) => state === 'sending');
    const busy = new Set([...sending, ...undos.value.map(({ of }) => of)].map(({ group }) => group.id));
    let free = maxAtOnce - sending.length;
    for (const one of own) {
      if (free <= 0) return;
      if (one.state !== 'waiting' || busy.has(one.group.id)) continue;
      busy.add(one.group.id);
      free -= 1;
      this.change(one.number, { state: 'sending' });
      void this.sendOne(one);
    }
  }

  private async sendOne(one: Settled): Promise<void> {
    try {
      const { id } = await this.decide(one);
      if (!this.isCurrent) return;
      const undo = undoOf(one);
      if (undo) this.undoDecided(undo, id);
      else this.change(one.number, { state: 'saved', decisionId: id });
      if (isPart(one)) this.hooks.onPart(one.group.id);
    } catch (error) {
      this.failed(one, error as ApiError);
    }
    this.send();
  }

  /** Sent again after a lost answer, it is answered as it was before, and not as somebody else's decision. */
  private async decide({
    group,
    choice,
    note,
    sbomId,
    version,
    number,
    key,
  }: Settled): Promise<{ readonly id: string }> {
    const revision = this.revisions.get(group.id) ?? group.revision;
    const body = {
      org_id: this.hooks.orgId,
      group: group.id,
      revision,
      choice,
      note,
      ...(sbomId && { sbom_id: sbomId }),
      ...(version !== null && { version }),
    };
    this.asked.add(number);
    try {
      const { data } = await post('v1/review/decide', body, {}, { 'Idempotency-Key': `${key}-${revision}` });
      if (!this.isCurrent) return data;
      this.retryMs = 1_000;
      this.revisions.set(group.id, data.revision);
      return data;
    } finally {
      this.asked.delete(number);
    }
  }

  private failed(one: Settled, error: ApiError): void {
    if (!this.isCurrent) return;
    const undo = undoOf(one);
    if (error.isTransient || error.status === 401) {
      if (!undo) this.change(one.number, { state: 'waiting' });
      this.pause();
      return;
    }
    if (error.body.reason === 'request_carried_out') {
      // What became of it the service says to another question.
      this.change(one.number, { state: 'waiting', key: newRequestKey() });
      return this.pause();
    }
    // It was not taken.
    if (undo) return forgetUndo(undo);
    if (error.status === 409) {
      const present = (error.body.present ?? {}) as { revision?: number; decision?: ReviewDecisionView | null };
      this.change(one.number, { state: 'conflict' });
      const conflict = { settled: one, revision: present.revision ?? 0, decision: present.decision ?? null };
      conflicts.value = [...conflicts.value, conflict];
      return;
    }
    settled.value = settled.value.filter(({ number }) => number !== one.number);
    refusal.value = { name: one.group.name, reason: error.message };
    this.hooks.onReopen(one.group.id, null);
    if (isPart(one)) this.hooks.onPart(one.group.id);
  }

  /** Tries again, more and more slowly, or as soon as there is a connection. */
  private pause(): void {
    if (this.isPaused) return;
    this.isPaused = true;
    this.timer = setTimeout(this.resume, this.retryMs);
    window.addEventListener('online', this.resume);
    this.retryMs = Math.min(this.retryMs * 2, maxRetryMs);
  }

  private undo(of: Settled): void {
    const undo = { of, decisionId: of.decisionId };
    undos.value = [...undos.value, undo];
    if (!this.isInOwnName) this.pause();
    // Together with the others when the connection is back.
    if (!this.isPaused) void this.sendUndo(undo);
  }

  private undoDecided(undo: Undo, decisionId: string): void {
    const decided = { ...undo, decisionId };
    undos.value = undos.value.map((one) => (one === undo ? decided : one));
    void this.sendUndo(decided);
  }

  private async sendUndo(undo: Undo): Promise<void> {
    const { of, decisionId } = undo;
    // The answer that is awaited says what there is to undo.
    if (decisionId === null && this.asked.has(of.number)) return;
    try {
      if (decisionId === null) {
        // Whether it was taken nobody knows: asked again, the service says by which decision.
        const { id } = await this.decide(of);
        if (this.isCurrent) this.undoDecided(undo, id);
        return;
      }
      const { data } = await post('v1/review/undo', { decision_id: decisionId });
      if (!this.isCurrent) return;
      this.revisions.set(of.group.id, data.revision);
      this.hooks.onReopen(of.group.id, data.revision);
      if (isPart(of)) this.hooks.onPart(of.group.id);
    } catch (error) {
      if (!this.isCurrent) return;
      const { isTransient, status } = error as ApiError;
      if (isTransient || status === 401) return this.pause();
      // After a lost answer it is undone already; but where the decision is not known, neither is whether it stands.
      if (status !== 409 || decisionId === null) refusal.value = { name: '', reason: (error as Error).message };
    }
    forgetUndo(undo);
    this.send();
  }

  private change(number: number, changes: Partial<Settled>): void {
    settled.value = settled.value.map((one) => (one.number === number ? { ...one, ...changes } : one));
  }
}
