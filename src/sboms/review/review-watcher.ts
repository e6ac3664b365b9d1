import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { PollingLoop } from '../../jobs/polling-loop.js';
import { TransientError } from '../../model/errors.js';
import { groupBy } from '../../model/group-by.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import { UserPlaces } from '../../platform/http/user-places.js';
import { controllerForMany } from '../../platform/process/deadline.js';
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

const pollMs = 1_000;
const maxWatches = 500;
/** Of one user: a browser has one for each tab. */
const maxOfUser = 20;

/** Watches what reviewers do, for all who look at a queue: one look for all who see the same. */
@Injectable()
export class ReviewWatcher implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly watches = new Set<Watch>();
  private readonly places = new UserPlaces(maxOfUser, 'review queues');
  private readonly stopping = controllerForMany(2 * maxWatches);
  private readonly loop = new PollingLoop('ReviewWatcher', pollMs, () => this.poll());

  constructor(private readonly database: Database) {}

  /** Aborted when the process stops. */
  get stopped(): AbortSignal {
    return this.stopping.signal;
  }

  /**
   * @returns the function that stops watching
   * @throws CallerError 404 for an organization that the actor does not see, 429 when the user watches too often
   * @throws TransientError when there are too many watchers
   */
  watch(actor: Actor, orgId: string, listener: ReviewListener): () => void {
    const scope = reviewScope(actor, orgId);
    if (this.watches.size >= maxWatches) throw new TransientError('Too many clients follow queues at the moment', 30);
    const leave = this.places.take(actor.userId);
    const { organizations, teams } = scope.visibleScope;
    const key = JSON.stringify([orgId, [...organizations].sort(), [...teams].sort()]);
    const watch = { scope, key, listener };
    this.watches.add(watch);
    this.loop.trigger();
    return () => {
      leave();
      this.watches.delete(watch);
    };
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.loop.stop();
  }

  private async poll(): Promise<void> {
    for (const [, watches] of groupBy([...this.watches], ({ key }) => key)) {
      const { scope } = watches[0]!;
      const tenancy = { organizations: [scope.orgId] };
      const activity = await this.database.transaction(tenancy, (sql) => reviewActivity(sql, scope));
      for (const { listener } of watches) listener(activity);
    }
  }
}
