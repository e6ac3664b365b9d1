import { channelOrders, channelPage } from '../../src/alarms/channels.repository.js';
import { issueOrders, issuePage } from '../../src/alarms/issues/issues.repository.js';
import { messageOrders, messagePage } from '../../src/alarms/messages.repository.js';
import { changePage } from '../../src/monitoring/monitoring-changes.repository.js';
import { monitoringRunPage } from '../../src/monitoring/monitoring-runs.repository.js';
import { changeOrders, runOrders } from '../../src/monitoring/monitoring.dto.js';
import { auditEventPage, auditOrders } from '../../src/organizations/audit/audit.repository.js';
import { groupMappingOrders, groupMappingPage } from '../../src/identities/groups/group-mappings.repository.js';
import { scimTokenOrders, scimTokenPage } from '../../src/identities/scim/scim-tokens.repository.js';
import { trustRuleOrders, trustRulePage } from '../../src/identities/keyless/trust-rules.repository.js';
import {
  serviceAccountOrders,
  serviceAccountPage,
} from '../../src/identities/service-accounts/service-accounts.repository.js';
import { accessOrders, accessPage, shareOrders, sharePage } from '../../src/sboms/sharing/shares.repository.js';
import {
  memberOrders,
  memberPage,
  organizationOrders,
  organizationPage,
} from '../../src/organizations/members/organizations.repository.js';
import { teamOrders } from '../../src/organizations/teams/teams.dto.js';
import { teamPage } from '../../src/organizations/teams/teams.repository.js';
import { apiKeyOrders, apiKeyPage } from '../../src/organizations/users/api-keys.repository.js';
import { userOrders, userPage } from '../../src/organizations/users/users.repository.js';
import type { ListPage } from '../../src/platform/database/order-by.js';
import type { Sql } from '../../src/platform/database/sql.js';
import { analysisOrders, differenceOrders } from '../../src/projects/analyzing/analyses.dto.js';
import { analysisPage, latestAnalysisPage } from '../../src/projects/analyzing/analyses.repository.js';
import { differencePage } from '../../src/projects/analyzing/differences.repository.js';
import { tagOrders } from '../../src/projects/tags/tags.dto.js';
import { tagPage } from '../../src/projects/tags/tags.repository.js';
import { decisionOrders, decisionPage } from '../../src/resolution/decisions/decisions.repository.js';
import { patternOrders, patternPage } from '../../src/resolution/internal/patterns.repository.js';
import { entryOrders, entryPage } from '../../src/sboms/components/components.repository.js';
import { gapOrders, gapPage } from '../../src/sboms/gaps/gaps.repository.js';
import { importedFilePage } from '../../src/sboms/importing/imports.repository.js';
import { reviewDecisionOrders, reviewDecisionPage } from '../../src/sboms/review/review-decisions.repository.js';
import { importedFileOrders } from '../../src/sboms/sboms.dto.js';
import {
  affectedComponentOrders,
  affectedComponentPage,
  organizationVulnerabilityOrders,
  organizationVulnerabilityPage,
} from '../../src/sboms/vulnerabilities/organization-vulnerabilities.repository.js';
import { statementOrders, statementPage } from '../../src/sboms/vulnerabilities/statement-history.repository.js';
import { deliveryPage } from '../../src/webhooks/deliveries.repository.js';
import { deliveryOrders } from '../../src/webhooks/webhooks.dto.js';
import { webhookOrders, webhookPage } from '../../src/webhooks/webhooks.repository.js';

const id = '018f0000-0000-7000-8000-000000000001';

/** Every order that a list has, and none. */
export const sorts = (orders: object | readonly string[]): (string | null)[] => [
  null,
  ...(Array.isArray(orders) ? (orders as readonly string[]) : Object.keys(orders)).flatMap((order) => [
    order,
    `-${order}`,
  ]),
];

type Call = (sql: Sql, page: ListPage) => unknown;

const scope = { organizations: [id], teams: [] };
const ofOrganization = { orgId: id, visibleScope: scope };
const anyEvent = { actorId: null, objectId: null, action: null, outcome: null, since: null, until: null };
const anyVulnerability = { q: null, severity: null, status: null, exploited: false };

