import { type FixAdvice, fixText } from '../../scores/vulnerabilities/fixes.js';
import {
  type EntityCoverage,
  unresolvedCoverage,
  unscoredCoverage,
  withUndecidedPackage,
} from '../../scores/coverage/entity-coverage.js';
import { roundCoverage, roundScore } from '../../scores/metrics/formula.js';
import { maxMayConcern } from '../../scores/facts/may-concern.js';
import type { ExploitedProduct } from '../../scores/vulnerabilities/exploited-products.js';
import { disagreement } from '../../scores/vulnerabilities/findings.js';
import { type SeverityLevel, severityLevels } from '../../scores/vulnerabilities/severity.js';
import type { ReportComponent } from './report-data.js';
import type { AffectingVulnerability, ReportRow, UndecidedVulnerabilities } from './reporting.repository.js';
import { componentLicense } from '../scoring/component-score.js';

/** Tags that repeat what the list of vulnerabilities and the coverage say. */
const separatelyReportedTags = new Set(['vulnerable', 'exploited', 'not_examined', 'partly']);

/**
 * @param advice for the package; null if there is none
 * @param mayConcern see `readMayConcern`
 */
export function reportComponent(
  row: ReportRow,
  advice: FixAdvice | null,
  mayConcern: readonly ExploitedProduct[] = [],
): ReportComponent {
  const affecting = row.affecting ?? [];
  const exploited = affecting.filter((one) => one.exploited).length;
  const coverage = coverageOf(row);
  const counts = Object.fromEntries(
    severityLevels.map((level) => [level, affecting.filter(({ severity }) => severity === level).length]),
  ) as Record<SeverityLevel, number>;
  return {
    id: row.id,
    name: row.name,
    org: row.org,
    version: row.version,
    identifier: row.selected_purl ?? row.selected_cpe ?? row.selected_repo ?? '',
    license: componentLicense(row.licenses) ?? '',
    risk: row.risk === null ? null : roundScore(row.risk),
    risk_coverage: row.risk === null ? 0 : roundCoverage(row.risk_coverage),
    scopes:
      row.risk === null
        ? null
        : {
            ecosystem: roundScore(row.risk_ecosystem),
            supply_chain: roundScore(row.risk_supply_chain),
            technology: roundScore(row.risk_technology),
          },
    vulnerabilities: counts,
    undecided: (row.undecided ?? []).reduce((sum, { count }) => sum + count, 0),
    exploited: exploited === 0 && coverage.exploited.status === 'not_examined' ? null : exploited,
    coverage,
    may_concern: mayConcern,
    reasons: [...reasonsOf(row, coverage), ...describeMayConcern(mayConcern)],
    update_to: affecting.length > 0 && advice ? fixText(advice) : null,
    fixes: affecting.length > 0 ? (advice?.solved ?? 0) : 0,
    remaining: affecting.length > 0 ? (advice?.remaining ?? []) : [],
    failures: row.failures,
  };
}

/** What was looked for at the entry's entity; an entry without one was not looked at. */
function coverageOf({ risk, coverage, package_undecided: isUndecided }: ReportRow): EntityCoverage {
  if (coverage) return isUndecided ? withUndecidedPackage(coverage) : coverage;
  return risk === null ? unscoredCoverage : unresolvedCoverage;
}

function reasonsOf({ affecting, undecided, tags, status }: ReportRow, { vulnerabilities }: EntityCoverage): string[] {
  const worst = (affecting ?? []).slice(0, 3).map((one) => `${one.id} (${describeVulnerability(one)}) affects it.`);
  const more = (affecting ?? []).length - worst.length;
  const shownTags = (tags ?? []).filter(({ name }) => !separatelyReportedTags.has(name));
  const sentences = (some: typeof shownTags): string[] => some.map(({ description }) => `${description}.`);
  return [
    ...sentences(shownTags.filter(({ name }) => name === 'malicious')),
    ...worst,
    ...(more > 0 ? [`${more} more ${more === 1 ? 'vulnerability affects' : 'vulnerabilities affect'} it.`] : []),
    ...(undecided ?? []).map(describeUndecided),
    ...(status === 'resolved' ? [] : ['It is not identified: no package, repository or product is selected.']),
    ...describeCoverage(vulnerabilities),
    ...sentences(shownTags.filter(({ name }) => name !== 'malicious')),
  ];
}

function describeUndecided({ module, count, ids, reason }: UndecidedVulnerabilities): string {
  const more = count > ids.length ? ` and ${count - ids.length} more` : '';
  const source = module === null ? '' : `, by ${count === 1 ? 'an advisory' : 'advisories'} on the module ${module}`;
  return `${ids.join(', ')}${more} may affect it${source}${count === 1 ? '' : `. ${ids[0]}`}: ${reason}.`;
}

function describeMayConcern(found: readonly ExploitedProduct[]): string[] {
  const [first] = found;
  if (!first) return [];
  const ids = found.slice(0, 3).map(({ cve }) => cve).join(', '); // prettier-ignore
  const atLeast = found.length < maxMayConcern ? '' : 'at least ';
  const more = found.length > 3 ? ` and ${atLeast}${found.length - 3} more` : '';
  return [
    `${ids}${more} may concern it: exploited in ${first.vendor} ${first.product}, not compared with its version.`,
  ];
}

/** Lower probabilities are not mentioned. */
const minShownProbability = 0.01;

const describeVulnerability = ({ severity, exploited, epss, worse_rating: worse }: AffectingVulnerability): string =>
  [
    worse ? disagreement(severity, worse) : severity === 'unknown' ? 'not rated' : severity,
    ...(exploited ? ['exploited in the wild'] : []),
    ...(!exploited && epss !== null && epss >= minShownProbability
      ? [`exploited within 30 days with a chance of ${(100 * epss).toFixed(1)} %`]
      : []),
  ].join(', ');

function describeCoverage({ status, reason }: EntityCoverage['vulnerabilities']): string[] {
  if (status === 'examined') return [];
  return [`It was ${status === 'partly' ? 'only partly' : 'not'} examined for vulnerabilities: ${reason}.`];
}
