import type { CandidateItem, ResolutionOutcome } from '../../src/resolution/matching/select/outcome.js';
import type { RankedKind } from '../../src/resolution/matching/rank/model-weights.js';
import { cpeIdentity, purlIdentity, repositoryIdentity, type LabelledRow } from './rows.js';
import { judgedSplits } from './evaluation.js';
import { kinds, truthOf } from './training.js';

interface Counts {
  rows: number;
  first: number;
  selected: number;
  right: number;
  forbidden: number;
}

/** Of one tenth of confidence: the number of candidates, the sum of their confidences, the number of right ones. */
export interface Tenth {
  count: number;
  promised: number;
  right: number;
}

/** Quality of predictions as `score.py` computes it (products leniently), and their calibration. */
export class Figures {
  readonly tenths = Object.fromEntries(
    kinds.map((kind) => [kind, Array.from({ length: 10 }, (): Tenth => ({ count: 0, promised: 0, right: 0 }))]),
  ) as Record<RankedKind, Tenth[]>;
  private readonly counts = new Map<string, Counts>();

  add(row: LabelledRow, { searchResults }: ResolutionOutcome): void {
    for (const kind of kinds) {
      const items: readonly CandidateItem[] = searchResults[kind];
      const truth = truthOf(row, kind);
      if (judgedSplits.test(row.split)) {
        if (truth.size === 0) continue;
        this.addTenths(kind, items, truth);
      } else if (row.split === 'confusable' && kind !== 'product') continue;
      const [first] = items;
      const identity = first ? identityOf(kind, first) : '';
      const isSelected = first?.automatically_selected ?? false;
      const forbidden = row.split === 'negative' || (row.truth.must_not_cpes ?? []).map(cpeIdentity).includes(identity);
      for (const part of partsOf(row)) {
        const counts = this.of(`${part} ${kind}`);
        counts.rows += 1;
        if (truth.has(identity)) counts.first += 1;
        if (isSelected) counts.selected += 1;
        if (isSelected && truth.has(identity)) counts.right += 1;
        if (isSelected && forbidden) counts.forbidden += 1;
      }
    }
  }

  /** One line per split and kind, then for each slice (an ecosystem, mostly) and for each kind of noise. */
  table(): string {
    const percent = (part: number, whole: number): string =>
      whole === 0 ? '     –' : `${((100 * part) / whole).toFixed(1)} %`.padStart(7);
    const lines = [...this.counts].sort().map(([key, { rows, first, selected, right, forbidden }]) => {
      const figures = judgedSplits.test(key);
      const rest = figures
        ? `${percent(first, rows)}  ${percent(selected, rows)}  ${percent(right, selected)}`
        : `selected ${selected}, forbidden ${forbidden}`;
      return `${key.padEnd(40)} ${String(rows).padStart(6)}  ${rest}`;
    });
    return [`${'split, part, kind'.padEnd(40)}   rows    top-1     auto    right`, ...lines].join('\n');
  }

  private addTenths(kind: RankedKind, items: readonly CandidateItem[], truth: ReadonlySet<string>): void {
    for (const item of items) {
      const tenth = this.tenths[kind][Math.min(9, Math.floor(item.confidence * 10))]!;
      tenth.count += 1;
      tenth.promised += item.confidence;
      if (truth.has(identityOf(kind, item))) tenth.right += 1;
    }
  }

  private of(key: string): Counts {
    const counts = this.counts.get(key) ?? { rows: 0, first: 0, selected: 0, right: 0, forbidden: 0 };
    this.counts.set(key, counts);
    return counts;
  }
}

/** The whole split, and the parts of it that the row belongs to. */
const partsOf = ({ split, slice, noise }: LabelledRow): string[] => [
  split,
  `${split}, ${slice},`,
  ...(noise ?? []).map((one) => `${split}, noise ${one},`),
];

function identityOf(kind: RankedKind, { purl = '', cpe = '', repo_url: url = '' }: CandidateItem): string {
  if (kind === 'package') return purlIdentity(purl);
  return kind === 'product' ? cpeIdentity(cpe) : repositoryIdentity(url);
}
