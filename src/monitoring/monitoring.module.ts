import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { SbomsModule } from '../sboms/sboms.module.js';
import { ChangesRepository } from './changes.repository.js';
import { DueRepository } from './due.repository.js';
import { LookingAgain } from './looking-again.js';
import { MonitorProjectHandler } from './monitor-project.handler.js';
import { MonitorSbomHandler } from './monitor-sbom.handler.js';
import { MonitoringController } from './monitoring.controller.js';
import { RunsRepository } from './runs.repository.js';
import { MonitoringScheduler } from './scheduler.js';
import { Configuration } from '../platform/configuration/configuration.js';
import { Retention } from '../platform/retention/retention.js';

/** Looks again, once a period, at what people want watched, and tells what changed. */
@Module({
  imports: [SbomsModule, ProjectsModule],
  controllers: [MonitoringController],
  providers: [
    DueRepository,
    RunsRepository,
    ChangesRepository,
    MonitoringScheduler,
    LookingAgain,
    MonitorSbomHandler,
    MonitorProjectHandler,
  ],
})
export class MonitoringModule {
  constructor(retention: Retention, configuration: Configuration) {
    const days = configuration.historyRetentionDays;
    retention.register(
      { what: 'monitoring runs', table: 'monitoring_runs', days, expired: 't.due_at < $1' },
      { what: 'changes found by monitoring', table: 'monitoring_changes', days, expired: 't.created_at < $1' },
    );
  }
}
