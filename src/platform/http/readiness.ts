import { Injectable } from '@nestjs/common';
import { TransientError } from '../../model/errors.js';

const limitMs = 2_000;

/** Whether this process can take work: every registered check passes and it is not stopping. */
@Injectable()
export class Readiness {
  private readonly checks = new Map<string, () => Promise<void>>();
  private stopping = false;

  register(name: string, check: () => Promise<void>): void {
    this.checks.set(name, check);
  }

  turnOff(): void {
    this.stopping = true;
  }

  /** @throws TransientError naming what is away */
  async check(): Promise<void> {
    if (this.stopping) throw new TransientError('The service is stopping');
    await Promise.all([...this.checks].map(([name, check]) => bounded(name, check)));
  }
}

async function bounded(name: string, check: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), limitMs);
  });
  try {
    await Promise.race([check(), late]);
  } catch (error) {
    throw new TransientError(`The ${name} is not available`, 5, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
