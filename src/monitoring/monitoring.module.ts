import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { SbomsModule } from '../sboms/sboms.module.js';
import { SbomRescan } from './sbom-rescan.js';
import { MonitorProjectHandler } from './monitor-project.handler.js';
import { MonitorSbomHandler } from './monitor-sbom.handler.js';
import { MonitoringController } from './monitoring.controller.js';
import { MonitoringService } from './monitoring.service.js';
import { MonitoringScheduler } from './monitoring.scheduler.js';
import { MonitoringFailuresScheduler } from './failures.scheduler.js';
import { Configuration } from '../platform/configuration/configuration.js';
import { deletedOwner, RetentionRegistry, type RowOwner } from '../platform/retention/retention-registry.js';

/** Resolves monitored SBOMs and projects again at regular intervals, and reports what has changed. */
@Module({
  imports: [SbomsModule, ProjectsModule],
  controllers: [MonitoringController],
  providers: [
    MonitoringService,
    MonitoringScheduler,
    MonitoringFailuresScheduler,
    SbomRescan,
    MonitorSbomHandler,
    MonitorProjectHandler,
  ],
})
export class MonitoringModule {
  constructor(retention: RetentionRegistry, configuration: Configuration) {
    const { historyRetentionDays: days, originalRetentionDays } = configuration;
    const ofDeleted = (of: RowOwner) => ({ days: originalRetentionDays, expired: 'true', of });
    retention.register(
      { name: 'monitoring runs', table: 'monitoring_runs', days, expired: 't.due_at < $before' },
      { name: 'changes found by monitoring', table: 'monitoring_changes', days, expired: 't.created_at < $before' },
      {
        name: 'monitoring runs of deleted SBOMs',
        table: 'monitoring_runs',
        ...ofDeleted(deletedOwner('sboms', 'subject_id')),
      },
      {
        name: 'monitoring runs of deleted projects',
        table: 'monitoring_runs',
        ...ofDeleted(deletedOwner('projects', 'subject_id')),
      },
      {
        name: 'changes in deleted SBOMs',
        table: 'monitoring_changes',
        ...ofDeleted(deletedOwner('sboms', 'sbom_id')),
      },
    );
  }
}
