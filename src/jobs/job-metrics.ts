import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Database } from '../platform/database/database.js';
import { ServiceMetrics } from '../platform/metrics/service-metrics.js';
import { countOpenRuns, type OpenRunCount } from './job-runs.repository.js';

type GaugeValue = (runs: OpenRunCount) => number;

/** Number and age of open runs, of the whole service whichever process is asked. */
@Injectable()
export class JobMetrics {
  constructor(
    private readonly database: Database,
    { registry }: ServiceMetrics,
  ) {
    const figures: [name: string, help: string, figure: GaugeValue][] = [
      ['stocktake_jobs_open', 'Jobs that are not over.', ({ count }) => count],
      ['stocktake_jobs_oldest_seconds', 'Age of the oldest job in each state.', ({ oldest_seconds }) => oldest_seconds],
    ];
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
    // The other metrics do not need the database.
    const rows = await this.database.transaction('system', countOpenRuns).catch(() => []);
    for (const runs of rows) gauge.set({ queue: runs.queue, state: runs.state }, figure(runs));
  }
}
