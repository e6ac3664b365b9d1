import type { FixAdvice } from '../../scores/vulnerabilities/fixes.js';
import { roundScore } from '../../scores/metrics/formula.js';
import { type ReportComponent, reportSeverities, type ReportSeverity } from './report-data.js';
import type { AffectingVulnerability, ReportRow } from './reporting.repository.js';
import { componentLicense } from '../scoring/component-score.js';

/** Tags that repeat what the list of vulnerabilities says. */
const separatelyReportedTags = new Set(['vulnerable', 'exploited']);

/** @param advice for the package; null if there is none */
export function reportComponent(row: ReportRow, advice: FixAdvice | null): ReportComponent {
  const affecting = row.affecting ?? [];
  const counts = Object.fromEntries(
    reportSeverities.map((level) => [level, affecting.filter(({ severity }) => severity === level).length]),
  ) as Record<ReportSeverity, number>;
  return {
    id: row.id,
    name: row.name,
    org: row.org,
    version: row.version,
    identifier: row.selected_purl ?? row.selected_cpe ?? row.selected_repo ?? '',
    license: componentLicense(row.licenses) ?? '',
    risk: row.risk === null ? null : roundScore(row.risk),
    scopes:
      row.risk === null
        ? null
        : {
            ecosystem: roundScore(row.risk_ecosystem),
            supply_chain: roundScore(row.risk_supply_chain),
            technology: roundScore(row.risk_technology),
          },
    vulnerabilities: counts,
    exploited: affecting.filter(({ exploited }) => exploited).length,
    reasons: reasonsOf(row),
    update_to: affecting.length > 0 ? (advice?.version ?? null) : null,
    fixes: affecting.length > 0 ? (advice?.solved ?? 0) : 0,
    remaining: affecting.length > 0 ? (advice?.remaining ?? []) : [],
    failures: row.failures ?? [],
  };
}

function reasonsOf({ affecting, tags, status, ...row }: ReportRow): string[] {
  const worst = (affecting ?? []).slice(0, 3).map((one) => `${one.id} (${describeVulnerability(one)}) affects it.`);
  const more = (affecting ?? []).length - worst.length;
  const shownTags = (tags ?? []).filter(({ name }) => !separatelyReportedTags.has(name));
  const sentences = (some: typeof shownTags): string[] => some.map(({ description }) => `${description}.`);
  return [
    ...sentences(shownTags.filter(({ name }) => name === 'malicious')),
    ...worst,
    ...(more > 0 ? [`${more} more ${more === 1 ? 'vulnerability affects' : 'vulnerabilities affect'} it.`] : []),
    ...(status === 'resolved' ? [] : ['It is not identified: no package, repository or product is selected.']),
    ...sentences(shownTags.filter(({ name }) => name !== 'malicious')),
    ...(row.is_examined || status !== 'resolved' || worst.length > 0 ? [] : [unexaminedReason(row)]),
  ];
}

/** Lower probabilities are not mentioned. */
const minShownProbability = 0.01;

const describeVulnerability = ({ severity, exploited, epss }: AffectingVulnerability): string =>
  [
    severity === 'unknown' ? 'not rated' : severity,
    ...(exploited ? ['exploited in the wild'] : []),
    ...(!exploited && epss !== null && epss >= minShownProbability
      ? [`exploited within 30 days with a chance of ${(100 * epss).toFixed(1)} %`]
      : []),
  ].join(', ');

const unexaminedReason = ({ entity_version: version }: Pick<ReportRow, 'entity_version'>): string =>
  version === ''
    ? 'Its vulnerabilities are unknown: its version is unknown.'
    : 'Its vulnerabilities are unknown: no advisories cover this kind of software.';
