import type { RequirementResult, StandardResult } from './quality-check.js';

/** The delivery that a letter is about. */
export interface DeliveredProduct {
  readonly name: string;
  readonly version: string;
  readonly supplier: string;
}

export const requirementStatusWords = { met: 'met', not_met: 'not met', not_checked: 'not checked' } as const;

/** A letter to the supplier in Markdown: what each standard misses, for which components, and how to mend it. */
export function qualityLetter(delivery: DeliveredProduct, standards: readonly StandardResult[]): string {
  const product = [delivery.name, delivery.version].filter((text) => text !== '').join(' ');
  return [
    `# SBOM of ${escaped(product)}`,
    '',
    delivery.supplier === '' ? 'To the supplier:' : `To ${escaped(delivery.supplier)}:`,
    '',
    'The SBOM that you delivered was checked. Please mend what is not met, and deliver it again.',
    ...standards.flatMap(standardLines),
    '',
  ].join('\n');
}

function standardLines({ title, met, score, requirements }: StandardResult): string[] {
  const open = requirements.filter(({ status }) => status === 'not_met');
  return [
    '',
    `## ${escaped(title)}`,
    '',
    met ? 'Every requirement is met.' : `Not met; score ${score === null ? 'none' : `${score} of 100`}.`,
    '',
    '| Requirement | Result | Missing |',
    '|---|---|---|',
    ...requirements.map((one) => `| ${escaped(one.title)} | ${requirementStatusWords[one.status]} | ${missing(one)} |`),
    ...open.flatMap(openLines),
  ];
}

const missing = ({ scope, status, checked, lacking }: RequirementResult): string =>
  status === 'not_met' && scope === 'component' ? `${lacking} of ${checked}` : '';

function openLines({ title, mend, components, lacking }: RequirementResult): string[] {
  const more = lacking - components.length;
  return [
    '',
    `**${escaped(title)}.** ${escaped(mend)}`,
    ...(components.length === 0 ? [] : ['']),
    ...components.map(({ name, version, place }) => `- ${escaped(`${name} ${version}`.trim())} (${escaped(place)})`),
    ...(components.length > 0 && more > 0 ? [`- and ${more} more`] : []),
  ];
}

/** Names come from the file: one line, without control characters. */
export const oneLineOf = (text: string): string =>
  text
    .slice(0, 300)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();

/** The same without markup. */
const escaped = (text: string): string => oneLineOf(text).replace(/[\\`*_{}[\]()#+!|<>~]/g, '\\$&');
