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
export class MonitoringModule {}
