import { buildQuery } from '../../src/resolution/matching/compare/component-query.js';
import type { ModelWeights, RankedKind } from '../../src/resolution/matching/rank/model-weights.js';
import { trainedModel } from '../../src/resolution/matching/rank/trained-model.js';
import {
  selectAutomatically,
  selectionRules,
  type SelectionRules,
} from '../../src/resolution/matching/select/auto-selection.js';
import { agreementWithTruth } from './aliases.js';
import { judgedSplits } from './evaluation.js';
import { cpeIdentity } from './rows.js';
import { kinds, listedOf, rankCase, truthOf, type Case } from './training.js';

interface Result {
  first: number;
  selected: number;
  right: number;
  forbidden: number;
}

interface Variant {
  readonly model: ModelWeights;
  readonly rules: SelectionRules;
}

type Results = Record<RankedKind, Result>;

const whole: Variant = { model: trainedModel, rules: selectionRules };

/** Each feature is taken out on so many cases only, because each time all candidates are ranked again. */
const maxCasesForFeatures = 2_000;

/**
 * What each gate (rule of selection, learned selection) and each reading (feature of the ranking) carries: how the figures
 * change without it. What changes nothing can go.
 */
export function ablation(cases: readonly Case[]): string {
  const step = Math.ceil(cases.length / maxCasesForFeatures);
  const some = cases.filter((_, index) => index % step === 0);
  const all = resultsOf(cases, whole);
  const ofSome = resultsOf(some, whole);
  const lines = kinds.flatMap((kind) => [
    `${kind}: with everything${' '.repeat(32 - kind.length)}${figures(all[kind])}`,
    ...withoutRules(kind).map(([name, variant]) => difference(`${kind} gate ${name}`, all, resultsOf(cases, variant))),
    ...withoutFeatures(kind).map(([name, variant]) =>
      difference(`${kind} reading ${name}`, ofSome, resultsOf(some, variant)),
    ),
  ]);
  return [`${'without'.padEnd(50)}   first  selected   right  forbidden, all kinds`, ...lines].join('\n');
}

function withoutRules(kind: RankedKind): [string, Variant][] {
  const undecided = { ...trainedModel.selection, [kind]: { threshold: 2, base: 0, features: {} } };
  return [
    ...selectionRules[kind].map(({ id }): [string, Variant] => [
      id,
      { ...whole, rules: { ...selectionRules, [kind]: selectionRules[kind].filter((rule) => rule.id !== id) } },
    ]),
    ['learned selection', { ...whole, model: { ...trainedModel, selection: undecided } }],
  ];
}

function withoutFeatures(kind: RankedKind): [string, Variant][] {
  const { none, weights } = trainedModel[kind];
  return Object.keys(weights).map((name) => [
    name,
    { ...whole, model: { ...trainedModel, [kind]: { none, weights: { ...weights, [name]: 0 } } } },
  ]);
}

function resultsOf(cases: readonly Case[], { model, rules }: Variant): Results {
  const empty = (): Result => ({ first: 0, selected: 0, right: 0, forbidden: 0 });
  const results: Results = { package: empty(), product: empty(), repo: empty() };
  for (const one of cases) {
    const ranking = rankCase(one, model);
    const selection = selectAutomatically(buildQuery(one.evidence, model), ranking, model, rules);
    const { row, entries } = one;
    const wrong = new Set((row.truth.must_not_cpes ?? []).map(cpeIdentity));
    for (const kind of kinds) {
      const [best] = listedOf(ranking, kind);
      if (!best) continue;
      const truth = [...truthOf(row, kind)];
      const isSelected = selection[kind] !== null;
      if (isSelected && (row.split === 'negative' || wrong.has(best.id))) results[kind].forbidden += 1;
      if (truth.length === 0 || !judgedSplits.test(row.split)) continue;
      const { isRight, isNamesake } = agreementWithTruth(kind, best.id, truth, entries);
      results[kind].first += Number(isRight);
      results[kind].selected += Number(isSelected);
      results[kind].right += Number(isSelected && isNamesake);
    }
  }
  return results;
}

const sumOf = (results: Results): Result =>
  kinds.reduce(
    (sum, kind) => ({
      first: sum.first + results[kind].first,
      selected: sum.selected + results[kind].selected,
      right: sum.right + results[kind].right,
      forbidden: sum.forbidden + results[kind].forbidden,
    }),
    { first: 0, selected: 0, right: 0, forbidden: 0 },
  );

function figures({ first, selected, right, forbidden }: Result): string {
  return [first, selected, right, forbidden].map((count) => String(count).padStart(8)).join(' ');
}

/** Over all kinds: a package that is not selected no longer confirms a product. */
function difference(what: string, before: Results, after: Results): string {
  const [old, now] = [sumOf(before), sumOf(after)];
  const changes = [
    now.first - old.first,
    now.selected - old.selected,
    now.right - old.right,
    now.forbidden - old.forbidden,
  ];
  return `${what.padEnd(50)}${changes.map((one) => (one > 0 ? `+${one}` : String(one)).padStart(8)).join(' ')}`;
}
