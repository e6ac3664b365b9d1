import { Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module.js';
import { ContentsRegistry, countRows, isOfOwner } from '../organizations/contents/contents-registry.js';
import { Configuration } from '../platform/configuration/configuration.js';
import { RetentionRegistry } from '../platform/retention/retention-registry.js';
import { ResolutionModule } from '../resolution/resolution.module.js';
import { RulesetsModule } from '../rulesets/rulesets.module.js';
import { SbomsModule } from '../sboms/sboms.module.js';
import { ProjectKeyGuard } from '../organizations/project-keys/project-key.guard.js';
import { analysesOfProject } from './analyzing/analyses.repository.js';
import { AnalysesController } from './analyzing/analyses.controller.js';
import { AnalysesService } from './analyzing/analyses.service.js';
import { AnalysisStart } from './analyzing/analysis-start.js';
import { AnalyzeHandler } from './analyzing/analyze.handler.js';
import { EndedAnalysesMonitor } from './analyzing/ended-analyses-monitor.js';
import { PomDownloads } from './analyzing/pom-downloads.js';
import { RequirementLookups } from './analyzing/requirement-lookups.js';
import { ProjectAnalyzer } from './analyzing/project-analyzer.service.js';
import { SourceLookups } from './analyzing/source-lookups.js';
import { ProjectSbomWriter } from './analyzing/project-sbom-writer.js';
import { ProjectSecrets } from './project-secrets.js';
import { ProjectsController } from './projects.controller.js';
import { AppliedRulesetsController } from './applied/applied-rulesets.controller.js';
import { AppliedRulesetsService } from './applied/applied-rulesets.service.js';
import { projectRetention } from './projects.retention.js';
import { deleteProjectsOf } from './projects.repository.js';
import { ProjectsService } from './projects.service.js';
import { TagsController } from './tags/tags.controller.js';
import { deleteTagsOf } from './tags/tags.repository.js';
import { TagsService } from './tags/tags.service.js';
import { SourceFetchers } from './sources/source-fetchers.js';

/** Source projects and their analyses. */
@Module({
  imports: [CatalogModule, ResolutionModule, RulesetsModule, SbomsModule],
  controllers: [ProjectsController, TagsController, AnalysesController, AppliedRulesetsController],
  providers: [
    ProjectSecrets,
    ProjectsService,
    TagsService,
    AppliedRulesetsService,
    SourceFetchers,
    AnalysesService,
    AnalysisStart,
    ProjectSbomWriter,
    PomDownloads,
    RequirementLookups,
    SourceLookups,
    ProjectAnalyzer,
    AnalyzeHandler,
    EndedAnalysesMonitor,
  ],
  exports: [AnalysesService, ProjectAnalyzer],
})
export class ProjectsModule {
  constructor(
    contents: ContentsRegistry,
    projectKeys: ProjectKeyGuard,
    retention: RetentionRegistry,
    configuration: Configuration,
  ) {
    retention.register(...projectRetention(configuration));
    projectKeys.register('project', (_sql, ids, projectId) =>
      Promise.resolve(ids.filter((id) => id === projectId).map((id) => ({ id }))),
    );
    projectKeys.register('analysis', analysesOfProject);
    contents.register(
      {
        name: 'projects',
        count: (sql, owner) => countRows(sql, owner, `projects WHERE ${isOfOwner} AND deleted_at IS NULL`),
        remove: deleteProjectsOf,
      },
      {
        name: 'tags',
        count: (sql, owner) => countRows(sql, owner, `tags WHERE ${isOfOwner}`),
        remove: deleteTagsOf,
      },
    );
  }
}
