import { Module } from '@nestjs/common';
import { ResolutionModule } from '../resolution/resolution.module.js';
import { RulesetsModule } from '../rulesets/rulesets.module.js';
import { ComponentsController } from './components/components.controller.js';
import { ComponentsRepository } from './components/components.repository.js';
import { ComponentsService } from './components/components.service.js';
import { ExportRepository } from './exporting/export.repository.js';
import { ReportController } from './exporting/report.controller.js';
import { ReportService } from './exporting/report.service.js';
import { ImportHandler } from './importing/import.handler.js';
import { ImportsController } from './importing/imports.controller.js';
import { OriginalController } from './importing/original.controller.js';
import { ImportsRepository } from './importing/imports.repository.js';
import { ImportsService } from './importing/imports.service.js';
import { ExplainService } from './resolving/explain.service.js';
import { PendingRepository } from './resolving/pending.repository.js';
import { ResolveHandler } from './resolving/resolve.handler.js';
import { SbomResolver } from './resolving/sbom-resolver.js';
import { SbomsController } from './sboms.controller.js';
import { SbomsRepository } from './sboms.repository.js';
import { SbomsService } from './sboms.service.js';

/** The aggregate: bills of materials and their component entries. */
@Module({
  imports: [ResolutionModule, RulesetsModule],
  controllers: [SbomsController, ComponentsController, ImportsController, OriginalController, ReportController],
  providers: [
    ...[SbomsRepository, ComponentsRepository, ImportsRepository, PendingRepository, ExportRepository],
    ...[SbomsService, ComponentsService, ImportsService, ReportService, ExplainService],
    ...[ImportHandler, ResolveHandler, SbomResolver],
  ],
  exports: [ComponentsRepository, SbomResolver, SbomsRepository],
})
export class SbomsModule {}
