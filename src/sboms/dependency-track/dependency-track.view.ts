import { v5 as nameId } from 'uuid';
import { product } from '../../platform/product.js';
import type { Actor } from '../../organizations/access/actor.js';
import type { EvaluationView } from '../compliance/compliance.view.js';
import type { SbomView } from '../sboms.view.js';
import { sourceOfVulnerability, type FindingFigures } from '../vulnerabilities/vulnerabilities.repository.js';
import type { ComponentVulnerabilityView } from '../vulnerabilities/vulnerabilities.view.js';

/** Answers in the shape of the REST API of Dependency-Track 4; a project is an SBOM. */

/** Clients compare it with the versions that have what they need. */
export const apiVersion = '4.12.0';

/** Clients ask it whether there is a Dependency-Track; it says who answers. */
export const poweredBy = `Dependency-Track v${apiVersion} API, by ${product.name} ${product.version}`;

/** Without figures, which lists do not count; the risk of 100 is another scale, on which no client compares. */
export const projectView = (sbom: SbomView): object => ({
  uuid: sbom.id,
  name: sbom.name,
  version: sbom.version,
  classifier: 'APPLICATION',
  active: true,
  publisher: sbom.supplier,
  tags: [],
  lastBomImport: sbom.updated_at.getTime(),
});

export const measuredProjectView = ({ sbom, figures }: MeasuredProject): object => ({
  ...projectView(sbom),
  lastInheritedRiskScore: weightedSum(figures),
});

export interface MeasuredProject {
  readonly sbom: SbomView;
  readonly figures: FindingFigures;
}

const reading = ['VIEW_PORTFOLIO', 'VIEW_VULNERABILITY', 'VIEW_POLICY_VIOLATION'];
const writing = ['BOM_UPLOAD', 'PROJECT_CREATION_UPLOAD', 'PORTFOLIO_MANAGEMENT', 'VULNERABILITY_ANALYSIS'];

/** The key's user as a team, with the permissions that its role amounts to. */
export function teamView({ userId, username, memberships }: Actor): object {
  const isMember = memberships.some(({ role }) => role !== 'viewer');
  const permissions = isMember ? [...reading, ...writing] : reading;
  return { uuid: userId, name: username, permissions: permissions.map((name) => ({ name, description: '' })) };
}

/** Ranks of severities, and what each adds to the score of a project. */
const severities: Readonly<Record<string, { name: string; rank: number; weight: number }>> = {
  critical: { name: 'CRITICAL', rank: 0, weight: 10 },
  high: { name: 'HIGH', rank: 1, weight: 5 },
  medium: { name: 'MEDIUM', rank: 2, weight: 3 },
  low: { name: 'LOW', rank: 3, weight: 1 },
  none: { name: 'INFO', rank: 4, weight: 0 },
};
const unassigned = { name: 'UNASSIGNED', rank: 5, weight: 5 };

/** What Dependency-Track calls the score of a project. */
const weightedSum = (figures: FindingFigures): number =>
  Object.entries(figures.severities).reduce(
    (sum, [severity, n]) => sum + n * (severities[severity] ?? unassigned).weight,
    0,
  );

/** Of the ids that are made of the names of vulnerabilities. */
const vulnerabilityNamespace = 'b9d1a1a0-4c0c-5b0e-9d3e-6f1f5f0e7a11';

export const vulnerabilityUuid = (id: string): string => nameId(id, vulnerabilityNamespace);

export function findingView(projectId: string, found: ComponentVulnerabilityView): object {
  const { component } = found;
  const severity = severities[found.severity] ?? unassigned;
  const uuid = vulnerabilityUuid(found.id);
  return {
    component: {
      uuid: component.id,
      name: component.name,
      ...(component.org && { group: component.org }),
      version: component.version,
      ...(component.purl && { purl: component.purl }),
      ...(component.cpe && { cpe: component.cpe }),
      project: projectId,
    },
    vulnerability: {
      uuid,
      source: sourceOfVulnerability(found.id),
      vulnId: found.id,
      title: found.summary,
      severity: severity.name,
      severityRank: severity.rank,
      ...cvssOf(found),
      ...(found.epss && { epssScore: found.epss.probability, epssPercentile: found.epss.percentile }),
      description: found.summary,
      recommendation: found.fixed_in === null ? null : `Update to ${found.fixed_in}`,
      aliases: aliasesOf(found),
      cwes: [],
    },
    analysis: { state: analysisStateOf(found), isSuppressed: isSuppressed(found) },
    attribution: {
      analyzerIdentity: 'INTERNAL_ANALYZER',
      attributedOn: found.published === null ? null : Date.parse(found.published),
    },
    matrix: `${projectId}:${component.id}:${uuid}`,
  };
}

export const analysisStateOf = ({ statement }: ComponentVulnerabilityView): string =>
  analysisStates[statement?.status ?? ''] ?? 'NOT_SET';

const isSuppressed = ({ status }: ComponentVulnerabilityView): boolean => status === 'not_affected';

const analysisStates: Readonly<Record<string, string>> = {
  not_affected: 'NOT_AFFECTED',
  affected: 'EXPLOITABLE',
  fixed: 'RESOLVED',
  under_investigation: 'IN_TRIAGE',
};

function cvssOf({ cvss }: ComponentVulnerabilityView): object {
  if (cvss === null) return {};
  const { score, vector } = cvss;
  if (vector.startsWith('CVSS:4')) return { cvssV4BaseScore: score, cvssV4Vector: vector };
  return vector.startsWith('CVSS:3')
    ? { cvssV3BaseScore: score, cvssV3Vector: vector }
    : { cvssV2BaseScore: score, cvssV2Vector: vector };
}

/** Pairs of the two names that clients know. */
function aliasesOf({ id, aliases }: ComponentVulnerabilityView): object[] {
  const names = [id, ...aliases];
  const cveId = names.find((name) => name.startsWith('CVE-'));
  const ghsaId = names.find((name) => name.startsWith('GHSA-'));
  return cveId && ghsaId ? [{ cveId, ghsaId }] : [];
}

/** Rules that components break are violations; components that are not assessed yet are warnings, never nothing. */
export function metricsView(sbom: SbomView, figures: FindingFigures, evaluation: EvaluationView): object {
  const count = (severity: string): number => figures.severities[severity] ?? 0;
  const total = Object.values(figures.severities).reduce((sum, n) => sum + n, 0);
  const known = Object.keys(severities).reduce((sum, severity) => sum + count(severity), 0);
  const at = sbom.updated_at.getTime();
  // An SBOM that nothing can be said of is a warning too.
  const warnings = evaluation.verdict === 'pending' ? Math.max(1, evaluation.pending) : evaluation.pending;
  return {
    critical: count('critical'),
    high: count('high'),
    medium: count('medium'),
    low: count('low'),
    unassigned: total - known,
    vulnerabilities: total,
    vulnerableComponents: figures.vulnerableComponents,
    components: sbom.entry_count,
    suppressed: figures.suppressed,
    findingsTotal: total,
    findingsAudited: figures.audited,
    findingsUnaudited: total - figures.audited,
    inheritedRiskScore: weightedSum(figures),
    policyViolationsFail: evaluation.failing,
    policyViolationsWarn: warnings,
    policyViolationsInfo: 0,
    policyViolationsTotal: evaluation.failing + warnings,
    firstOccurrence: at,
    lastOccurrence: at,
  };
}