const lists: Record<string, readonly (readonly [orders: object | readonly string[], ...calls: Call[]])[]> = {
  'src/alarms/channels.repository.ts': [
    [channelOrders, (sql, page) => channelPage(sql, { orgId: id, q: null, kind: null, active: null }, page)],
  ],
  'src/alarms/issues/issues.repository.ts': [
    [issueOrders, (sql, page) => issuePage(sql, { channelId: id, sbomId: null }, page)],
  ],
  'src/alarms/messages.repository.ts': [
    [messageOrders, (sql, page) => messagePage(sql, { channelId: id, status: null }, page)],
  ],
  'src/monitoring/monitoring-changes.repository.ts': [
    [
      changeOrders,
      (sql, page) => changePage(sql, scope, { orgId: null, runId: null, sbomId: null, field: null }, page),
    ],
  ],
  'src/monitoring/monitoring-runs.repository.ts': [
    [runOrders, (sql, page) => monitoringRunPage(sql, scope, { orgId: null, subjectId: null, status: null }, page)],
  ],
  'src/organizations/audit/audit.repository.ts': [
    [
      auditOrders,
      (sql, page) => auditEventPage(sql, { orgId: id, ...anyEvent }, page),
      (sql, page) => auditEventPage(sql, { orgId: null, ...anyEvent }, page),
    ],
  ],
  'src/organizations/members/organizations.repository.ts': [
    [organizationOrders, (sql, page) => organizationPage(sql, [id], {}, page)],
    [memberOrders, (sql, page) => memberPage(sql, { orgId: id, kind: null }, page)],
  ],
  'src/identities/groups/group-mappings.repository.ts': [
    [groupMappingOrders, (sql, page) => groupMappingPage(sql, id, page)],
  ],
  'src/identities/scim/scim-tokens.repository.ts': [[scimTokenOrders, (sql, page) => scimTokenPage(sql, id, page)]],
  'src/identities/keyless/trust-rules.repository.ts': [[trustRuleOrders, (sql, page) => trustRulePage(sql, id, page)]],
  'src/identities/service-accounts/service-accounts.repository.ts': [
    [serviceAccountOrders, (sql, page) => serviceAccountPage(sql, id, page)],
  ],
  'src/sboms/sharing/shares.repository.ts': [
    [shareOrders, (sql, page) => sharePage(sql, { ...scope, sbomId: null }, page)],
    [accessOrders, (sql, page) => accessPage(sql, id, page)],
  ],
  'src/organizations/users/users.repository.ts': [[userOrders, (sql, page) => userPage(sql, {}, page)]],
  'src/organizations/users/api-keys.repository.ts': [
    [
      apiKeyOrders,
      (sql, page) => apiKeyPage(sql, { owner: { userId: id } }, page),
      (sql, page) => apiKeyPage(sql, { owner: { orgId: id } }, page),
    ],
  ],
  'src/organizations/teams/teams.repository.ts': [[teamOrders, (sql, page) => teamPage(sql, scope, page)]],
  'src/projects/analyzing/analyses.repository.ts': [
    [
      analysisOrders,
      (sql, page) => analysisPage(sql, { projectId: id, status: null }, page),
      (sql, page) => latestAnalysisPage(sql, { teamId: id, status: null, projectIds: null }, page),
    ],
  ],
  'src/projects/analyzing/differences.repository.ts': [
    [differenceOrders, (sql, page) => differencePage(sql, { analysisId: id, kind: null }, page)],
  ],
  'src/projects/tags/tags.repository.ts': [[tagOrders, (sql, page) => tagPage(sql, id, page)]],
  'src/resolution/decisions/decisions.repository.ts': [
    [decisionOrders, (sql, page) => decisionPage(sql, { userId: id, visibleScope: scope }, { orgIds: [id] }, page)],
  ],
  'src/resolution/internal/patterns.repository.ts': [
    [patternOrders, (sql, page) => patternPage(sql, { orgIds: [id], kind: null, q: null }, page)],
  ],
  'src/sboms/gaps/gaps.repository.ts': [[gapOrders, (sql, page) => gapPage(sql, { sbomId: id, accepted: null }, page)]],
  'src/sboms/importing/imports.repository.ts': [[importedFileOrders, (sql, page) => importedFilePage(sql, id, page)]],
  'src/sboms/review/review-decisions.repository.ts': [
    [reviewDecisionOrders, (sql, page) => reviewDecisionPage(sql, ofOrganization, null, page)],
  ],
  'src/sboms/vulnerabilities/organization-vulnerabilities.repository.ts': [
    [
      organizationVulnerabilityOrders,
      (sql, page) => organizationVulnerabilityPage(sql, ofOrganization, anyVulnerability, page),
    ],
    [
      affectedComponentOrders,
      (sql, page) => affectedComponentPage(sql, ofOrganization, { vulnerability: 'CVE-1', status: null }, page),
    ],
  ],
  'src/sboms/vulnerabilities/statement-history.repository.ts': [
    [statementOrders, (sql, page) => statementPage(sql, id, {}, page)],
  ],
  'src/webhooks/deliveries.repository.ts': [
    [deliveryOrders, (sql, page) => deliveryPage(sql, { webhookId: id }, page)],
  ],
  'src/webhooks/webhooks.repository.ts': [
    [webhookOrders, (sql, page) => webhookPage(sql, { orgId: id, q: null, active: null }, page)],
  ],
};

/** Calls of the lists of each file, in every order. */
export const sortedListCalls: Record<string, (sql: Sql) => unknown[]> = Object.fromEntries(
  Object.entries(lists).map(([file, pages]) => [
    file,
    (sql: Sql) =>
      pages.flatMap(([orders, ...calls]) =>
        sorts(orders).flatMap((sort) => calls.map((call) => call(sql, { offset: 0, limit: 10, sort }))),
      ),
  ]),
);

/** Calls of pages of entries in every order. */
export const sortedEntries = (sql: Sql): unknown[] =>
  sorts(entryOrders).map((sort) => entryPage(sql, { id, entryCount: 0 }, {}, { offset: 0, limit: 10, sort }));
