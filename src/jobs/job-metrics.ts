import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Database } from '../platform/database/database.js';
import { ServiceMetrics } from '../platform/metrics/service-metrics.js';
import { definedJobs } from './job.js';
import { countOpenRuns, countUnknownRuns, type OpenRunCount, type UnknownRunCount } from './job-runs.repository.js';

interface Reading {
  readonly open: readonly OpenRunCount[];
  readonly unknown: readonly UnknownRunCount[];
}

type GaugeValue = (runs: OpenRunCount) => number;

/** Number and age of open runs, of the whole service whichever process is asked. */
@Injectable()
export class JobMetrics {
  /** Of a scrape, whose gauges share it. */
  private reading: Promise<Reading | null> | null = null;

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
    const unknown: Gauge = new Gauge({
      name: 'stocktake_jobs_unknown_oldest_seconds',
      help: 'Age of the oldest due job of each name that the release of this process does not know, and so never takes.',
      labelNames: ['job'],
      registers: [registry],
      collect: () => this.collectUnknown(unknown),
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

  private async collectUnknown(gauge: Gauge): Promise<void> {
    gauge.reset();
    for (const { name, oldest_seconds: seconds } of (await this.read())?.unknown ?? [])
      gauge.set({ job: name }, seconds);
  }

  private async collect(gauge: Gauge, figure: GaugeValue): Promise<void> {
    gauge.reset();
    for (const runs of (await this.read())?.open ?? [])
      gauge.set({ queue: runs.queue, state: runs.state }, figure(runs));
  }

  /** Null where the database cannot be asked: the other metrics do not need it. */
  private read(): Promise<Reading | null> {
    this.reading ??= this.database
      .transaction('system', async (sql) => ({
        open: await countOpenRuns(sql),
        unknown: await countUnknownRuns(sql, jobNames()),
      }))
      .catch(() => null)
      .finally(() => (this.reading = null));
    return this.reading;
  }
}

const jobNames = (): string[] => definedJobs().map(({ name }) => name);
