import { Injectable } from '@nestjs/common';
import { JobWatcher } from '../../jobs/job-watcher.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { Database } from '../../platform/database/database.js';
import { findOpenRuns } from './compliance.repository.js';

/** Waits until nothing is left to do for an SBOM, so that its verdict is final, for as long as an import may take. */
@Injectable()
export class AssessmentWaiter {
  constructor(
    private readonly database: Database,
    private readonly configuration: Configuration,
    private readonly jobs: JobWatcher,
  ) {}

  /**
   * @param since `performance.now()` when the request began
   * @returns false if jobs on the SBOM are still open when the time is up
   */
  async waitUntilAssessed(sbomId: string, since = performance.now()): Promise<boolean> {
    const endsAt = since + this.configuration.imports.waitMs;
    for (;;) {
      const open = await this.database.transaction('system', (sql) => findOpenRuns(sql, sbomId));
      if (open.length === 0) return true;
      const timeLeft = endsAt - performance.now();
      if (timeLeft <= 0) return false;
      await Promise.all(open.map((id) => this.jobs.waitFor(id, timeLeft)));
    }
  }
}
