import { Injectable } from '@nestjs/common';
import { Configuration } from '../configuration/configuration.js';
import { Budgets } from './budgets.js';
import { Places } from './places.js';

/** What one process gives to each of its callers, and to all of them together. */
@Injectable()
export class Quotas {
  /** Requests, by user, organization and address. */
  readonly requests: Budgets;
  /** Bytes of files, by organization. */
  readonly uploadBytes: Budgets;
  readonly uploads: Places;
  /** Each holds a database connection for as long as its reader takes. */
  readonly exports: Places;

  constructor(configuration: Configuration) {
    this.requests = new Budgets(configuration.requestsPerMinute, 60_000);
    this.uploadBytes = new Budgets(configuration.uploadBytesPerHour, 3_600_000);
    this.uploads = new Places({
      total: configuration.uploadsAtOnce,
      what: 'uploads',
      queue: 1_000,
      patienceMs: 30_000,
    });
    const connections = Math.max(1, Math.floor(configuration.database.pool / 2));
    const total = Math.min(configuration.exportsAtOnce, connections);
    this.exports = new Places({ total, what: 'exports', queue: 1_000, patienceMs: 30_000 });
  }
}
