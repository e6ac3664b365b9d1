import { escapeHtml } from '../../model/html.js';
import {
  coverageTable,
  figureList,
  minuteOf,
  paragraph,
  reportPage,
  riskFigure,
  table,
} from '../reporting/report-page.js';
import type { SbomView } from '../sboms.view.js';
import type { OrganizationReportView, SupplierTrendView } from './organization-report.view.js';
import { knownRisk } from '../risk-order.js';
import { trendSvg } from './trend-plots.js';
import { isScored, knownPointRisk, trendGaps } from './trend-points.js';
import type { TrendPointView } from './trends.view.js';

const maxSuppliers = 200;

/** The report over an organization as one page. */
export function organizationReportHtml(report: OrganizationReportView): string {
  const { name, created_at, days, trend, suppliers, worst_sboms: sboms, sbom_count: count } = report;
  const body = `<h1>${escapeHtml(name)}</h1>
<p class="quiet">Report of ${minuteOf(new Date(created_at))} over ${count} SBOMs${dataLine(report)}</p>
${figures(report)}
${coverageTable(report.coverage)}
<h2>The last ${days} days</h2>
<p class="quiet">Of the SBOMs that existed at each time, with the suppliers that they had then.</p>
${paragraph(trendGaps(trend.points))}${trendSvg(trend)}
<h2>Suppliers</h2>
${leftOut(suppliers.length, maxSuppliers, 'suppliers')}${supplierTable(suppliers.slice(0, maxSuppliers), days)}
<h2>SBOMs with the most risk</h2>
${leftOut(count, sboms.length, 'SBOMs')}${sbomTable(sboms)}
<h2>Worst vulnerabilities</h2>
${vulnerabilityTable(report)}`;
  return reportPage(`${name}: SBOMs`, body);
}

const leftOut = (all: number, shown: number, what: string): string =>
  all > shown ? `<p>${shown} of ${all} ${what}; the XLSX report has all.</p>\n` : '';

const dataLine = ({ metrics: { data_as_of: date } }: OrganizationReportView): string =>
  date === null ? ', without any source of vulnerabilities' : `, with data of ${minuteOf(date)} or later`;

function figures(report: OrganizationReportView): string {
  const { metrics, vulnerabilities, vulnerability_count: found, trend } = report;
  const last = trend.points.at(-1);
  const { risk, compliance, verdicts } = metrics;
  const { examined, partly, notExamined } = metrics.coverage;
  const rated = Object.entries(vulnerabilities).flatMap(([level, n]) =>
    n > 0 ? [`${n} ${level === 'unknown' ? 'not rated' : level}`] : [],
  );
  return figureList([
    riskFigure(last && knownPointRisk(last) !== null ? risk.score : null, risk),
    ['SBOMs that pass', `${verdicts.passed}`, `${verdicts.failed} fail, ${verdicts.pending} pending`],
    ['Components that break a rule', `${compliance.failing}`, `${compliance.passing} break none, ${compliance.pending} not assessed`],
    ['Components not examined', `${notExamined}`, `${examined} examined, ${partly} in part`],
    ['Vulnerabilities', `${found}`, rated.join(', ') || (examined + partly === 0 ? 'nothing was examined' : 'none known')],
  ]); // prettier-ignore
}

const orDash = (value: number | null | undefined): string => (value === null || value === undefined ? '–' : `${value}`);

/** Beside a figure that leaves some out. */
const without = (count: number): string => (count === 0 ? '' : `<br><span class="quiet">${count} not assessed</span>`);

/** None where there was no SBOM; what little data shows is no figure. */
const riskCell = (point: TrendPointView | null): string => (point ? `${knownPointRisk(point) ?? 'unknown'}` : '–');

function supplierTable(suppliers: readonly SupplierTrendView[], days: number): string {
  const rows = suppliers.map(({ supplier, before, now }) => [
    supplier === '' ? '<i>none named</i>' : escapeHtml(supplier),
    `${now?.sboms ?? 0}${without(now?.unscored ?? 0)}`,
    riskCell(now),
    riskCell(before),
    orDash(now && isScored(now) ? now.failing : null),
    orDash(now?.not_examined),
    orDash(now?.age_days),
  ]);
  const head = ['Supplier', 'SBOMs', 'Risk', `${days} days ago`, 'Break a rule', 'Not examined', 'Age (days)'];
  return table(head, rows, [1, 2, 3, 4, 5, 6]);
}

function sbomTable(sboms: readonly SbomView[]): string {
  const rows = sboms.map((sbom) => [
    `<b>${escapeHtml(sbom.name)}</b> ${escapeHtml(sbom.version)}<br><span class="quiet">${escapeHtml(sbom.supplier)}</span>`,
    sbom.verdict,
    `${knownRisk(sbom) ?? 'unknown'}`,
    `${sbom.entry_count}`,
    `${sbom.metrics.compliance.failing}${without(sbom.metrics.compliance.pending)}`,
    `${sbom.metrics.coverage.notExamined}`,
  ]);
  return table(['SBOM', 'Verdict', 'Risk', 'Components', 'Break a rule', 'Not examined'], rows, [2, 3, 4, 5]);
}

function vulnerabilityTable({
  worst_vulnerabilities: worst,
  vulnerability_count: all,
}: OrganizationReportView): string {
  if (worst.length === 0) return '<p>None is known to affect a component. What was not examined is above.</p>';
  const more = all > worst.length ? `<p>${worst.length} of ${all}; exportVulnerabilities has all.</p>\n` : '';
  const rows = worst.map(({ id, summary, severity, exploited, sboms, affected }) => [
    `<b>${escapeHtml(id)}</b><br><span class="quiet">${escapeHtml(summary)}</span>`,
    escapeHtml(severity === 'unknown' ? 'not rated' : severity) +
      (exploited === null ? '' : ', <b class="bad">exploited</b>'),
    `${sboms}`,
    `${affected}`,
  ]);
  return `${more}${table(['Vulnerability', 'Severity', 'SBOMs', 'Components'], rows, [2, 3])}`;
}
