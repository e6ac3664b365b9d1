import { Injectable } from '@nestjs/common';
import { Watcher } from '../../jobs/watcher.js';
import { groupBy } from '../../model/group-by.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import type { ReviewScope } from './queue.repository.js';
import { reviewActivity } from './review-events.repository.js';
import { reviewScope } from './review.service.js';
import type { ReviewClaimEvent, ReviewDecisionEvent } from './review.view.js';

export interface ReviewActivity {
  readonly claims: readonly ReviewClaimEvent[];
  readonly decisions: readonly ReviewDecisionEvent[];
}

export type ReviewListener = (activity: ReviewActivity) => void;

interface Watch {
  readonly scope: ReviewScope;
  /** Of those who see the same. */
  readonly key: string;
  readonly listener: ReviewListener;
}

/** Watches what reviewers do, for all who look at a queue: one look for all who see the same. */
@Injectable()
export class ReviewWatcher extends Watcher<Watch> {
  constructor(private readonly database: Database) {
    super('review queues');
  }

  /**
   * @returns the function that stops watching
   * @throws CallerError 404 for an organization that the actor does not see, 429 when the user watches too often
   * @throws TransientError when there are too many watchers
   */
  watch(actor: Actor, orgId: string, listener: ReviewListener): () => void {
    const scope = reviewScope(actor, orgId);
    const { organizations, teams } = scope.visibleScope;
    const key = JSON.stringify([orgId, [...organizations].sort(), [...teams].sort()]);
    return this.add(actor.userId, { scope, key, listener });
  }

  protected async poll(): Promise<void> {
    for (const [, watches] of groupBy([...this.watches], ({ key }) => key)) {
      const { scope } = watches[0]!;
      const tenancy = { organizations: [scope.orgId] };
      const activity = await this.database.transaction(tenancy, (sql) => reviewActivity(sql, scope));
      for (const { listener } of watches) listener(activity);
    }
  }
}
