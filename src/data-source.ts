import { DataSource, type DataSourceOptions } from 'typeorm';
import { knownMigrations } from '../migrations/index.js';
import { ShareAccessEntity, ShareEntity, ShareSbomEntity } from './sboms/sharing/shares.entities.js';
import { ExchangedTokenEntity, TrustRuleEntity } from './identities/keyless/keyless.entities.js';
import {
  ScimGroupEntity,
  ScimGroupMemberEntity,
  ScimTokenEntity,
  ScimUserEntity,
} from './identities/scim/scim.entities.js';
import { GroupMappingEntity, UserGroupEntity } from './identities/groups/groups.entities.js';
import { DocumentKeyEntity, TrustedKeyEntity } from './sboms/signatures/signatures.entities.js';
import { LicensePolicyEntity } from './sboms/licenses/licenses.entities.js';
import { IdempotencyKeyEntity } from './organizations/idempotency/idempotency.entities.js';
import {
  CatalogEpoch,
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
  CatalogAdvisoryEcosystem,
  CatalogAdvisoryPackage,
  CatalogExploited,
  CatalogExploitPrediction,
  CatalogLifecycle,
  CatalogLifecycleIdentifier,
  CatalogCve,
  CatalogProductName,
  CatalogVulnerableProduct,
} from './catalog/security.entities.js';
import { JobRunEntity } from './jobs/jobs.entities.js';
import { MonitoringChangeEntity, MonitoringRunEntity } from './monitoring/monitoring.entities.js';
import { AuditEvent } from './organizations/audit/audit.entities.js';
import { MembershipRow, Organization, Team, TeamUser, ApiKey, User } from './organizations/organizations.entities.js';
import { LoginFailures, SigningKey, UserSession } from './organizations/sessions/sessions.entities.js';
import {
  InternalPatternEntity,
  ResolutionDecisionEntity,
  ResolutionOutcomeEntity,
} from './resolution/resolution.entities.js';
import { MasterKeyCheck, MasterKeyHolder } from './platform/security/master-keys.entities.js';
import { AnalysisDifferenceEntity, AnalysisEntity } from './projects/analyzing/analyses.entities.js';
import { ProjectEntity, ProjectSecretEntity, TagEntity } from './projects/projects.entities.js';
import {
  AlarmChannelEntity,
  AlarmDeliveryEntity,
  AlarmEventEntity,
  AlarmItemEntity,
  AlarmMessageEntity,
} from './alarms/alarms.entities.js';
import { AlarmIssueEntity } from './alarms/issues/issues.entities.js';
import { AlarmCheckEntity, DeliveryQualityEntity, OpenAlarmEntity } from './sboms/alarms/open-alarms.entities.js';
import { WebhookDeliveryEntity, WebhookEntity } from './webhooks/webhooks.entities.js';
import { RulesetEntity, RulesetVersionEntity } from './rulesets/rulesets.entities.js';
import {
  ComponentEntity,
  SbomDependencyEntity,
  ColumnMappingEntity,
  SbomContextEntity,
  SbomDocumentEntity,
  SbomEntity,
  ComponentNameEntity,
  FormerEntryEntity,
  MonitoringStateEntity,
  SbomGapEntity,
  SbomImportEntity,
  SbomPartEntity,
  StoreMarkerEntity,
} from './sboms/sboms.entities.js';
import { ReviewDecisionEntity, ReviewDecisionEntryEntity, ReviewGroupEntity } from './sboms/review/review.entities.js';
import {
  ComponentScoreEntity,
  ComponentStatementEntity,
  SbomFailuresEntity,
  SbomScoreHistoryEntity,
  VulnerabilityStatementEntity,
} from './sboms/scoring/scoring.entities.js';
import {
  EntityScoreEntity,
  EntityScoreHistoryEntity,
  EntityVulnerabilityEntity,
  ScoreChangeEntity,
} from './scores/scores.entities.js';

