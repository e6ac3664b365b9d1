import { signal } from '@preact/signals';
import { texts } from '../../texts.en.js';
import { follow } from '../parts/live.js';
import { viewer } from '../session.js';
import { countQueue } from './queue-length.js';
import { isTakenBack, settled } from './sender.js';
import type { ReviewDecisionView } from './types.js';

/** The description of the API has no events; what they share with a decision is its. */
type Claimed = Pick<ReviewDecisionView, 'group' | 'user_id' | 'user_name'>;

interface DecisionEvent extends Claimed, Pick<ReviewDecisionView, 'id' | 'choice'> {
  readonly identifier: string | null;
  readonly undone: boolean;
  readonly partial: boolean;
  readonly revision: number | null;
}

/** What somebody else settled. */
interface ByOther {
  readonly decisionId: string;
  readonly user: string;
  readonly what: string;
}

/** What other reviewers do while this one works. */
export class LiveReview {
  /** Who looks at a name, by group; null: the stream has not said yet. */
  readonly claims = signal<ReadonlyMap<string, Claimed> | null>(null);
  readonly byOthers = signal<ReadonlyMap<string, ByOther>>(new Map());

  constructor(
    private readonly orgId: string,
    private readonly hooks: {
      readonly isListed: (group: string) => boolean;
      /** This reviewer settled it too. */
      readonly isDone: (group: string) => boolean;
      /** A name waits again. */
      readonly onReopen: (group: string, revision: number | null) => void;
    },
  ) {}

  /** @returns the function that stops it */
  follow(): () => void {
    return follow(`/v1/review/events?org_id=${this.orgId}&follow=true`, {
      on: {
        claims: (data) => {
          const { claims } = data as { claims: readonly Claimed[] };
          this.claims.value = new Map(claims.map((one) => [one.group, one]));
        },
        decision: (data) => this.onDecision(data as DecisionEvent),
      },
    });
  }

  forget(): void {
    this.byOthers.value = new Map();
  }

  private onDecision({
    id,
    group,
    user_id,
    user_name,
    choice,
    identifier,
    undone,
    partial,
    revision,
  }: DecisionEvent): void {
    const known = this.byOthers.value.get(group);
    if (undone) {
      if (known?.decisionId !== id) return;
      this.byOthers.value = new Map([...this.byOthers.value].filter(([key]) => key !== group));
      if (!this.hooks.isDone(group)) countQueue(1);
      return this.hooks.onReopen(group, revision);
    }
    const isMine = user_id === viewer.value?.id;
    // Of this tab, or not in the list at all: a list that is loaded later lacks it anyway.
    if (partial || known || !this.hooks.isListed(group)) return;
    if (isMine && (isTakenBack(id, group) || settled.value.some((one) => one.group.id === group))) return;
    const what = choice === 'selected' ? (identifier ?? '') : (texts.dispositions[choice] ?? choice);
    this.byOthers.value = new Map(this.byOthers.value).set(group, { decisionId: id, user: user_name, what });
    countQueue(-1);
  }
}
