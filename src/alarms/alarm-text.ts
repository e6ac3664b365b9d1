import { rankedSeverities } from '../model/severities.js';
import type { Digest, DigestEvent, DigestItem } from './messages.repository.js';

/** A message as plain text, before it is put into the form of a receiver: every line is one line without markup. */
export interface AlarmText {
  readonly title: string;
  readonly sections: readonly AlarmSection[];
  /** Said below the sections. */
  readonly notes: readonly string[];
}

export interface AlarmSection {
  readonly heading: string;
  readonly lines: readonly string[];
}

/** How much of a digest a receiver takes. */
export interface TextLimits {
  readonly sections: number;
  readonly lines: number;
  /** Characters of a line. */
  readonly characters: number;
}

/** Foreign text as one line: no control characters, no marks that change the direction of writing. */
export const oneLine = (text: string, max: number): string => {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line.length <= max ? line : `${line.slice(0, max - 1).toWellFormed()}…`;
};

/** Composes the text of a digest: the worst SBOMs first, each with its worst items, and what was left out as a number. */
export function alarmText({ events, items, undecided }: Digest, limits: TextLimits): AlarmText {
  const ordered = [...events].sort(worstFirst);
  const shown = ordered.slice(0, limits.sections);
  const shownIds = new Set(shown.map(({ id }) => id));
  const hidden = ordered.slice(limits.sections);
  const left = undecided + sum(hidden.map((event) => event.undecided));
  const kept = items.filter(({ event_id }) => shownIds.has(event_id)).slice(0, limits.lines);
  const notes = [
    ...(hidden.length > 0 ? [`${hidden.length} more alarms are not listed here.`] : []),
    ...(shown.some(({ is_first }) => is_first)
      ? ['"First look" lists all that is there, and does not mean that it is new.']
      : []),
    ...(left > 0 ? [`${leftOut(left)}, in other alarms of which nothing else is sent.`] : []),
  ];
  return {
    title: oneLine(`Stocktake: ${titleOf(ordered)}`, 150),
    sections: shown.map((event) => sectionOf(event, kept.filter(({ event_id }) => event_id === event.id), limits)), // prettier-ignore
    notes,
  };
}

/** What a message without a section says. */
export const nothingPassed = ({ undecided }: Digest): string =>
  undecided > 0 ? `Nothing passed the filter. ${leftOut(undecided)}` : 'Nothing passed the filter';

const leftOut = (undecided: number): string =>
  `Left out: ${undecided} of which it is not known whether they affect the version`;

/** Of what nobody watches is known as little as of a vulnerability without a rating. */
const figuresOf = ({ type, exploited, severities, passing }: DigestEvent): number[] => [
  exploited,
  ...rankedSeverities.map((word) =>
    word === 'unknown' && type === 'monitor.failed' ? passing : (severities[word] ?? 0),
  ),
  passing,
];

/** Any number of milder ones is no worse than one that is worse. */
function worstFirst(one: DigestEvent, other: DigestEvent): number {
  const [own, others] = [figuresOf(one), figuresOf(other)];
  const index = own.findIndex((figure, at) => figure !== others[at]);
  return index < 0 ? 0 : others[index]! - own[index]!;
}

function titleOf(events: readonly DigestEvent[]): string {
  const [first] = events;
  if (events.length === 1 && first) return `${sbomOf(first)}: ${headline(first)}`;
  const sboms = new Set(events.map(({ id, sbom_id }) => sbom_id ?? id)).size;
  const critical = sum(events.map(({ severities }) => severities['critical'] ?? 0));
  const exploited = sum(events.filter(({ type }) => type === 'vulnerability.exploited').map(({ passing }) => passing));
  const worst = [
    ...(critical > 0 ? [`${critical} critical`] : []),
    ...(exploited > 0 ? [`${exploited} exploited`] : []),
  ];
  return `${count(events.length, 'alarm')} for ${count(sboms, 'SBOM')}${worst.length > 0 ? ` (${worst.join(', ')})` : ''}`;
}

function sectionOf(event: DigestEvent, items: readonly DigestItem[], limits: TextLimits): AlarmSection {
  const supplier = event.supplier === '' ? '' : `, of ${event.supplier}`;
  const more = event.passing - items.length;
  return {
    heading: oneLine(`${sbomOf(event)}${supplier}: ${headline(event)}`, limits.characters),
    lines: [
      ...items.map((item) => oneLine(lineOf(event, item), limits.characters)),
      ...(more > 0 ? [`and ${more} more`] : []),
      ...(event.undecided > 0 ? [leftOut(event.undecided)] : []),
    ],
  };
}

const sbomOf = ({ sbom_name, sbom_version }: DigestEvent): string => oneLine(`${sbom_name} ${sbom_version}`, 120);

function headline({ type, passing, is_first: isFirst, severities, exploited, worsened }: DigestEvent): string {
  const worst = rankedSeverities.flatMap((word) => (severities[word] ? [`${severities[word]} ${word}`] : []));
  const figures = [...worst, ...(exploited > 0 ? [`${exploited} exploited`] : [])].join(', ');
  switch (type) {
    case 'vulnerability.found':
      if (isFirst) return `${count(passing, 'vulnerability')} (${figures}), first look`;
      return `${[
        ...(passing > worsened ? [count(passing - worsened, 'new vulnerability')] : []),
        ...(worsened > 0 ? [`${count(worsened, 'vulnerability')} rated worse than before`] : []),
      ].join(', ')} (${figures})`;
    case 'vulnerability.exploited':
      return `${count(passing, 'vulnerability')} known to be exploited${isFirst ? ', first look' : ''}`;
    case 'license.violated':
      return `${count(passing, 'violation')} of licence rules${isFirst ? ', first look' : ''}`;
    case 'component.end_of_life':
      return `${count(passing, 'package')} past the end of life${isFirst ? ', first look' : ''}`;
    case 'sbom.quality_fell':
      return 'the quality of its file has fallen';
    case 'verdict.changed':
      return 'its verdict has changed';
    case 'monitor.failed':
      return 'its monitoring fails';
    default:
      return type;
  }
}

function lineOf({ type }: DigestEvent, item: DigestItem): string {
  if (type === 'verdict.changed') return `Now ${item.subject}. ${item.text}`;
  if (type === 'monitor.failed') return item.text;
  if (type === 'sbom.quality_fell') return `${item.subject}: ${item.text}`;
  const what = `${item.component} ${item.version}`.trim();
  const where = item.components > 1 ? `${what} (and ${item.components - 1} more of this package)` : what;
  if (!type.startsWith('vulnerability.')) return `${where}: ${item.text || item.subject}`;
  const facts = [
    item.former_severity ? `${item.severity}, before ${item.former_severity}` : item.severity,
    ...(item.status === 'unknown' ? ['may affect the version'] : []),
    ...(item.exploited ? ['exploited'] : []),
    ...(item.epss === null ? [] : [`EPSS ${(item.epss * 100).toFixed(1)} %`]),
    item.fixed_in ? `fixed in ${item.fixed_in}` : 'no fix is known',
  ];
  return `${item.subject} in ${where}: ${facts.join(', ')}${item.text === '' ? '' : `. ${item.text}`}`;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const count = (n: number, word: string): string =>
  `${n} ${n === 1 ? word : word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`}`;
