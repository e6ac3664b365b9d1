import { signal } from '@preact/signals';
import { ApiError, post } from '../api.js';
import type { Conflict, Decision, ReviewDecisionView, Settled } from './types.js';

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
  /** A decision about one version was taken, or undone: the name has other entries now. */
  readonly onPart: (groupId: string) => void;
}

/** Sends decisions behind the reviewer's back: four at once, those about one group in order. */
export class Sender {
  private next = 0;
  private retryMs = 1_000;
  private isPaused = false;
  /** Revisions by group that this reviewer's own decisions made. */
  private readonly revisions = new Map<string, number>();
  private readonly undoAfterwards = new Set<number>();

  constructor(private readonly hooks: Hooks) {}

  get unsent(): number {
    return settled.value.filter(({ state }) => state === 'waiting' || state === 'sending').length;
  }

  add(decision: Decision): Settled {
    const one: Settled = {
      ...decision,
      number: (this.next += 1),
      key: crypto.getRandomValues(new Uint32Array(4)).join('-'),
      state: 'waiting',
      decisionId: null,
    };
    settled.value = [...settled.value, one];
    this.send();
    return one;
  }

  /** Takes back the last decisions that were made at once and stand; what was not sent yet is never sent. */
  undoLast(): readonly Settled[] {
    const stands = ({ state }: Settled): boolean => state !== 'refused' && state !== 'conflict';
    const last = settled.value.findLast(stands);
    const batch = settled.value.filter((one) => stands(one) && one.batch === last?.batch);
    settled.value = settled.value.filter((one) => !batch.includes(one));
    for (const one of batch) {
      if (one.state === 'sending') this.undoAfterwards.add(one.number);
      if (one.decisionId !== null) void this.undo(one, one.decisionId);
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

  keep({ settled: mine }: Conflict): void {
    conflicts.value = conflicts.value.filter(({ settled: { number } }) => number !== mine.number);
    settled.value = settled.value.filter(({ number }) => number !== mine.number);
  }

  private send(): void {
    if (this.isPaused) return;
    const sending = settled.value.filter(({ state }) => state === 'sending');
    const busy = new Set(sending.map(({ group }) => group.id));
    let free = maxAtOnce - sending.length;
    for (const one of settled.value) {
      if (free <= 0) return;
      if (one.state !== 'waiting' || busy.has(one.group.id)) continue;
      busy.add(one.group.id);
      free -= 1;
      this.change(one.number, { state: 'sending' });
      void this.sendOne(one);
    }
  }

  private async sendOne(one: Settled): Promise<void> {
    const { group, choice, note, sbomId, version } = one;
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
    try {
      // Sent again after a lost answer, it is answered as it was before, and not as somebody else's decision.
      const { data } = await post('v1/review/decide', body, {}, { 'Idempotency-Key': `${one.key}-${revision}` });
      this.retryMs = 1_000;
      this.revisions.set(group.id, data.revision);
      if (this.undoAfterwards.delete(one.number)) await this.undo(one, data.id);
      else this.change(one.number, { state: 'saved', decisionId: data.id });
      if (version !== null) this.hooks.onPart(group.id);
    } catch (error) {
      this.failed(one, error as ApiError);
    }
    this.send();
  }

  private failed(one: Settled, error: ApiError): void {
    const wasUndone = this.undoAfterwards.delete(one.number);
    if (wasUndone && !error.isTransient) return;
    if (error.isTransient || error.status === 401) {
      if (!wasUndone) this.change(one.number, { state: 'waiting' });
      this.pause();
      return;
    }
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
  }

  /** Tries again, more and more slowly, or as soon as there is a connection. */
  private pause(): void {
    if (this.isPaused) return;
    this.isPaused = true;
    const resume = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', resume);
      this.isPaused = false;
      this.send();
    };
    const timer = setTimeout(resume, this.retryMs);
    window.addEventListener('online', resume);
    this.retryMs = Math.min(this.retryMs * 2, maxRetryMs);
  }

  private async undo({ group: { id: groupId }, version }: Settled, decisionId: string): Promise<void> {
    try {
      const { data } = await post('v1/review/undo', { decision_id: decisionId });
      this.revisions.set(groupId, data.revision);
      this.hooks.onReopen(groupId, data.revision);
      if (version !== null) this.hooks.onPart(groupId);
    } catch (error) {
      refusal.value = { name: '', reason: (error as Error).message };
    }
  }

  private change(number: number, changes: Partial<Settled>): void {
    settled.value = settled.value.map((one) => (one.number === number ? { ...one, ...changes } : one));
  }
}
