import { escapeHtml } from '../../model/html.js';
import { groupBy } from '../../model/group-by.js';
import { totalCount, type ReportComponent, type SbomReport } from './report-data.js';
import type { Verdict } from '../../rulesets/verdict.js';
import { knownRisk, unknownRisk } from '../risk-order.js';
import { trendDays } from '../trends/trend-period.js';
import { trendSvg } from '../trends/trend-plots.js';
import { trendGaps } from '../trends/trend-points.js';
import {
  coverageTable,
  figureList,
  leftOutLine,
  licenseTable,
  list,
  minuteOf,
  knownOf,
  paragraph,
  reportPage,
  riskCell,
  riskFigure,
  table,
} from './report-page.js';

const worstNote = `By risk. Of what less than half is known stands at ${unknownRisk}, if its own risk is not greater: nobody knows that it is less.`;

/** The report as one page. */
export function reportHtml(report: SbomReport): string {
  const { sbom } = report;
  const title = [sbom.name, sbom.version].filter((text) => text !== '').join(' ');
  const body = `<h1>${escapeHtml(title)}</h1>
<p class="quiet">${sbom.supplier === '' ? '' : `${escapeHtml(sbom.supplier)} · `}Report of ${minuteOf(new Date(report.created_at))}</p>
${verdictLine(sbom)}
${figures(report)}
${signatureTable(report)}
${gapTable(report)}
${coverageTable(report.coverage)}
<h2>Worst components</h2>
${report.components.length === 0 ? '<p>The SBOM has no components.</p>' : `${paragraph(worstNote)}${componentTable(report.components)}`}
${licenseTable(report)}
<h2>The last ${trendDays} days</h2>
${paragraph(trendGaps(report.trend.points))}${trendSvg(report.trend)}`;
  return reportPage(`${title}: risk report`, body);
}

const verdictWords: Readonly<Record<Verdict, string>> = {
  passed: '<b class="good">Passed</b>: no component breaks a rule of the ruleset, and every one was assessed.',
  failed: '<b class="bad">Failed</b>: components break rules of the ruleset.',
  pending:
    '<b class="bad">Pending</b>: not every component was assessed as it is now, or there is none. This is no pass.',
};

/** The verdict, when it was reached, and how old the data are on which it rests. */
function verdictLine({ verdict, judged_at, data_as_of }: SbomReport['sbom']): string {
  const assessed = judged_at ? `Assessed ${minuteOf(judged_at)}` : 'Never assessed';
  const data = data_as_of ? `with data of ${minuteOf(data_as_of)} or later` : 'without any source of vulnerabilities';
  return `<p>${verdictWords[verdict]} <span class="quiet">${assessed}, ${data}.</span></p>`;
}

function figures(report: SbomReport): string {
  const { sbom, vulnerabilities } = report;
  const { risk, compliance, resolution } = sbom.metrics;
  return figureList([
    riskFigure(knownRisk(sbom), risk, `, technology ${risk.scopes.software}, supply chain ${risk.scopes.supplyChain}, ecosystem ${risk.scopes.ecosystem}`),
    ['Components', `${sbom.entry_count}`, `${resolution.resolved} resolved, ${resolution.partiallyResolved} in part, ${resolution.unresolved} not`],
    ['Vulnerabilities', `${totalCount(vulnerabilities)}`, knownOf(report)],
    ['Fail the ruleset', `${compliance.failing}`, `${compliance.passing} pass${compliance.pending > 0 ? `, ${compliance.pending} not assessed` : ''}`],
  ]); // prettier-ignore
}

/** Nothing where the file is not signed. */
function signatureTable({ signatures }: SbomReport): string {
  if (signatures.length === 0) return '';
  const rows = signatures.map(({ kind, status, key, signed_by, message }) => [
    status === 'valid' ? '<b class="good">valid</b>' : `<b class="bad">${escapeHtml(status.replaceAll('_', ' '))}</b>`,
    `${escapeHtml(kind)}<br><span class="quiet">${escapeHtml(signed_by ?? key)}</span>`,
    escapeHtml(message),
  ]);
  return `<h2>Signatures of the last file</h2>\n${table(['Signature', 'Form and key', 'Why'], rows)}`;
}

/** Files of the source that may name more components; nothing where everything was read. */
function gapTable({ sbom, gaps, gap_count: all }: SbomReport): string {
  if (all === 0) return '';
  const rows = gaps.map(({ path, kind, message, accepted_at, note }) => [
    `${escapeHtml(path || 'the source')}<br><span class="quiet">${escapeHtml(kind)}</span>`,
    escapeHtml(message),
    accepted_at === null ? '<b class="bad">open</b>' : `accepted: ${escapeHtml(note)}`,
  ]);
  const open = sbom.open_gaps === 0 ? '' : `<p>The list of components may be incomplete: nobody accepted ${sbom.open_gaps} of the gaps.</p>\n`; // prettier-ignore
  const left = leftOutLine({ all, shown: gaps.length, what: 'gaps' }, ', those that nobody accepted first');
  return `<h2>Seen and not read</h2>\n${open}${left}${table(['File', 'Why', 'Gap'], rows)}`;
}

function componentTable(components: readonly ReportComponent[]): string {
  return table(
    ['Component', 'Risk', 'Why', 'What to do'],
    components.map((one) => [
      `<b>${escapeHtml(one.name)}</b> ${escapeHtml(one.version)}<br><span class="quiet">${escapeHtml(one.identifier || one.org)}</span>`,
      riskCell(one),
      one.reasons.length === 0 ? 'No known issues.' : list(one.reasons),
      list(advice(one)),
    ]),
    [1],
  );
}

/** Recommended actions for a component, in sentences. */
export function advice(one: ReportComponent): string[] {
  const failures = [...groupBy(one.failures, ({ reason }) => reason)].map(
    ([reason, broken]) => `Breaks ${broken.map(({ rule_id }) => rule_id).join(', ')}: ${reason}`,
  );
  const decide = one.undecided === 0 ? [] : [`Find out whether the ${one.undecided} that may affect it ${one.undecided === 1 ? 'does' : 'do'}, and make a statement.`]; // prettier-ignore
  if (totalCount(one.vulnerabilities) === 0) return [...decide, ...failures];
  const remaining = one.remaining.length > 0 ? `; ${one.remaining.slice(0, 3).join(', ')} remain${one.remaining.length === 1 ? 's' : ''}` : ''; // prettier-ignore
  const fix = one.update_to === null
    ? 'No fixed version is known: replace it, or state why it is not affected.'
    : `Update to ${one.update_to}: fixes ${one.fixes} of its advisories${remaining}.`; // prettier-ignore
  return [fix, ...decide, ...failures];
}
