import type { MigrationInterface } from 'typeorm';
import { TenantRole1700000000001 } from './1700000000001-TenantRole.js';
import { MasterKeys1700000000050 } from './1700000000050-MasterKeys.js';
import { Organizations1700000000100 } from './1700000000100-Organizations.js';
import { Jobs1700000000200 } from './1700000000200-Jobs.js';
import { Catalog1700000000300 } from './1700000000300-Catalog.js';
import { IdempotencyKeys1700000002000 } from './1700000002000-IdempotencyKeys.js';
import { BadgeKeys1700000003110 } from './1700000003110-BadgeKeys.js';
import { IdempotencyCommits1700000003100 } from './1700000003100-IdempotencyCommits.js';
import { Sessions1700000003220 } from './1700000003220-Sessions.js';
import { FormerEntries1700000003210 } from './1700000003210-FormerEntries.js';
import { StatementExpiry1700000003310 } from './1700000003310-StatementExpiry.js';
import { LicensePolicies1700000003320 } from './1700000003320-LicensePolicies.js';
import { LoginLockouts1700000003460 } from './1700000003460-LoginLockouts.js';
import { QueueFromIndex1700000003525 } from './1700000003525-QueueFromIndex.js';
import { DeliveryTimes1700000003528 } from './1700000003528-DeliveryTimes.js';
import { DocumentSignatures1700000005260 } from './1700000005260-DocumentSignatures.js';
import { AlarmIssues1700000004528 } from './1700000004528-AlarmIssues.js';
import { DeclaredIdentifier1700000005210 } from './1700000005210-DeclaredIdentifier.js';
import { FormerSeverities1700000005286 } from './1700000005286-FormerSeverities.js';
import { DecisionsOfVersions1700000005250 } from './1700000005250-DecisionsOfVersions.js';
import { FormerOwners1700000005287 } from './1700000005287-FormerOwners.js';
import { ProjectKeys1700000005290 } from './1700000005290-ProjectKeys.js';
import { SealedShareKeys1700000005291 } from './1700000005291-SealedShareKeys.js';
import { Scim1700000005292 } from './1700000005292-Scim.js';
import { TenantsOfTextIndexes1700000005300 } from './1700000005300-TenantsOfTextIndexes.js';
import { NearNames1700000005310 } from './1700000005310-NearNames.js';
import { TimesOfHistory1700000005320 } from './1700000005320-TimesOfHistory.js';
import { PartsOfSources1700000005340 } from './1700000005340-PartsOfSources.js';
import { QueueOrders1700000005350 } from './1700000005350-QueueOrders.js';
import { RisksFromIndex1700000005360 } from './1700000005360-RisksFromIndex.js';
import { FailuresOnce1700000005370 } from './1700000005370-FailuresOnce.js';
import { SearchedOrganizations1700000005380 } from './1700000005380-SearchedOrganizations.js';
import { PoliciesOutsideEstimates1700000005400 } from './1700000005400-PoliciesOutsideEstimates.js';
import { LookupsPerOrganization1700000005410 } from './1700000005410-LookupsPerOrganization.js';
import { NamesOnce1700000005420 } from './1700000005420-NamesOnce.js';
import { QueueOfResolved1700000005430 } from './1700000005430-QueueOfResolved.js';
import { GuardedSecrets1700000005440 } from './1700000005440-GuardedSecrets.js';
import { RangesInWords1700000005450 } from './1700000005450-RangesInWords.js';
import { ThirdFormula1700000005460 } from './1700000005460-ThirdFormula.js';
import { UnappliedAdvisories1700000005495 } from './1700000005495-UnappliedAdvisories.js';
import { TeamsOfSubjects1700000005500 } from './1700000005500-TeamsOfSubjects.js';
import { FourthFormula1700000005520 } from './1700000005520-FourthFormula.js';
import { MonitoringFailures1700000005540 } from './1700000005540-MonitoringFailures.js';
import { Erasure1700000005550 } from './1700000005550-Erasure.js';
import { JoinedRuns1700000005580 } from './1700000005580-JoinedRuns.js';
import { MonitoringStates1700000005590 } from './1700000005590-MonitoringStates.js';
import { WithdrawnRequests1700000005592 } from './1700000005592-WithdrawnRequests.js';
import { UnknownExploitation1700000005596 } from './1700000005596-UnknownExploitation.js';
import { AssessedAgain1700000005598 } from './1700000005598-AssessedAgain.js';
import { OtherProductNames1700000005600 } from './1700000005600-OtherProductNames.js';
import { RegistriesOfAlarms1700000005602 } from './1700000005602-RegistriesOfAlarms.js';
import { AssessedByBaseMetrics1700000005615 } from './1700000005615-AssessedByBaseMetrics.js';
import { RegistriesOfIdentities1700000005620 } from './1700000005620-RegistriesOfIdentities.js';
import { AssessedUnderBothParts1700000005625 } from './1700000005625-AssessedUnderBothParts.js';
import { LookUpsByIndex1700000005660 } from './1700000005660-LookUpsByIndex.js';
import { ProductNames1700000005680 } from './1700000005680-ProductNames.js';
import { CoverageOfHistory1700000005640 } from './1700000005640-CoverageOfHistory.js';
import { SbomStatistics1700000005610 } from './1700000005610-SbomStatistics.js';
import { Shares1700000005285 } from './1700000005285-Shares.js';
import { GroupMappings1700000005280 } from './1700000005280-GroupMappings.js';
import { ServiceAccounts1700000005281 } from './1700000005281-ServiceAccounts.js';
import { TrustRules1700000005282 } from './1700000005282-TrustRules.js';
import { UnanalyzedCves1700000004522 } from './1700000004522-UnanalyzedCves.js';
import { AlarmSeverities1700000003522 } from './1700000003522-AlarmSeverities.js';
import { Sboms1700000000400 } from './1700000000400-Sboms.js';
import { Resolution1700000000500 } from './1700000000500-Resolution.js';
import { Rulesets1700000000600 } from './1700000000600-Rulesets.js';
import { Projects1700000000700 } from './1700000000700-Projects.js';
import { Analyses1700000000750 } from './1700000000750-Analyses.js';
import { RulesetVersions1700000000810 } from './1700000000810-RulesetVersions.js';
import { Scores1700000000800 } from './1700000000800-Scores.js';
import { SbomHistory1700000000820 } from './1700000000820-SbomHistory.js';
import { Monitoring1700000000900 } from './1700000000900-Monitoring.js';
import { AuditEvents1700000000950 } from './1700000000950-AuditEvents.js';
import { Retention1700000000960 } from './1700000000960-Retention.js';
import { Webhooks1700000000965 } from './1700000000965-Webhooks.js';
import { JobTrace1700000000970 } from './1700000000970-JobTrace.js';
import { FoundComponents1700000001000 } from './1700000001000-FoundComponents.js';
import { LiveLookups1700000001100 } from './1700000001100-LiveLookups.js';
import { ScoreGrounds1700000001200 } from './1700000001200-ScoreGrounds.js';
import { ComponentNameKeys1700000001300 } from './1700000001300-ComponentNameKeys.js';
import { AlikeScores1700000001400 } from './1700000001400-AlikeScores.js';
import { VulnerabilityDigests1700000001500 } from './1700000001500-VulnerabilityDigests.js';
import { CatalogSources1700000001600 } from './1700000001600-CatalogSources.js';
import { CachedOutcomes1700000001810 } from './1700000001810-CachedOutcomes.js';
import { CopiedOutcomes1700000001820 } from './1700000001820-CopiedOutcomes.js';
import { ImportOptions1700000002800 } from './1700000002800-ImportOptions.js';
import { BranchSboms1700000002820 } from './1700000002820-BranchSboms.js';
import { ProjectPaths1700000002830 } from './1700000002830-ProjectPaths.js';
import { SourceGaps1700000002810 } from './1700000002810-SourceGaps.js';
import { CommittedAuditEvents1700000002900 } from './1700000002900-CommittedAuditEvents.js';
import { TeamsOfDecisions1700000002910 } from './1700000002910-TeamsOfDecisions.js';
import { EarlyConfirmations1700000002920 } from './1700000002920-EarlyConfirmations.js';
import { StoreMarker1700000002930 } from './1700000002930-StoreMarker.js';
import { ListContexts1700000001800 } from './1700000001800-ListContexts.js';
import { MasterKeyStates1700000001900 } from './1700000001900-MasterKeyStates.js';
import { ReviewQueue1700000002100 } from './1700000002100-ReviewQueue.js';
import { FindingCandidates1700000002200 } from './1700000002200-FindingCandidates.js';
import { EntityCoverage1700000001700 } from './1700000001700-EntityCoverage.js';
import { SbomVerdicts1700000002201 } from './1700000002201-SbomVerdicts.js';
import { PublishedVerdicts1700000002400 } from './1700000002400-PublishedVerdicts.js';
import { UndecidedPackages1700000002300 } from './1700000002300-UndecidedPackages.js';
import { InternalPackages1700000002301 } from './1700000002301-InternalPackages.js';
import { AssessedRulesets1700000002310 } from './1700000002310-AssessedRulesets.js';
import { RiskCoverage1700000001701 } from './1700000001701-RiskCoverage.js';
import { Alarms1700000003410 } from './1700000003410-Alarms.js';
import { CountsFromIndexes1700000005690 } from './1700000005690-CountsFromIndexes.js';
import { EndedStatements1700000005700 } from './1700000005700-EndedStatements.js';
import { WorseRatings1700000005720 } from './1700000005720-WorseRatings.js';
import { SealedBadgeKeys1700000005760 } from './1700000005760-SealedBadgeKeys.js';
import { RefetchTimes1700000005761 } from './1700000005761-RefetchTimes.js';
import { DeclaredSources1700000005780 } from './1700000005780-DeclaredSources.js';
import { ReleasesOfAdvisories1700000005781 } from './1700000005781-ReleasesOfAdvisories.js';
import { ModulesOfFindings1700000005790 } from './1700000005790-ModulesOfFindings.js';
import { NamesOfAdvisories1700000005820 } from './1700000005820-NamesOfAdvisories.js';
import { UncomparedEcosystems1700000005830 } from './1700000005830-UncomparedEcosystems.js';

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
  ListContexts1700000001800,
  CachedOutcomes1700000001810,
  CopiedOutcomes1700000001820,
  MasterKeyStates1700000001900,
  IdempotencyKeys1700000002000,
  ReviewQueue1700000002100,
  FindingCandidates1700000002200,
  EntityCoverage1700000001700,
  SbomVerdicts1700000002201,
  UndecidedPackages1700000002300,
  InternalPackages1700000002301,
  AssessedRulesets1700000002310,
  PublishedVerdicts1700000002400,
  RiskCoverage1700000001701,
  ImportOptions1700000002800,
  SourceGaps1700000002810,
  BranchSboms1700000002820,
  ProjectPaths1700000002830,
  CommittedAuditEvents1700000002900,
  TeamsOfDecisions1700000002910,
  EarlyConfirmations1700000002920,
  StoreMarker1700000002930,
  IdempotencyCommits1700000003100,
  BadgeKeys1700000003110,
  FormerEntries1700000003210,
  Sessions1700000003220,
  Alarms1700000003410,
  StatementExpiry1700000003310,
  LicensePolicies1700000003320,
  LoginLockouts1700000003460,
  AlarmSeverities1700000003522,
  QueueFromIndex1700000003525,
  DeliveryTimes1700000003528,
  UnanalyzedCves1700000004522,
  AlarmIssues1700000004528,
  DeclaredIdentifier1700000005210,
  DecisionsOfVersions1700000005250,
  DocumentSignatures1700000005260,
  GroupMappings1700000005280,
  ServiceAccounts1700000005281,
  TrustRules1700000005282,
  Shares1700000005285,
  FormerSeverities1700000005286,
  FormerOwners1700000005287,
  ProjectKeys1700000005290,
  SealedShareKeys1700000005291,
  Scim1700000005292,
  TenantsOfTextIndexes1700000005300,
  NearNames1700000005310,
  TimesOfHistory1700000005320,
  PartsOfSources1700000005340,
  QueueOrders1700000005350,
  RisksFromIndex1700000005360,
  FailuresOnce1700000005370,
  SearchedOrganizations1700000005380,
  PoliciesOutsideEstimates1700000005400,
  LookupsPerOrganization1700000005410,
  NamesOnce1700000005420,
  QueueOfResolved1700000005430,
  GuardedSecrets1700000005440,
  RangesInWords1700000005450,
  ThirdFormula1700000005460,
  UnappliedAdvisories1700000005495,
  TeamsOfSubjects1700000005500,
  FourthFormula1700000005520,
  MonitoringFailures1700000005540,
  Erasure1700000005550,
  JoinedRuns1700000005580,
  MonitoringStates1700000005590,
  WithdrawnRequests1700000005592,
  UnknownExploitation1700000005596,
  AssessedAgain1700000005598,
  OtherProductNames1700000005600,
  RegistriesOfAlarms1700000005602,
  SbomStatistics1700000005610,
  AssessedByBaseMetrics1700000005615,
  RegistriesOfIdentities1700000005620,
  AssessedUnderBothParts1700000005625,
  CoverageOfHistory1700000005640,
  LookUpsByIndex1700000005660,
  ProductNames1700000005680,
  CountsFromIndexes1700000005690,
  EndedStatements1700000005700,
  WorseRatings1700000005720,
  SealedBadgeKeys1700000005760,
  RefetchTimes1700000005761,
  DeclaredSources1700000005780,
  ReleasesOfAdvisories1700000005781,
  ModulesOfFindings1700000005790,
  NamesOfAdvisories1700000005820,
  UncomparedEcosystems1700000005830,
];
