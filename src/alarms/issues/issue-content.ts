import { createHash } from 'node:crypto';
import { oneLine } from '../alarm-text.js';
import type { AlarmItem, AlarmSubject } from '../alarm-types.js';
import type { IssueContent } from './issue-tracker.js';

/** What is open of an SBOM, after the filter of the channel. */
export interface OpenItems {
  readonly total: number;
  /** The worst first; not all of them. */
  readonly items: readonly OpenItem[];
  /** Published earlier, of components that cannot be examined, or declare no licence, any more: that mends nothing. */
  readonly unexamined: number;
  /** Left out, because it is not known whether they affect the version. */
  readonly undecided: number;
}

export interface OpenItem extends AlarmItem {
  /** `vulnerability`, `license` or `end_of_life`. */
  readonly kind: string;
}

const maxCharacters = 300;
/** Of all findings: Jira refuses a description of more than 32,767 characters, and with it the whole issue. */
const maxFindingsCharacters = 30_000;

/** The issue that says what is open of an SBOM. */
export function issueContent(sbom: AlarmSubject, open: OpenItems): IssueContent {
  const { total, items, unexamined, undecided } = open;
  const product = oneLine(`${sbom.name} ${sbom.version}`, 120);
  const supplier = sbom.supplier === '' ? '' : oneLine(`, of ${sbom.supplier}`, 120);
  const findings = fitting(items.map((item) => oneLine(`- ${lineOf(item)}`, maxCharacters)));
  return {
    title: oneLine(`Stocktake: ${product}: ${headline(open)}`, 200),
    lines: [
      `${product}${supplier}`,
      '',
      ...findings,
      ...(total > findings.length ? [`and ${total - findings.length} more`] : []),
      ...(unexamined > 0
        ? [
            '',
            `${unexamined} more were found earlier, in components that cannot be examined, or declare no licence, any more.`,
          ]
        : []),
      ...(undecided > 0
        ? ['', `${undecided} more are left out, of which it is not known whether they affect the version.`]
        : []),
      '',
      `SBOM ${sbom.id}. Stocktake keeps this text up to date, and closes the issue when nothing is open.`,
    ],
  };
}

/** The first lines, as many as an issue takes. */
function fitting(lines: readonly string[]): readonly string[] {
  let characters = 0;
  const end = lines.findIndex((line) => (characters += line.length + 1) > maxFindingsCharacters);
  return end < 0 ? lines : lines.slice(0, end);
}

function headline({ total, unexamined, undecided }: OpenItems): string {
  if (total === 0 && undecided > 0)
    return `it is not known whether ${count(undecided + unexamined, 'finding is', 'findings are')} open`;
  if (total === 0) return `${unexamined} of the findings cannot be examined any more`;
  return `${count(total, 'finding is', 'findings are')} open`;
}

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

/** Why an issue is closed: the SBOM does not pass the filter any more, nothing that does is open, or nothing at all. */
export type ClosingCause = 'left_out' | 'filtered' | 'nothing';

const closingWords: Readonly<Record<ClosingCause, { readonly title: string; readonly line: string }>> = {
  left_out: {
    title: 'left out by the filter of the channel',
    line: 'The filter of the channel leaves this SBOM out now. What was open may be open still.',
  },
  filtered: {
    title: 'nothing that passes the filter is open',
    line: 'Nothing that passes the filter of the channel is open any more. What it leaves out may be.',
  },
  nothing: { title: 'nothing is open', line: 'Nothing that the channel looks for is open any more.' },
};

/** The last word on an issue. */
export const closedContent = (sbom: AlarmSubject, cause: ClosingCause): IssueContent => {
  const product = oneLine(`${sbom.name} ${sbom.version}`, 120);
  const { title, line } = closingWords[cause];
  return {
    title: oneLine(`Stocktake: ${product}: ${title}`, 200),
    lines: [product, '', line, '', `SBOM ${sbom.id}.`],
  };
};

function lineOf(item: OpenItem): string {
  const where = `${item.component} ${item.version}`.trim();
  const more = item.components > 1 ? ` (and ${item.components - 1} more of this package)` : '';
  if (item.kind !== 'vulnerability') return `${where}${more}: ${item.text || item.subject}`;
  const facts = [
    item.severity === 'unknown' ? 'not rated' : item.severity,
    ...(item.status === 'unknown' ? ['may affect the version'] : []),
    ...(item.exploited ? ['exploited'] : []),
    item.fixed_in ? `fixed in ${item.fixed_in}` : 'no fix is known',
  ];
  return `${item.subject} in ${where}${more}: ${facts.join(', ')}${item.text === '' ? '' : `. ${item.text}`}`;
}

export const digestOf = (content: IssueContent): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

/** By which the issue is found again, should its number be lost. */
export const labelOf = (channelId: string, sbomId: string): string =>
  `stocktake-${createHash('sha256').update(`${channelId} ${sbomId}`).digest('hex').slice(0, 24)}`;
