import { Module } from '@nestjs/common';
import { SbomsModule } from '../sboms/sboms.module.js';
import { ChangesRepository } from './changes.repository.js';
import { DueRepository } from './due.repository.js';
import { MonitorSbomHandler } from './monitor-sbom.handler.js';
import { MonitoringController } from './monitoring.controller.js';
import { RunsRepository } from './runs.repository.js';
import { MonitoringScheduler } from './scheduler.js';

/** Looks again, once a period, at what people want watched, and tells what changed. */
@Module({
  imports: [SbomsModule],
  controllers: [MonitoringController],
  providers: [DueRepository, RunsRepository, ChangesRepository, MonitoringScheduler, MonitorSbomHandler],
})
export class MonitoringModule {}
