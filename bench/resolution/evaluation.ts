import { ask } from '../../src/resolution/matching/asked.js';
import { selectAutomatically, type AutomaticSelection } from '../../src/resolution/matching/gates.js';
import type { ModelWeights, RankedKind } from '../../src/resolution/matching/weights.js';
import { cpeIdentity, purlIdentity } from './rows.js';
import type { Outcome } from './calibrate.js';
import { kinds, listedOf, rankCase, truthOf, type Case } from './training.js';

/** Automatic selections: how many, how many of them right; what must never happen is written out. */
export function evaluateSelection(cases: readonly Case[], modelOf: (one: Case) => ModelWeights): void {
  const table = new Map<string, { rows: number; selected: number; right: number }>();
  for (const one of cases) {
    const asked = ask(one.evidence, modelOf(one));
    const selection = selectAutomatically(asked, rankCase(one, modelOf(one)));
    for (const kind of kinds) {
      const chosen = identityOf(selection, kind);
      const truth = truthOf(one.row, kind);
      const { split } = one.row;
      const forbidden = (one.row.truth.must_not_cpes ?? []).map(cpeIdentity);
      if (chosen !== null && (split === 'negative' || forbidden.includes(chosen)))
        process.stdout.write(`FORBIDDEN ${kind} ${chosen} for ${JSON.stringify(one.row.input)}\n`);
      if (truth.size === 0 || !/clean|noisy/.test(split)) continue;
      const counts = table.get(`${split} ${kind}`) ?? { rows: 0, selected: 0, right: 0 };
      counts.rows += 1;
      if (chosen !== null) counts.selected += 1;
      if (chosen !== null && truth.has(chosen)) counts.right += 1;
      else if (chosen !== null) process.stdout.write(`wrong ${kind} ${chosen} for ${JSON.stringify(one.row.input)}\n`);
      table.set(`${split} ${kind}`, counts);
    }
  }
  for (const [key, { rows, selected, right }] of [...table].sort(([one], [other]) => (one < other ? -1 : 1)))
    process.stdout.write(
      `${key.padEnd(16)} selected ${((100 * selected) / rows).toFixed(1)}% right ${((100 * right) / selected).toFixed(1)}%\n`,
    );
}

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
      if (truth.size === 0 || !/clean|noisy/.test(one.row.split)) continue;
      const place = listedOf(ranking, kind).findIndex(({ id }) => truth.has(id));
      for (const key of [`${one.row.split} ${kind} *`, `${one.row.split} ${kind} ${one.row.slice}`]) {
        const counts = table.get(key) ?? [0, 0, 0, 0];
        counts[0]! += 1;
        if (place === 0) counts[1]! += 1;
        if (place >= 0 && place < 5) counts[2]! += 1;
        if (place >= 0) counts[3]! += 1;
        table.set(key, counts);
      }
    }
  }
  for (const key of [...table.keys()].sort()) {
    const [n, top1, top5, any] = table.get(key)! as [number, number, number, number];
    const share = (count: number): string => `${((100 * count) / n).toFixed(1)}%`;
    const figures = `top1=${share(top1)} top5=${share(top5)} found=${share(any)}`;
    process.stdout.write(`${key.padEnd(34)} n=${String(n).padEnd(5)} ${figures}\n`);
  }
}

/** For each tenth of confidence: how many candidates, what they promise, how many of them are right. */
export function evaluateCalibration(kind: RankedKind, outcomes: readonly Outcome[]): void {
  const tenths = Array.from({ length: 10 }, () => ({ count: 0, promised: 0, right: 0 }));
  for (const { confidence, right } of outcomes) {
    const tenth = tenths[Math.min(9, Math.floor(confidence * 10))]!;
    tenth.count += 1;
    tenth.promised += confidence;
    if (right) tenth.right += 1;
  }
  const percent = (part: number, whole: number): string => ((100 * part) / whole).toFixed(0);
  const parts = tenths
    .filter(({ count }) => count > 0)
    .map(({ count, promised, right }) => `${count}: ${percent(promised, count)}→${percent(right, count)}`);
  process.stdout.write(`${kind} calibration, held out: ${parts.join('  ')}\n`);
}
