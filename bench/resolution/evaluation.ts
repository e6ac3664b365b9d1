import { buildQuery } from '../../src/resolution/matching/compare/component-query.js';
import { selectAutomatically, type AutomaticSelection } from '../../src/resolution/matching/select/auto-selection.js';
import type { ModelWeights, RankedKind } from '../../src/resolution/matching/rank/model-weights.js';
import { agreementWithTruth } from './aliases.js';
import { cpeIdentity, purlIdentity } from './rows.js';
import type { HeldOutConfidence } from './calibrate.js';
import { foldOf, folds, kinds, listedOf, rankCase, truthOf, type Case } from './training.js';

/** Splits whose rows have a truth. */
export const judgedSplits = /clean|noisy|sbom|list/;

interface Selections {
  rows: number;
  selected: number;
  /** The truth or an alias; and the truth's name. */
  right: number;
  named: number;
}

/**
 * Automatic selections, each by a model that has not seen the row: how many, how many of them right, as the mean of the
 * folds and from the worst fold to the best; what must never happen, and what is wrong, is written out.
 */
export function evaluateSelection(cases: readonly Case[], modelOf: (one: Case) => ModelWeights): void {
  const table = new Map<string, Selections[]>();
  for (const one of cases) {
    const { row } = one;
    const selection = selectAutomatically(
      buildQuery(one.evidence, modelOf(one)),
      rankCase(one, modelOf(one)),
      modelOf(one),
    );
    const forbidden = (row.truth.must_not_cpes ?? []).map(cpeIdentity);
    for (const kind of kinds) {
      const chosen = identityOf(selection, kind);
      const truth = truthOf(row, kind);
      if (chosen !== null && (row.split === 'negative' || forbidden.includes(chosen)))
        process.stdout.write(`FORBIDDEN ${kind} ${chosen} for ${JSON.stringify(row.input)}\n`);
      if (truth.size === 0 || !judgedSplits.test(row.split)) continue;
      const key = `${row.split} ${kind}`;
      const counts =
        table.get(key) ?? Array.from({ length: folds }, () => ({ rows: 0, selected: 0, right: 0, named: 0 }));
      table.set(key, counts);
      const fold = counts[foldOf(row.group)]!;
      fold.rows += 1;
      if (chosen === null) continue;
      const { isRight, isNamesake } = agreementWithTruth(kind, chosen, truth, one.entries);
      fold.selected += 1;
      fold.right += Number(isRight);
      fold.named += Number(isNamesake);
      if (!isNamesake) process.stdout.write(`wrong ${kind} ${chosen} for ${JSON.stringify(row.input)}\n`);
    }
  }
  for (const [key, counts] of [...table].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const selected = overFolds(counts.map((fold) => fold.selected / fold.rows));
    const right = overFolds(counts.map((fold) => fold.right / fold.selected));
    const named = overFolds(counts.map((fold) => fold.named / fold.selected));
    process.stdout.write(`${key.padEnd(16)} selected ${selected}  right ${right}  right by name ${named}\n`);
  }
}

function overFolds(ratios: readonly number[]): string {
  const percent = (ratio: number): string => (100 * ratio).toFixed(1);
  return `${percent(mean(ratios))}% (${percent(Math.min(...ratios))}–${percent(Math.max(...ratios))})`;
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

function identityOf(selection: AutomaticSelection, kind: RankedKind): string | null {
  if (kind === 'package') return selection.package && purlIdentity(selection.package.candidate.purl);
  if (kind === 'product') return selection.product && cpeIdentity(selection.product.candidate.cpe);
  return selection.repo && selection.repo.candidate.url;
}

export function evaluate(cases: readonly Case[], modelOf: (one: Case) => ModelWeights): void {
  const table = new Map<string, number[]>();
  for (const one of cases) {
    const ranking = rankCase(one, modelOf(one));
    for (const kind of kinds) {
      const truth = truthOf(one.row, kind);
      if (truth.size === 0 || !judgedSplits.test(one.row.split)) continue;
      const index = listedOf(ranking, kind).findIndex(
        ({ id }) => agreementWithTruth(kind, id, truth, one.entries).isRight,
      );
      for (const key of [`${one.row.split} ${kind} *`, `${one.row.split} ${kind} ${one.row.slice}`]) {
        const counts = table.get(key) ?? [0, 0, 0, 0];
        counts[0]! += 1;
        if (index === 0) counts[1]! += 1;
        if (index >= 0 && index < 5) counts[2]! += 1;
        if (index >= 0) counts[3]! += 1;
        table.set(key, counts);
      }
    }
  }
  for (const key of [...table.keys()].sort()) {
    const [n, top1, top5, any] = table.get(key)! as [number, number, number, number];
    const percentOf = (count: number): string => `${((100 * count) / n).toFixed(1)}%`;
    const figures = `top1=${percentOf(top1)} top5=${percentOf(top5)} found=${percentOf(any)}`;
    process.stdout.write(`${key.padEnd(34)} n=${String(n).padEnd(5)} ${figures}\n`);
  }
}

/**
 * For each tenth of confidence: how many candidates, what they promise, how many of them are right, and how far chance
 * alone leads a share of so many astray (two standard errors).
 */
export function evaluateCalibration(kind: RankedKind, outcomes: readonly HeldOutConfidence[]): void {
  const tenths = Array.from({ length: 10 }, (): HeldOutConfidence[] => []);
  for (const one of outcomes) tenths[Math.min(9, Math.floor(one.confidence * 10))]!.push(one);
  process.stdout.write(`${kind}: confidence, held out       rows  promised   right  difference\n`);
  for (const [tenth, list] of tenths.entries()) {
    const rows = list.length;
    if (rows === 0) continue;
    const promised = mean(list.map(({ confidence }) => confidence));
    const right = list.filter((one) => one.right).length / rows;
    const chance = 2 * Math.sqrt((promised * (1 - promised)) / rows);
    const percent = (ratio: number): string => (100 * ratio).toFixed(1).padStart(8);
    const span = `${(tenth / 10).toFixed(1)}–${((tenth + 1) / 10).toFixed(1)}`.padEnd(24);
    const difference = `${percent(right - promised)} ±${(100 * chance).toFixed(1)}`;
    process.stdout.write(
      `  ${span} ${String(rows).padStart(6)} ${percent(promised)}${percent(right)}  ${difference}\n`,
    );
  }
}
