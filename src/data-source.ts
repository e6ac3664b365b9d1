import { DataSource, type DataSourceOptions, type MigrationInterface } from 'typeorm';
import { TenantRole1700000000001 } from '../migrations/1700000000001-TenantRole.js';
import { MasterKeys1700000000050 } from '../migrations/1700000000050-MasterKeys.js';
import { Organizations1700000000100 } from '../migrations/1700000000100-Organizations.js';
import { Jobs1700000000200 } from '../migrations/1700000000200-Jobs.js';
import { Catalog1700000000300 } from '../migrations/1700000000300-Catalog.js';
import {
  CatalogKey,
  CatalogLink,
  CatalogLookup,
  CatalogPackage,
  CatalogProduct,
  CatalogRepository,
  CatalogSource,
  CatalogTypoKey,
} from './catalog/catalog.entities.js';
import {
  CatalogAdvisory,
  CatalogAdvisoryPackage,
  CatalogExploited,
  CatalogExploitPrediction,
  CatalogLifecycle,
  CatalogLifecycleIdentifier,
  CatalogCve,
  CatalogVulnerableProduct,
} from './catalog/security.entities.js';
import { Sboms1700000000400 } from '../migrations/1700000000400-Sboms.js';
import { Resolution1700000000500 } from '../migrations/1700000000500-Resolution.js';
import { Rulesets1700000000600 } from '../migrations/1700000000600-Rulesets.js';
import { Projects1700000000700 } from '../migrations/1700000000700-Projects.js';
import { Analyses1700000000750 } from '../migrations/1700000000750-Analyses.js';
import { RulesetVersions1700000000810 } from '../migrations/1700000000810-RulesetVersions.js';
import { Scores1700000000800 } from '../migrations/1700000000800-Scores.js';
import { SbomHistory1700000000820 } from '../migrations/1700000000820-SbomHistory.js';
import { Monitoring1700000000900 } from '../migrations/1700000000900-Monitoring.js';
import { AuditEvents1700000000950 } from '../migrations/1700000000950-AuditEvents.js';
import { Retention1700000000960 } from '../migrations/1700000000960-Retention.js';
import { Webhooks1700000000965 } from '../migrations/1700000000965-Webhooks.js';
import { JobTrace1700000000970 } from '../migrations/1700000000970-JobTrace.js';
import { FoundComponents1700000001000 } from '../migrations/1700000001000-FoundComponents.js';
import { LiveLookups1700000001100 } from '../migrations/1700000001100-LiveLookups.js';
import { ScoreGrounds1700000001200 } from '../migrations/1700000001200-ScoreGrounds.js';
import { ComponentNameKeys1700000001300 } from '../migrations/1700000001300-ComponentNameKeys.js';
import { AlikeScores1700000001400 } from '../migrations/1700000001400-AlikeScores.js';
import { VulnerabilityDigests1700000001500 } from '../migrations/1700000001500-VulnerabilityDigests.js';
import { CatalogSources1700000001600 } from '../migrations/1700000001600-CatalogSources.js';
import { JobRunEntity } from './jobs/jobs.entities.js';
import { MonitoringChangeEntity, MonitoringRunEntity } from './monitoring/monitoring.entities.js';
import { AuditEvent } from './organizations/audit/audit.entities.js';
import {
  MembershipRow,
  Organization,
  Team,
  TeamUser,
  ApiKey,
  User,
  LoginFailures,
  SigningKey,
} from './organizations/organizations.entities.js';
import { InternalPatternEntity, ResolutionDecisionEntity } from './resolution/resolution.entities.js';
import { MasterKeyCheck } from './platform/security/master-keys.entities.js';
import { AnalysisDifferenceEntity, AnalysisEntity } from './projects/analyzing/analyses.entities.js';
import { ProjectEntity, ProjectSecretEntity, TagEntity } from './projects/projects.entities.js';
import { WebhookDeliveryEntity, WebhookEntity } from './webhooks/webhooks.entities.js';
import { RulesetEntity, RulesetVersionEntity } from './rulesets/rulesets.entities.js';
import {
  ComponentEntity,
  SbomDependencyEntity,
  SbomDocumentEntity,
  SbomEntity,
  SbomImportEntity,
  SbomPartEntity,
} from './sboms/sboms.entities.js';
import {
  ComponentScoreEntity,
  ComponentStatementEntity,
  SbomScoreHistoryEntity,
  VulnerabilityStatementEntity,
} from './sboms/scoring/scoring.entities.js';
import {
  EntityScoreEntity,
  EntityScoreHistoryEntity,
  EntityVulnerabilityEntity,
  ScoreChangeEntity,
} from './scores/scores.entities.js';

