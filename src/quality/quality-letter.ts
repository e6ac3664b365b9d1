import { markdownText } from '../model/markdown.js';
import type { RequirementResult, StandardResult } from './quality-check.js';

/** The delivery that a letter is about. */
export interface DeliveredProduct {
  readonly name: string;
  readonly version: string;
  readonly supplier: string;
  /** Null: none is known. */
  readonly previous?: PreviousDelivery | null;
}

/** The delivery before, of the same product by the same supplier. */
export interface PreviousDelivery {
  readonly sbom_id: string;
  readonly name: string;
  readonly version: string;
  /** Number of its import. */
  readonly import_number: number;
  /** When it was checked, which is soon after it came. */
  readonly checked_at: Date;
  /** How well it met each standard that was checked then. */
  readonly standards: readonly PreviousScore[];
}

export interface PreviousScore {
  readonly id: string;
  /** Every requirement was met. */
  readonly met: boolean;
  /** Null: it could not be checked. */
  readonly score: number | null;
}

/** What a standard's result says against the delivery before; empty: there was none, or it was not checked by it. */
export function comparedWith({ previous }: DeliveredProduct, { id, score }: StandardResult): string {
  const before = previous?.standards.find((one) => one.id === id);
  if (!previous || !before) return '';
  const of = `the delivery of ${previous.checked_at.toISOString().slice(0, 10)}`;
  if (before.score === null || score === null)
    return before.score === score ? '' : ` Not comparable with ${of}, because one of both could not be checked.`;
  if (before.score === score) return ` The same as in ${of}.`;
  return ` ${score > before.score ? 'Better' : 'Worse'} than ${of}, which had ${before.score}.`;
}

export const requirementStatusWords = { met: 'met', not_met: 'not met', not_checked: 'not checked' } as const;

/** A letter to the supplier in Markdown: what each standard misses, for which components, and how to mend it. */
export function qualityLetter(delivery: DeliveredProduct, standards: readonly StandardResult[]): string {
  const product = [delivery.name, delivery.version].filter((text) => text !== '').join(' ');
  return [
    `# SBOM of ${markdownText(product)}`,
    '',
    delivery.supplier === '' ? 'To the supplier:' : `To ${markdownText(delivery.supplier)}:`,
    '',
    'The SBOM that you delivered was checked. Please mend what is not met, and deliver it again.',
    ...standards.flatMap((one) => standardLines(one, comparedWith(delivery, one))),
    '',
  ].join('\n');
}

function standardLines({ title, met, score, requirements }: StandardResult, compared: string): string[] {
  const open = requirements.filter(({ status }) => status === 'not_met');
  return [
    '',
    `## ${markdownText(title)}`,
    '',
    `${met ? 'Every requirement is met.' : score === null ? 'Nothing of it could be checked.' : `Not met; score ${score} of 100.`}${compared}`,
    '',
    '| Requirement | Result | Missing |',
    '|---|---|---|',
    ...requirements.map(
      (one) => `| ${markdownText(one.title)} | ${requirementStatusWords[one.status]} | ${missing(one)} |`,
    ),
    ...open.flatMap(openLines),
  ];
}

const missing = ({ scope, status, checked, lacking }: RequirementResult): string =>
  status === 'not_met' && scope === 'component' ? `${lacking} of ${checked}` : '';

function openLines({ title, mend, components, lacking }: RequirementResult): string[] {
  const more = lacking - components.length;
  return [
    '',
    `**${markdownText(title)}.** ${markdownText(mend)}`,
    ...(components.length === 0 ? [] : ['']),
    ...components.map(
      ({ name, version, place }) => `- ${markdownText(`${name} ${version}`.trim())} (${markdownText(place)})`,
    ),
    ...(components.length > 0 && more > 0 ? [`- and ${more} more`] : []),
  ];
}

/** Names come from the file: one line, without control characters. */
export const oneLineOf = (text: string): string =>
  text
    .slice(0, 300)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
