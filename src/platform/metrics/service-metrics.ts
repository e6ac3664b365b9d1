import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { connectionPoolOf } from '../library-internals.js';

/** How an attempt of a job ends: as it should, with a part undone, or with an error, after which it may be tried again. */
export const jobEnds = ['done', 'partial', 'error'] as const;
export type JobEnd = (typeof jobEnds)[number];

/** Metrics of this process at /metrics; each process is scraped on its own. */
@Injectable()
export class ServiceMetrics {
  readonly registry = new Registry();

  readonly requestSeconds = new Histogram({
    name: 'stocktake_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [this.registry],
  });

  readonly jobSeconds = new Histogram({
    name: 'stocktake_job_duration_seconds',
    help: 'Time of one attempt of a job in this process.',
    labelNames: ['job', 'end'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1_800],
    registers: [this.registry],
  });

  constructor(dataSource: DataSource) {
    // The event loop's delay, memory and garbage collection among them.
    collectDefaultMetrics({ register: this.registry });
    new Gauge({
      name: 'stocktake_database_connections',
      help: 'Connections of this process to the database; waiting: work that waits for one.',
      labelNames: ['state'],
      registers: [this.registry],
      collect() {
        const { totalCount, idleCount, waitingCount } = connectionPoolOf(dataSource);
        this.set({ state: 'busy' }, totalCount - idleCount);
        this.set({ state: 'idle' }, idleCount);
        this.set({ state: 'waiting' }, waitingCount);
      },
    });
  }
}