/** Every table, one line each; a test compares the migrations with this list. */
const entities: NonNullable<DataSourceOptions['entities']> = [
  MasterKeyCheck,
  MasterKeyHolder,
  User,
  UserSession,
  ApiKey,
  Organization,
  Team,
  MembershipRow,
  TeamUser,
  SigningKey,
  LoginFailures,
  AuditEvent,
  IdempotencyKeyEntity,
  JobRunEntity,
  WebhookEntity,
  WebhookDeliveryEntity,
  AlarmChannelEntity,
  AlarmEventEntity,
  AlarmItemEntity,
  AlarmDeliveryEntity,
  AlarmMessageEntity,
  AlarmIssueEntity,
  CatalogPackage,
  CatalogProduct,
  CatalogRepository,
  CatalogLink,
  CatalogEpoch,
  CatalogLookup,
  CatalogKey,
  CatalogTypoKey,
  CatalogSource,
  CatalogAdvisory,
  CatalogAdvisoryEcosystem,
  CatalogAdvisoryPackage,
  CatalogCve,
  CatalogProductName,
  CatalogVulnerableProduct,
  CatalogExploited,
  CatalogExploitPrediction,
  CatalogLifecycle,
  CatalogLifecycleIdentifier,
  ResolutionDecisionEntity,
  InternalPatternEntity,
  ResolutionOutcomeEntity,
  EntityScoreEntity,
  EntityVulnerabilityEntity,
  EntityScoreHistoryEntity,
  ScoreChangeEntity,
  SbomEntity,
  ComponentEntity,
  SbomImportEntity,
  StoreMarkerEntity,
  SbomDocumentEntity,
  ColumnMappingEntity,
  SbomContextEntity,
  SbomDependencyEntity,
  ComponentNameEntity,
  FormerEntryEntity,
  MonitoringStateEntity,
  SbomGapEntity,
  SbomPartEntity,
  ComponentScoreEntity,
  ComponentStatementEntity,
  SbomFailuresEntity,
  LicensePolicyEntity,
  ShareEntity,
  ShareSbomEntity,
  ShareAccessEntity,
  TrustedKeyEntity,
  DocumentKeyEntity,
  VulnerabilityStatementEntity,
  SbomScoreHistoryEntity,
  OpenAlarmEntity,
  AlarmCheckEntity,
  DeliveryQualityEntity,
  ReviewGroupEntity,
  ReviewDecisionEntity,
  ReviewDecisionEntryEntity,
  RulesetEntity,
  RulesetVersionEntity,
  ProjectEntity,
  ProjectSecretEntity,
  TagEntity,
  AnalysisEntity,
  AnalysisDifferenceEntity,
  MonitoringRunEntity,
  MonitoringChangeEntity,
  GroupMappingEntity,
  UserGroupEntity,
  TrustRuleEntity,
  ScimTokenEntity,
  ScimUserEntity,
  ScimGroupEntity,
  ScimGroupMemberEntity,
  ExchangedTokenEntity,
];

/**
 * Limits of normal statements. Migrations have none: they wait for one another, and a large table takes its time. A
 * pooler takes none at its start: there each transaction sets them (`transactions.ts`).
 */
const hurried = [
  'lock_timeout=10s',
  'idle_in_transaction_session_timeout=120s',
  'statement_timeout=120s',
  // A process that vanished in the middle of a COPY or of an answer keeps its locks only for about a minute.
  'tcp_keepalives_idle=30',
  'tcp_keepalives_interval=10',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=60s',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** The server has given up by then: a connection without an answer is dead, whatever TCP reports. */
const unansweredMs = 125_000;

export function dataSourceOptions(
  url: string,
  pool = 20,
  pace: 'hurried' | 'patient' | 'pooled' = 'hurried',
): DataSourceOptions {
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
      keepAliveInitialDelayMillis: 10_000, // The default of the system is two hours.
      ...(pace === 'hurried' ? { options: hurried } : {}),
      ...(pace === 'patient' ? {} : { query_timeout: unansweredMs }),
    },
  };
}

export const openDataSource = (url: string, pool?: number): Promise<DataSource> =>
  new DataSource(dataSourceOptions(url, pool)).initialize();

/** For sessions beside a pooler, which gives a connection to somebody else between two transactions. */
export const sessionSource = (url: string, pool: number): DataSource =>
  new DataSource({ ...dataSourceOptions(url, pool), entities: [], migrations: [] });
