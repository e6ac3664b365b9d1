import { escapeHtml, noIcon } from '../../model/html.js';
import type { Metrics } from '../sboms.view.js';
import type { ReportComponent, SbomReport } from './report-data.js';
import { severityLevels } from '../../scores/vulnerabilities/severity.js';
import { minRiskCoverage } from '../risk-order.js';
import type { CoverageCount } from '../vulnerabilities/vulnerabilities.repository.js';

const style = `
  body { font: 14px/1.45 system-ui, sans-serif; color: #1b1b1f; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  h1 { margin-bottom: 0 } h2 { margin: 2rem 0 .5rem } .quiet { color: #5f5f66 }
  table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .35rem .5rem; border-bottom: 1px solid #ddd; overflow-wrap: anywhere }
  th.n, td.n { text-align: right; white-space: nowrap } ul { margin: 0; padding-left: 1.1rem }
  .figures { display: flex; flex-wrap: wrap; gap: 1rem; padding: 0; list-style: none } .figures li { border: 1px solid #ddd; border-radius: 6px; padding: .5rem 1rem } .figures b { display: block; font-size: 1.6rem }
  .bad { color: #b3261e } .good { color: #1f6f43 } svg { width: 100%; height: auto }
  @media print { body { margin: 0; max-width: none; font-size: 11px } tr { break-inside: avoid } thead { display: table-header-group } h2 { break-after: avoid } }`;

/** A self-contained page without scripts or external resources. @param body HTML */
export const reportPage = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8">${noIcon}<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body>
${body}
</body></html>
`;

/** A moment as people read it, in UTC. */
export const minuteOf = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export type Figure = readonly [name: string, value: string, more: string];

/** Boxes with a name, a figure, and what is to be said of it. */
export function figureList(items: readonly Figure[]): string {
  const item = ([name, value, more]: Figure): string =>
    `<li>${escapeHtml(name)}<b>${escapeHtml(value)}</b><span class="quiet">${escapeHtml(more)}</span></li>`;
  return `<ul class="figures">${items.map(item).join('')}</ul>`;
}

export const list = (texts: readonly string[]): string =>
  texts.length === 0 ? '–' : `<ul>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`;

/** A quiet paragraph; nothing of no text. */
export const paragraph = (text: string): string => (text === '' ? '' : `<p class="quiet">${escapeHtml(text)}</p>\n`);

export const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** The box of a risk. @param known null: what little data shows is no figure */
export const riskFigure = (known: number | null, { score, coverage }: Metrics['risk'], more = ''): Figure =>
  known === null
    ? [
        'Risk of 100',
        'unknown',
        `${percent(coverage)} of the data known, too little for a figure; they show ${score}${more}`,
      ]
    : ['Risk of 100', `${known}`, `${percent(coverage)} of the data known${more}`];

export const number = (value: number): string => `<span>${value}</span>`;

/** As lists show it: what little data shows is no figure. */
export function riskCell({ risk, risk_coverage: coverage }: ReportComponent): string {
  if (risk === null) return 'not assessed';
  const known = `${percent(coverage)} known`;
  return coverage < minRiskCoverage
    ? `unknown<br><span class="quiet">${known}, which show ${risk}</span>`
    : `${number(risk)}<br><span class="quiet">${known}</span>`;
}

/** Of an SBOM without a known vulnerability. */
const noneKnown = ({ entry_count: count }: { readonly entry_count: number }): string =>
  count === 0 ? 'there are no components' : 'none known';

/** The vulnerabilities of the SBOM by severity, with what is not known of them. */
export function knownOf({ sbom, vulnerabilities, undecided, coverage, unexamined }: SbomReport): string {
  const rated = severityLevels.filter((level) => vulnerabilities[level] > 0).map((level) => `${vulnerabilities[level]} ${level === 'unknown' ? 'not rated' : level}`); // prettier-ignore
  const partly = coverage.reduce((sum, { status, count }) => sum + (status === 'partly' ? count : 0), 0);
  if (undecided > 0) rated.push(`${undecided} more not decided`);
  if (unexamined > 0) rated.push(`${unexamined} ${unexamined === 1 ? 'component' : 'components'} not examined`);
  if (partly > 0) rated.push(`${partly} ${partly === 1 ? 'component' : 'components'} examined only in part`);
  return rated.join(', ') || noneKnown(sbom);
}

/** @param right indexes of right-aligned columns; cells are HTML */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[] = [head.length - 1],
): string {
  // prettier-ignore
  const kind = (index: number): string => (right.includes(index) ? ' class="n"' : '');
  const cells = (tag: string, row: readonly string[]): string =>
    row.map((cell, index) => `<${tag}${kind(index)}>${cell}</${tag}>`).join('');
  return `<table><thead><tr>${cells('th', head)}</tr></thead><tbody>${rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('')}</tbody></table>`;
}

/** Says that a table does not have everything; nothing where it does. @param where HTML that says where the others are */
export const leftOutLine = (
  { all, shown, what }: { readonly all: number; readonly shown: number; readonly what: string },
  where = '',
): string => (all > shown ? `<p>${shown} of ${all} ${what} are listed${where}.</p>\n` : '');

/** The licences of a report, the most frequent first. */
export function licenseTable({ licenses, license_count: all }: Pick<SbomReport, 'licenses' | 'license_count'>): string {
  const rows = licenses.map(({ license, class: kind, components }) => [
    license === '' ? '<i>none declared</i>' : escapeHtml(license),
    escapeHtml(kind),
    number(components),
  ]);
  const left = leftOutLine({ all, shown: licenses.length, what: 'licences' }, ', the most frequent ones');
  return `<h2>Licences</h2>\n${left}${table(['Licence', 'Class', 'Components'], rows)}`;
}

/** What was not, or only partly, examined for vulnerabilities, and why; nothing where everything was. */
export function coverageTable(coverage: readonly CoverageCount[]): string {
  const missing = coverage.filter(({ status }) => status !== 'examined');
  if (missing.length === 0) return '';
  const rows = missing.map(({ status, reason, count }) => [
    status === 'partly' ? 'Only in part' : 'No',
    escapeHtml(reason),
    number(count),
  ]);
  return `<h2>Not examined for vulnerabilities</h2>\n${table(['Examined', 'Why', 'Components'], rows)}`;
}
