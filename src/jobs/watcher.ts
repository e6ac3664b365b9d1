import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { TransientError } from '../model/errors.js';
import { UserPlaces } from '../platform/http/user-places.js';
import { controllerForMany } from '../platform/process/deadline.js';
import { PollingLoop } from './polling-loop.js';

const pollMs = 1_000;
const maxWatches = 500;
/** Of one user: a browser has one for each tab. */
const maxOfUser = 20;

/** Looks regularly at something for all in this process who follow it, with one look for all. */
export abstract class Watcher<Watch> implements OnApplicationBootstrap, OnModuleDestroy {
  protected readonly watches = new Set<Watch>();
  private readonly places: UserPlaces;
  private readonly stopping = controllerForMany(2 * maxWatches);
  private readonly loop: PollingLoop;

  /** @param what is followed, in the plural */
  constructor(private readonly what: string) {
    this.places = new UserPlaces(maxOfUser, what);
    this.loop = new PollingLoop(this.constructor.name, pollMs, () => this.poll());
  }

  /** Aborted when the process stops. */
  get stopped(): AbortSignal {
    return this.stopping.signal;
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.loop.stop();
  }

  /** Looks for all who follow now. */
  protected abstract poll(): Promise<void>;

  protected pollSoon(): void {
    this.loop.trigger();
  }

  /**
   * @returns the function that stops watching
   * @throws CallerError 429 when the user watches too often
   * @throws TransientError when there are too many watchers
   */
  protected add(userId: string, watch: Watch): () => void {
    if (this.watches.size >= maxWatches)
      throw new TransientError(`Too many clients follow ${this.what} at the moment`, 30);
    const leave = this.places.take(userId);
    this.watches.add(watch);
    this.pollSoon();
    return () => {
      leave();
      this.watches.delete(watch);
    };
  }
}
