import { BadgeKeys } from './badges/badge-keys.js';
import { BadgesController } from './badges/badges.controller.js';
import { BadgesService } from './badges/badges.service.js';
import { DependencyTrackProjectsController } from './dependency-track/dependency-track-projects.controller.js';
import { DependencyTrackAnalyses } from './dependency-track/dependency-track-analyses.service.js';
import { DependencyTrackFindingsController } from './dependency-track/dependency-track-findings.controller.js';
import { DependencyTrackController } from './dependency-track/dependency-track.controller.js';
import { DependencyTrackUploads } from './dependency-track/dependency-track-uploads.service.js';
import { DependencyTrackVex } from './dependency-track/dependency-track-vex.service.js';
import { DependencyTrackLists } from './dependency-track/dependency-track-lists.service.js';
import { DependencyTrackService } from './dependency-track/dependency-track.service.js';
import { UploadController } from './uploading/upload.controller.js';
import { NamedSboms } from './uploading/named-sboms.js';
import { SbomAssessments } from './uploading/sbom-assessments.js';
import { UploadService } from './uploading/upload.service.js';
import { Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module.js';
import { ResolutionModule } from '../resolution/resolution.module.js';
import { RulesetsModule } from '../rulesets/rulesets.module.js';
import { ScoresModule } from '../scores/scores.module.js';
import { AlarmDetectionScheduler } from './alarms/alarm-detection.scheduler.js';
import { IssuesScheduler } from './alarms/issues.scheduler.js';
import { SyncIssuesHandler } from './alarms/sync-issues.handler.js';
import { AlarmsModule } from '../alarms/alarms.module.js';
import { AlarmDetector } from './alarms/alarm-detector.js';
import { DetectAlarmsHandler } from './alarms/detect-alarms.handler.js';
import { ComplianceController } from './compliance/compliance.controller.js';
import { ComplianceService } from './compliance/compliance.service.js';
import { DraftEvaluator } from './compliance/draft-evaluator.js';
import { RulesetChangedHandler } from './compliance/ruleset-changed.handler.js';
import { ComparisonController } from './comparing/comparison.controller.js';
import { ComparisonService } from './comparing/comparison.service.js';
import { ComponentsController } from './components/components.controller.js';
import { ComponentsService } from './components/components.service.js';
import { DependenciesController } from './dependencies/dependencies.controller.js';
import { UpdateImpactService } from './dependencies/update-impact.service.js';
import { DependenciesService } from './dependencies/dependencies.service.js';
import { ExportController } from './exporting/export.controller.js';
import { ExportService } from './exporting/export.service.js';
import { DocumentWriter } from './exporting/document-writer.js';
import { SbomImporter } from './importing/sbom-importer.js';
import { SbomReaders } from './importing/sbom-readers.js';
import { CommonFiles } from './importing/common-files.js';
import { FindingController } from './finding/finding.controller.js';
import { FindingService } from './finding/finding.service.js';
import { ImportHandler } from './importing/import.handler.js';
import { ImportsController } from './importing/imports.controller.js';
import { OriginalController } from './importing/original.controller.js';
import { ImportsService } from './importing/imports.service.js';
import { GapsController } from './gaps/gaps.controller.js';
import { GapsService } from './gaps/gaps.service.js';
import { ReportingController } from './reporting/reporting.controller.js';
import { QualityController } from './quality/quality.controller.js';
import { QualityService } from './quality/quality.service.js';
import { SignaturesController } from './signatures/signatures.controller.js';
import { deleteDocumentKeys } from './signatures/signatures.repository.js';
import { SignaturesService } from './signatures/signatures.service.js';
import { LicensesController } from './licenses/licenses.controller.js';
import { deleteLicensePolicies } from './licenses/licenses.repository.js';
import { LicensesService } from './licenses/licenses.service.js';
import { NoticeController } from './licenses/notice.controller.js';
import { NoticeService } from './licenses/notice.service.js';
import { InternalCheck } from './sharing/internal-check.js';
import { ShareKeys } from './sharing/share-keys.js';
import { SharePassword } from './sharing/share-password.js';
import { SharedFiles } from './sharing/shared-files.js';
import { SharesController } from './sharing/shares.controller.js';
import { deleteShares } from './sharing/shares.repository.js';
import { SharesService } from './sharing/shares.service.js';
import { VisitorsController } from './sharing/visitors.controller.js';
import { VisitorsService } from './sharing/visitors.service.js';
import { ReportingService } from './reporting/reporting.service.js';
import { OrganizationReportService } from './trends/organization-report.service.js';
import { TrendsController } from './trends/trends.controller.js';
import { TrendsService } from './trends/trends.service.js';
import { ExplainService } from './resolving/explain.service.js';
import { LiveLookupHandler } from './resolving/live-lookup.handler.js';
import { ResolveHandler } from './resolving/resolve.handler.js';
import { ReviewInternalHandler } from './resolving/review-internal.handler.js';
import { SbomContexts } from './resolving/sbom-contexts.js';
import { AssessmentWaiter } from './compliance/assessment-waiter.js';
import { SbomResolver } from './resolving/sbom-resolver.js';
import { ComponentScorer, BatchComponentScorer } from './scoring/component-scorer.js';
import { RescoreHandler } from './scoring/rescore.handler.js';
import { RescoringScheduler } from './scoring/rescoring.scheduler.js';
import { DecideService } from './review/decide.service.js';
import { ProgressController } from './progress/progress.controller.js';
import { ProgressWatcher } from './progress/progress-watcher.js';
import { ReviewWatcher } from './review/review-watcher.js';
import { ReviewController } from './review/review.controller.js';
import { ReviewService } from './review/review.service.js';
import { ScoreHandler, SbomScorer } from './scoring/score.handler.js';
import { deleteSbomsOf, jobsOfProject, sbomsOfProject } from './sboms.repository.js';
import { SbomsController } from './sboms.controller.js';
import { SbomsService } from './sboms.service.js';
import { StatementsController } from './vulnerabilities/statements.controller.js';
import { StatementsService } from './vulnerabilities/statements.service.js';
import { VexExportService } from './vulnerabilities/vex-export.service.js';
import { VexImportService } from './vulnerabilities/vex-import.service.js';
import { OrganizationVulnerabilitiesController } from './vulnerabilities/organization-vulnerabilities.controller.js';
import { OrganizationVulnerabilitiesService } from './vulnerabilities/organization-vulnerabilities.service.js';
import { VulnerabilitiesController } from './vulnerabilities/vulnerabilities.controller.js';
import { VulnerabilitiesService } from './vulnerabilities/vulnerabilities.service.js';
import { Configuration } from '../platform/configuration/configuration.js';
import { ProjectKeyGuard } from '../organizations/project-keys/project-key.guard.js';
import { ContentsRegistry, countRows, isOfOwner } from '../organizations/contents/contents-registry.js';
import { cancelRunsOfOwner } from '../jobs/job-runs.repository.js';
import { RetentionRegistry } from '../platform/retention/retention-registry.js';
import { deletedSbomRetention } from './deleted-sboms.retention.js';
import { sbomRetention, uploads } from './sboms.retention.js';

/** SBOMs and their component entries. */
@Module({
  imports: [AlarmsModule, CatalogModule, ResolutionModule, ScoresModule, RulesetsModule],
  controllers: [
    FindingController,
    SbomsController,
    ComponentsController,
    ImportsController,
    UploadController,
    OriginalController,
    ExportController,
    VulnerabilitiesController,
    StatementsController,
    OrganizationVulnerabilitiesController,
    ComparisonController,
    ComplianceController,
    ReviewController,
    ProgressController,
    DependenciesController,
    GapsController,
    QualityController,
    NoticeController,
    LicensesController,
    SignaturesController,
    ReportingController,
    TrendsController,
    DependencyTrackController,
    DependencyTrackProjectsController,
    DependencyTrackFindingsController,
    BadgesController,
    SharesController,
    VisitorsController,
  ],
  providers: [
    ReviewService,
    ReviewWatcher,
    ProgressWatcher,
    DependenciesService,
    UpdateImpactService,
    GapsService,
    DecideService,
    ReviewInternalHandler,
    LiveLookupHandler,
    FindingService,
    SbomsService,
    ComponentsService,
    ImportsService,
    NamedSboms,
    SbomAssessments,
    UploadService,
    DependencyTrackService,
    DependencyTrackLists,
    DependencyTrackAnalyses,
    DependencyTrackUploads,
    DependencyTrackVex,
    BadgeKeys,
    BadgesService,
    SharesService,
    InternalCheck,
    ShareKeys,
    SharePassword,
    SharedFiles,
    VisitorsService,
    ExportService,
    DocumentWriter,
    ExplainService,
    SbomReaders,
    SbomImporter,
    CommonFiles,
    ImportHandler,
    ResolveHandler,
    SbomContexts,
    AssessmentWaiter,
    SbomResolver,
    BatchComponentScorer,
    ComponentScorer,
    SbomScorer,
    ScoreHandler,
    RescoreHandler,
    RescoringScheduler,
    AlarmDetector,
    DetectAlarmsHandler,
    AlarmDetectionScheduler,
    SyncIssuesHandler,
    IssuesScheduler,
    VulnerabilitiesService,
    OrganizationVulnerabilitiesService,
    ComparisonService,
    StatementsService,
    VexExportService,
    VexImportService,
    QualityService,
    NoticeService,
    LicensesService,
    SignaturesService,
    ReportingService,
    TrendsService,
    OrganizationReportService,
    ComplianceService,
    DraftEvaluator,
    RulesetChangedHandler,
  ],
  exports: [AssessmentWaiter, SbomImporter, SbomResolver],
})
export class SbomsModule {
  constructor(
    retention: RetentionRegistry,
    configuration: Configuration,
    contents: ContentsRegistry,
    projectKeys: ProjectKeyGuard,
  ) {
    projectKeys.register('sbom', sbomsOfProject);
    projectKeys.register('job', jobsOfProject);
    contents.register({
      name: 'sboms',
      count: (sql, owner) => countRows(sql, owner, `sboms WHERE ${isOfOwner} AND deleted_at IS NULL`),
      remove: async (sql, owner) => {
        await cancelRunsOfOwner(sql, owner, 'Its owner was deleted');
        await deleteSbomsOf(sql, owner);
      },
    });
    contents.register({
      name: null,
      count: () => Promise.resolve(0),
      remove: async (sql, { orgId, teamId }) => {
        if (teamId !== null) return;
        await deleteLicensePolicies(sql, orgId);
        await deleteShares(sql, orgId);
      },
    });
    contents.register({
      name: null,
      count: () => Promise.resolve(0),
      remove: async (sql, { orgId, teamId }) => (teamId === null ? deleteDocumentKeys(sql, orgId) : undefined),
    });
    // A review may be without entries afterwards.
    retention.register(...deletedSbomRetention(configuration), ...sbomRetention(configuration));
    retention.registerBlobs(uploads);
  }
}
