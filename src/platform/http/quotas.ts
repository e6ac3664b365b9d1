import { Injectable } from '@nestjs/common';
import { Configuration } from '../configuration/configuration.js';
import { RateLimiter } from './budgets.js';
import { FairSemaphore } from './fair-semaphore.js';

/** What one process gives to each of its callers, and to all of them together. */
@Injectable()
export class Quotas {
  /** Requests, by user, organization and address. */
  readonly requests: RateLimiter;
  /** Bytes of files, by organization. */
  readonly uploadBytes: RateLimiter;
  readonly uploads: FairSemaphore;
  /** Each holds a database connection for as long as its reader takes. */
  readonly exports: FairSemaphore;

  constructor(configuration: Configuration) {
    this.requests = new RateLimiter(configuration.requestsPerMinute, 60_000);
    this.uploadBytes = new RateLimiter(configuration.uploadBytesPerHour, 3_600_000);
    this.uploads = new FairSemaphore({
      permits: configuration.uploadsAtOnce,
      what: 'uploads',
      maxWaiting: 1_000,
      maxWaitMs: 30_000,
    });
    const connections = Math.max(1, Math.floor(configuration.database.pool / 2));
    const total = Math.min(configuration.exportsAtOnce, connections);
    this.exports = new FairSemaphore({ permits: total, what: 'exports', maxWaiting: 1_000, maxWaitMs: 30_000 });
  }
}
