import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { SbomsModule } from '../sboms/sboms.module.js';
import { MonitoringChangesRepository } from './monitoring-changes.repository.js';
import { DueRunsRepository } from './due-runs.repository.js';
import { SbomRescan } from './sbom-rescan.js';
import { MonitorProjectHandler } from './monitor-project.handler.js';
import { MonitorSbomHandler } from './monitor-sbom.handler.js';
import { MonitoringController } from './monitoring.controller.js';
import { MonitoringRunsRepository } from './monitoring-runs.repository.js';
import { MonitoringScheduler } from './monitoring.scheduler.js';
import { Configuration } from '../platform/configuration/configuration.js';
import { RetentionRegistry } from '../platform/retention/retention-registry.js';

/** Looks again, once a period, at what people want watched, and tells what changed. */
@Module({
  imports: [SbomsModule, ProjectsModule],
  controllers: [MonitoringController],
  providers: [
    DueRunsRepository,
    MonitoringRunsRepository,
    MonitoringChangesRepository,
    MonitoringScheduler,
    SbomRescan,
    MonitorSbomHandler,
    MonitorProjectHandler,
  ],
})
export class MonitoringModule {
  constructor(retention: RetentionRegistry, configuration: Configuration) {
    const days = configuration.historyRetentionDays;
    retention.register(
      { name: 'monitoring runs', table: 'monitoring_runs', days, expired: 't.due_at < $1' },
      { name: 'changes found by monitoring', table: 'monitoring_changes', days, expired: 't.created_at < $1' },
    );
  }
}
