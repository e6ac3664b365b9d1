import { escapeHtml, noIcon } from '../model/html.js';
import type { RequirementResult, StandardResult } from './quality-check.js';
import { comparedWith, oneLineOf, requirementStatusWords, type DeliveredProduct } from './quality-letter.js';

const style = `body { font: 14px/1.45 system-ui, sans-serif; color: #1b1b1f; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .35rem .5rem; border-bottom: 1px solid #ddd; overflow-wrap: anywhere }
  .bad { color: #b3261e } @media print { body { margin: 0; max-width: none; font-size: 11px } tr { break-inside: avoid } }`;

/** The letter to the supplier as one page without scripts or external resources. */
export function qualityLetterHtml(delivery: DeliveredProduct, standards: readonly StandardResult[]): string {
  const product = escaped([delivery.name, delivery.version].filter((text) => text !== '').join(' '));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">${noIcon}<title>SBOM of ${product}</title><style>${style}</style></head><body>
<h1>SBOM of ${product}</h1>
<p>${delivery.supplier === '' ? 'To the supplier:' : `To ${escaped(delivery.supplier)}:`}</p>
<p>The SBOM that you delivered was checked. Please mend what is not met, and deliver it again.</p>
${standards.map((one) => standardHtml(one, comparedWith(delivery, one))).join('\n')}
</body></html>
`;
}

const standardHtml = ({ title, met, score, requirements }: StandardResult, compared: string): string =>
  `<h2>${escaped(title)}</h2>
<p>${met ? 'Every requirement is met.' : score === null ? 'Nothing of it could be checked.' : `<b class="bad">Not met</b>; score ${score} of 100.`}${compared}</p>
<table><thead><tr><th>Requirement</th><th>Result</th><th>Missing</th></tr></thead><tbody>
${requirements.map(rowHtml).join('\n')}
</tbody></table>
${requirements.filter(({ status }) => status === 'not_met').map(openHtml).join('\n')}`; // prettier-ignore

const rowHtml = ({ title, scope, status, lacking, checked }: RequirementResult): string =>
  `<tr><td>${escaped(title)}</td><td>${requirementStatusWords[status]}</td><td>${
    status === 'not_met' && scope === 'component' ? `${lacking} of ${checked}` : ''
  }</td></tr>`;

function openHtml({ title, mend, components, lacking }: RequirementResult): string {
  const more = lacking - components.length;
  const lines = components.map(({ name, version, place }) => `${`${name} ${version}`.trim()} (${place})`);
  const list = [...lines, ...(lines.length > 0 && more > 0 ? [`and ${more} more`] : [])];
  return `<p><b>${escaped(title)}.</b> ${escaped(mend)}</p>${
    list.length === 0 ? '' : `<ul>${list.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`
  }`;
}

const escaped = (text: string): string => escapeHtml(oneLineOf(text));
