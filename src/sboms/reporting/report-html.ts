import { escapeHtml } from '../../model/html.js';
import { groupBy } from '../../model/group-by.js';
import { totalCount, reportSeverities, type ReportComponent, type SbomReport } from './report-data.js';
import type { Verdict } from '../../rulesets/verdict.js';
import { riskPlot } from './risk-plot.js';

const style = `
  body { font: 14px/1.45 system-ui, sans-serif; color: #1b1b1f; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  h1 { margin-bottom: 0 } h2 { margin: 2rem 0 .5rem } .quiet { color: #5f5f66 }
  table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .35rem .5rem; border-bottom: 1px solid #ddd; overflow-wrap: anywhere }
  th.n, td.n { text-align: right; white-space: nowrap } ul { margin: 0; padding-left: 1.1rem }
  .figures { display: flex; flex-wrap: wrap; gap: 1rem; padding: 0; list-style: none } .figures li { border: 1px solid #ddd; border-radius: 6px; padding: .5rem 1rem } .figures b { display: block; font-size: 1.6rem }
  .bad { color: #b3261e } .good { color: #1f6f43 } svg { width: 100%; height: auto }
  @media print { body { margin: 0; max-width: none; font-size: 11px } tr { break-inside: avoid } thead { display: table-header-group } h2 { break-after: avoid } }`;

