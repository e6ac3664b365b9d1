import { escapeHtml } from '../../model/html.js';
import { severityLevels } from '../../scores/vulnerabilities/severity.js';
import { list, minuteOf, reportPage, table } from '../reporting/report-page.js';
import type { ReportComponent, SbomReport } from '../reporting/report-data.js';
import { knownRisk } from '../risk-order.js';
import { figureList, coverageTable, licenseTable, knownOf, riskCell, riskFigure } from '../reporting/report-page.js';
import { totalCount } from '../reporting/report-data.js';
import type { VisitorSbomView, VisitorView } from './shares.view.js';

/** Policy of the pages of a share: no script, no form, no frame, nothing from elsewhere; files may be saved. */
export const sharePolicy =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-downloads";

/** Why a visitor does not get what a link was for, as one page. */
export const messagePage = ({ message, request_id: id }: { message: string; request_id: string }): string =>
  reportPage(
    'Not available',
    `<h1>Not available</h1>\n<p>${escapeHtml(message)}.</p>\n<p class="quiet">Request ${escapeHtml(id)}</p>`,
  );

/** What the visitor of a link sees, as one page. */
export function sharePage(view: VisitorView): string {
  const title = view.title === '' ? `SBOMs of ${view.from}` : view.title;
  const left = view.downloads_left === null ? '' : ` ${view.downloads_left} downloads are left.`;
  const body = `<h1>${escapeHtml(title)}</h1>
<p class="quiet">From ${escapeHtml(view.from)} · this link ends ${minuteOf(view.expires_at)}.${left}</p>
${deletedLine(view)}${view.sboms.map(sbomSection).join('\n')}`;
  return reportPage(title, body);
}

const deletedLine = ({ deleted_sboms: count }: VisitorView): string =>
  count === 0
    ? ''
    : `<p>${count} ${count === 1 ? 'SBOM of this link was' : 'SBOMs of this link were'} deleted since it was made, and ${count === 1 ? 'is' : 'are'} not shown.</p>\n`;

function sbomSection(sbom: VisitorSbomView): string {
  const title = [sbom.name, sbom.version].filter((text) => text !== '').join(' ');
  const withheld = sbom.withheld_components === 0 ? '' : `, ${sbom.withheld_components} of them without their names`;
  const supplier = sbom.supplier === '' ? '' : `${escapeHtml(sbom.supplier)} · `;
  const links = sbom.files.map(
    ({ url, title: name }) => `<li><a href="${escapeHtml(url)}">${escapeHtml(name)}</a></li>`,
  );
  return `<h2>${escapeHtml(title)}</h2>
<p class="quiet">${supplier}${sbom.components} components${withheld} · as of ${minuteOf(sbom.updated_at)}</p>
<ul>${links.join('')}</ul>`;
}

/** What of a report people outside of the organization get. */
export interface SharedReportOptions {
  readonly withScores: boolean;
  /** Components whose names they must not read. */
  readonly withheld: ReadonlySet<string>;
}

/** The report without rules, notes, decisions and contacts; without scores unless they are shared. */
export function sharedReport(report: SbomReport, options: SharedReportOptions): string {
  const { sbom } = report;
  const title = [sbom.name, sbom.version].filter((text) => text !== '').join(' ');
  const body = `<h1>${escapeHtml(title)}</h1>
<p class="quiet">${sbom.supplier === '' ? '' : `${escapeHtml(sbom.supplier)} · `}Report of ${minuteOf(new Date(report.created_at))}</p>
${dataLine(report)}
${figures(report, options)}
${gapLine(report)}
${coverageTable(report.coverage)}
${options.withScores ? worstComponents(report, options) : ''}
${licenseTable(report)}`;
  return reportPage(`${title}: report`, body);
}

/** How old the data are: an empty list of vulnerabilities says nothing without that. */
const dataLine = ({ sbom }: SbomReport): string =>
  `<p class="quiet">${sbom.data_as_of ? `With data of ${minuteOf(sbom.data_as_of)} or later.` : 'Without any source of vulnerabilities.'}</p>`;

function figures(report: SbomReport, { withScores }: SharedReportOptions): string {
  const { sbom, vulnerabilities } = report;
  const { resolved, partiallyResolved, unresolved } = sbom.metrics.resolution;
  const { risk } = sbom.metrics;
  return figureList([
    ['Components', `${sbom.entry_count}`, `${resolved} identified, ${partiallyResolved} in part, ${unresolved} not`],
    ['Known vulnerabilities', `${totalCount(vulnerabilities)}`, knownOf(report)],
    ...(withScores
      ? ([
          ['Verdict', sbom.verdict, sbom.judged_at ? `of ${minuteOf(sbom.judged_at)}` : 'never assessed'],
          riskFigure(knownRisk(sbom), risk),
        ] as const)
      : []),
  ]);
}

/** That something was not read is said; the paths and notes are internal. */
const gapLine = ({ gap_count: count }: SbomReport): string =>
  count === 0
    ? ''
    : `<p>The list of components may be incomplete: ${count} ${count === 1 ? 'file' : 'files'} of the source could not be read.</p>`;

/** Nothing found means nothing where nobody could look. */
function vulnerabilityCell({ vulnerabilities, undecided, coverage }: ReportComponent): string {
  const found = severityLevels.flatMap((level) => (vulnerabilities[level] > 0 ? [`${vulnerabilities[level]} ${level === 'unknown' ? 'not rated' : level}`] : [])); // prettier-ignore
  if (undecided > 0) found.push(`${undecided} not decided`);
  const { status, reason } = coverage.vulnerabilities;
  if (status !== 'examined') found.push(`${status === 'partly' ? 'examined only in part' : 'not examined'}: ${reason}`);
  return found.length === 0 ? 'none known' : list(found);
}

function worstComponents({ components }: SbomReport, { withheld }: SharedReportOptions): string {
  if (components.length === 0) return '';
  const shown = components.filter(({ id }) => !withheld.has(id));
  const left = components.length - shown.length;
  const leftLine = left === 0 ? '' : `<p>${left} of the ${components.length} with the highest risk ${left === 1 ? 'is internal and is' : 'are internal and are'} not listed.</p>\n`; // prettier-ignore
  const rows = shown.map((one) => [
    `<b>${escapeHtml(one.name)}</b> ${escapeHtml(one.version)}<br><span class="quiet">${escapeHtml(one.identifier || one.org)}</span>`,
    riskCell(one),
    vulnerabilityCell(one),
    one.update_to === null ? '–' : escapeHtml(one.update_to),
  ]);
  const listed = shown.length === 0 ? '' : table(['Component', 'Risk', 'Vulnerabilities', 'Update to'], rows, [1]);
  return `<h2>Components with the highest risk</h2>\n${leftLine}${listed}`;
}
