import { TransientError } from '../../model/errors.js';

export interface PlacesOptions {
  /** How many may work at a time. */
  readonly total: number;
  /** For the refusal: "Too many uploads at the moment". */
  readonly what: string;
  /** How many may wait for a place, and how long. */
  readonly queue: number;
  readonly patienceMs: number;
}

interface Waiting {
  readonly key: string;
  readonly enter: () => void;
}

/**
 * A limited number of places for expensive work. Nobody has more than half of them, so that another always finds one;
 * who finds none waits for a while, first come, first served.
 */
export class Places {
  private readonly inside = new Map<string, number>();
  private readonly waiting: Waiting[] = [];
  private taken = 0;

  constructor(private readonly options: PlacesOptions) {}

  /** @throws TransientError when too many wait already, or the wait takes too long */
  async hold<T>(key: string, work: () => Promise<T>): Promise<T> {
    await this.enter(key);
    try {
      return await work();
    } finally {
      this.leave(key);
    }
  }

  private async enter(key: string): Promise<void> {
    if (this.hasRoom(key)) return this.admit(key);
    const { queue, what, patienceMs } = this.options;
    const refusal = new TransientError(`Too many ${what} at the moment`, 10);
    if (this.waiting.length >= queue) throw refusal;
    await new Promise<void>((resolve, reject) => {
      const tooLong = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
        reject(refusal);
      }, patienceMs);
      const waiting: Waiting = {
        key,
        enter: () => {
          clearTimeout(tooLong);
          resolve();
        },
      };
      this.waiting.push(waiting);
    });
  }

  private leave(key: string): void {
    this.taken -= 1;
    const others = (this.inside.get(key) ?? 1) - 1;
    if (others > 0) this.inside.set(key, others);
    else this.inside.delete(key);
    const next = this.waiting.findIndex((waiting) => this.hasRoom(waiting.key));
    const [waiting] = next < 0 ? [] : this.waiting.splice(next, 1);
    if (!waiting) return;
    this.admit(waiting.key);
    waiting.enter();
  }

  private hasRoom(key: string): boolean {
    const share = Math.max(1, Math.floor(this.options.total / 2));
    return this.taken < this.options.total && (this.inside.get(key) ?? 0) < share;
  }

  private admit(key: string): void {
    this.taken += 1;
    this.inside.set(key, (this.inside.get(key) ?? 0) + 1);
  }
}