/** The report as one self-contained page without scripts or external resources. */
export function reportHtml(report: SbomReport): string {
  const { sbom } = report;
  const title = escapeHtml([sbom.name, sbom.version].filter((text) => text !== '').join(' '));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: risk report</title><style>${style}</style></head><body>
<h1>${title}</h1>
<p class="quiet">${sbom.supplier === '' ? '' : `${escapeHtml(sbom.supplier)} · `}Report of ${escapeHtml(report.created_at.slice(0, 16).replace('T', ' '))} UTC</p>
${verdictLine(sbom)}
${figures(report)}
${gapTable(report)}
${coverageTable(report.coverage)}
<h2>Worst components</h2>
${report.components.length === 0 ? '<p>The SBOM has no components.</p>' : componentTable(report.components)}
<h2>Licences</h2>
${table(
  ['Licence', 'Class', 'Components'],
  report.licenses.map(({ license, class: kind, components }) => [
    license === '' ? '<i>none declared</i>' : escapeHtml(license),
    escapeHtml(kind),
    number(components),
  ]),
)}
<h2>Risk over time</h2>
${report.history.length > 1 ? riskPlot(report.history, report.created_at) : '<p>The risk has not changed since it was first computed.</p>'}
</body></html>
`;
}

const verdictWords: Readonly<Record<Verdict, string>> = {
  passed: '<b class="good">Passed</b>: no component breaks a rule of the ruleset, and every one was assessed.',
  failed: '<b class="bad">Failed</b>: components break rules of the ruleset.',
  pending:
    '<b class="bad">Pending</b>: not every component was assessed as it is now, or there is none. This is no pass.',
};

/** The verdict, when it was reached, and how old the data are on which it rests. */
function verdictLine({ verdict, judged_at, data_as_of }: SbomReport['sbom']): string {
  const time = (date: Date | null): string => (date ? `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC` : '');
  const assessed = judged_at ? `Assessed ${time(judged_at)}` : 'Never assessed';
  const data = data_as_of ? `with data of ${time(data_as_of)} or later` : 'without any source of vulnerabilities';
  return `<p>${verdictWords[verdict]} <span class="quiet">${assessed}, ${data}.</span></p>`;
}

function figures({ sbom, vulnerabilities, coverage, unexamined }: SbomReport): string {
  const { risk, compliance, resolution } = sbom.metrics;
  const rated = reportSeverities.filter((level) => vulnerabilities[level] > 0).map((level) => `${vulnerabilities[level]} ${level === 'unknown' ? 'not rated' : level}`); // prettier-ignore
  const partly = coverage.reduce((sum, { status, count }) => sum + (status === 'partly' ? count : 0), 0);
  if (unexamined > 0) rated.push(`${unexamined} ${unexamined === 1 ? 'component' : 'components'} not examined`);
  if (partly > 0) rated.push(`${partly} ${partly === 1 ? 'component' : 'components'} examined only in part`);
  const items = [
    ['Risk of 100', `${risk.score}`, `${percent(risk.coverage)} of the data known, technology ${risk.scopes.software}, supply chain ${risk.scopes.supplyChain}, ecosystem ${risk.scopes.ecosystem}`],
    ['Components', `${sbom.entry_count}`, `${resolution.resolved} resolved, ${resolution.partiallyResolved} in part, ${resolution.unresolved} not`],
    ['Vulnerabilities', `${totalCount(vulnerabilities)}`, rated.join(', ') || 'none known'],
    ['Fail the ruleset', `${compliance.failing}`, `${compliance.passing} pass`],
  ]; // prettier-ignore
  const item = ([name, value, more]: string[]): string =>
    `<li>${escapeHtml(name!)}<b>${escapeHtml(value!)}</b><span class="quiet">${escapeHtml(more!)}</span></li>`;
  return `<ul class="figures">${items.map(item).join('')}</ul>`;
}

/** Files of the source that may name more components; nothing where everything was read. */
function gapTable({ sbom, gaps }: SbomReport): string {
  if (gaps.length === 0) return '';
  const rows = gaps.map(({ path, kind, message, accepted_at, note }) => [
    `${escapeHtml(path || 'the source')}<br><span class="quiet">${escapeHtml(kind)}</span>`,
    escapeHtml(message),
    accepted_at === null ? '<b class="bad">open</b>' : `accepted: ${escapeHtml(note)}`,
  ]);
  const open = sbom.open_gaps === 0 ? '' : `<p>The list of components may be incomplete: nobody accepted ${sbom.open_gaps} of the gaps.</p>\n`; // prettier-ignore
  return `<h2>Seen and not read</h2>\n${open}${table(['File', 'Why', 'Gap'], rows)}`;
}

/** What was not, or only partly, examined for vulnerabilities, and why; nothing where everything was. */
function coverageTable(coverage: SbomReport['coverage']): string {
  const missing = coverage.filter(({ status }) => status !== 'examined');
  if (missing.length === 0) return '';
  const rows = missing.map(({ status, reason, count }) => [
    status === 'partly' ? 'Only in part' : 'No',
    escapeHtml(reason),
    number(count),
  ]);
  return `<h2>Not examined for vulnerabilities</h2>\n${table(['Examined', 'Why', 'Components'], rows)}`;
}

function componentTable(components: readonly ReportComponent[]): string {
  return table(
    ['Component', 'Risk', 'Why', 'What to do'],
    components.map((one) => [
      `<b>${escapeHtml(one.name)}</b> ${escapeHtml(one.version)}<br><span class="quiet">${escapeHtml(one.identifier || one.org)}</span>`,
      one.risk === null ? '–' : `${number(one.risk)}<br><span class="quiet">${percent(one.risk_coverage)} known</span>`,
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
  if (totalCount(one.vulnerabilities) === 0) return failures;
  const remaining = one.remaining.length > 0 ? `; ${one.remaining.slice(0, 3).join(', ')} remain${one.remaining.length === 1 ? 's' : ''}` : ''; // prettier-ignore
  const fix = one.update_to === null
    ? 'No fixed version is known: replace it, or state why it is not affected.'
    : `Update to ${one.update_to}: fixes ${one.fixes} of its advisories${remaining}.`; // prettier-ignore
  return [fix, ...failures];
}

const list = (texts: readonly string[]): string =>
  texts.length === 0 ? '–' : `<ul>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`;

const percent = (share: number): string => `${Math.round(100 * share)} %`;

const number = (value: number): string => `<span>${value}</span>`;

/** @param right indexes of right-aligned columns; cells are HTML */
function table(
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
