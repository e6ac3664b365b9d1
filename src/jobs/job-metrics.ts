import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Database } from '../platform/database/database.js';
import { ServiceMetrics } from '../platform/metrics/service-metrics.js';
import { countOpenRuns, type OpenRunCount } from './job-runs.repository.js';

type GaugeValue = (runs: OpenRunCount) => number;

/** Number and age of open runs, of the whole service whichever process is asked. */
@Injectable()
export class JobMetrics {
  /** Of a scrape, whose gauges share it. */
  private reading: Promise<readonly OpenRunCount[] | null> | null = null;

  constructor(
    private readonly database: Database,
    { registry }: ServiceMetrics,
  ) {
    const figures: [name: string, help: string, figure: GaugeValue][] = [
      ['stocktake_jobs_open', 'Jobs that are not over.', ({ count }) => count],
      ['stocktake_jobs_oldest_seconds', 'Age of the oldest job in each state.', ({ oldest_seconds }) => oldest_seconds],
    ];
    const known: Gauge = new Gauge({
      name: 'stocktake_jobs_known',
      help: 'Whether this process could ask the database for the figures of jobs: 1; otherwise 0, and they are absent.',
      registers: [registry],
      collect: async () => known.set((await this.read()) === null ? 0 : 1),
    });
    for (const [name, help, figure] of figures) {
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames: ['queue', 'state'],
        registers: [registry],
        collect: () => this.collect(gauge, figure),
      });
    }
  }

  private async collect(gauge: Gauge, figure: GaugeValue): Promise<void> {
    gauge.reset();
    for (const runs of (await this.read()) ?? []) gauge.set({ queue: runs.queue, state: runs.state }, figure(runs));
  }

  /** Null where the database cannot be asked: the other metrics do not need it. */
  private read(): Promise<readonly OpenRunCount[] | null> {
    this.reading ??= this.database
      .transaction('system', countOpenRuns)
      .catch(() => null)
      .finally(() => (this.reading = null));
    return this.reading;
  }
}