/** Every table of the house, one line each: the migrations are compared with this list. */
const entities: NonNullable<DataSourceOptions['entities']> = [
  MasterKeyCheck,
  User,
  ApiKey,
  Organization,
  Team,
  MembershipRow,
  TeamUser,
  SigningKey,
  LoginFailures,
  AuditEvent,
  JobRunEntity,
  WebhookEntity,
  WebhookDeliveryEntity,
  CatalogPackage,
  CatalogProduct,
  CatalogRepository,
  CatalogLink,
  CatalogLookup,
  CatalogKey,
  CatalogTypoKey,
  CatalogSource,
  CatalogAdvisory,
  CatalogAdvisoryPackage,
  CatalogCve,
  CatalogVulnerableProduct,
  CatalogExploited,
  CatalogExploitPrediction,
  CatalogLifecycle,
  CatalogLifecycleIdentifier,
  ResolutionDecisionEntity,
  InternalPatternEntity,
  EntityScoreEntity,
  EntityVulnerabilityEntity,
  EntityScoreHistoryEntity,
  ScoreChangeEntity,
  SbomEntity,
  ComponentEntity,
  SbomImportEntity,
  SbomDocumentEntity,
  SbomDependencyEntity,
  SbomPartEntity,
  ComponentScoreEntity,
  ComponentStatementEntity,
  VulnerabilityStatementEntity,
  SbomScoreHistoryEntity,
  RulesetEntity,
  RulesetVersionEntity,
  ProjectEntity,
  ProjectSecretEntity,
  TagEntity,
  AnalysisEntity,
  AnalysisDifferenceEntity,
  MonitoringRunEntity,
  MonitoringChangeEntity,
];

/** In the order in which they run. */
export const knownMigrations: (new () => MigrationInterface)[] = [
  TenantRole1700000000001,
  MasterKeys1700000000050,
  Organizations1700000000100,
  Jobs1700000000200,
  Catalog1700000000300,
  Sboms1700000000400,
  Resolution1700000000500,
  Rulesets1700000000600,
  Projects1700000000700,
  Analyses1700000000750,
  Scores1700000000800,
  RulesetVersions1700000000810,
  SbomHistory1700000000820,
  Monitoring1700000000900,
  AuditEvents1700000000950,
  Retention1700000000960,
  JobTrace1700000000970,
  Webhooks1700000000965,
  FoundComponents1700000001000,
  LiveLookups1700000001100,
  ScoreGrounds1700000001200,
  ComponentNameKeys1700000001300,
  AlikeScores1700000001400,
  VulnerabilityDigests1700000001500,
  CatalogSources1700000001600,
];

/** Limits of the daily work; migrations are patient: they wait for one another, and a large table takes its time. */
const hurried = '-c lock_timeout=10s -c idle_in_transaction_session_timeout=120s -c statement_timeout=120s';

/** The server would have given up before: a connection without an answer by then is dead, whatever TCP thinks of it. */
const unansweredMs = 125_000;

export function dataSourceOptions(url: string, pool = 20, pace: 'hurried' | 'patient' = 'hurried'): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities,
    migrations: knownMigrations,
    migrationsTableName: 'schema_migrations',
    synchronize: false,
    applicationName: 'stocktake',
    extra: {
      max: pool,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000, // else the system waits for two hours
      ...(pace === 'hurried' ? { options: hurried, query_timeout: unansweredMs } : {}),
    },
  };
}

export const openDataSource = (url: string, pool?: number): Promise<DataSource> =>
  new DataSource(dataSourceOptions(url, pool)).initialize();
