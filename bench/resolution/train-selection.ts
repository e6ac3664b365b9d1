import { buildQuery } from '../../src/resolution/matching/compare/component-query.js';
import type { SelectionWeights, ModelWeights, RankedKind } from '../../src/resolution/matching/rank/model-weights.js';
import { ruleFor, selectAutomatically, selectionRules } from '../../src/resolution/matching/select/auto-selection.js';
import { selectionFeatures, listOf } from '../../src/resolution/matching/select/selection-features.js';
import { selectByFeatures } from '../../src/resolution/matching/select/learned-selection.js';
import type { SelectionRule } from '../../src/resolution/matching/select/selection-rule.js';
import { agreementWithTruth } from './aliases.js';
import { fit } from './conditional-logit.js';
import { cpeIdentity } from './rows.js';
import { foldOf, kinds, listedOf, rankCase, truthOf, type Case } from './training.js';

type Selections = ModelWeights['selection'];

/** A case that the rules of a kind leave open. */
interface OpenCase {
  readonly fold: number;
  readonly values: Readonly<Record<string, number>>;
  /** What is learnt as right: of products also another vendor's of the name, because their truth errs most. */
  readonly learnt: boolean;
  /** Selecting it is never allowed. */
  readonly forbidden: boolean;
  /** Only says which product is wrong. */
  readonly confusable: boolean;
}

/** Less probable candidates are not selected. */
const minProbability = 0.95;
/** A threshold is so much above the most probable forbidden case. */
const margin = 0.002;
const forbiddenWeight = 3;
const penalty = 0.01;

/**
 * A model for each fold by the cases of the others, and one by all. Cases are ranked by models that have not seen
 * them; packages come first, because the selected one is evidence for a product.
 */
export function trainSelections(
  cases: readonly Case[],
  models: readonly ModelWeights[],
): { readonly heldOut: readonly Selections[]; readonly final: Selections } {
  let heldOut = models.map(({ selection }) => selection);
  let final = models[0]!.selection;
  for (const kind of kinds) {
    const open = cases.flatMap((one) => {
      const fold = foldOf(one.row.group);
      return openCase(kind, one, { ...models[fold]!, selection: heldOut[fold]! }) ?? [];
    });
    const fitted = models.map((_, fold) => fitSelection(open.filter((one) => one.fold !== fold)));
    const probable = open.map((one) => ({
      ...one,
      probability: selectByFeatures(fitted[one.fold]!, one.values).probability,
    }));
    heldOut = heldOut.map((selection, fold) => ({
      ...selection,
      [kind]: {
        ...fitted[fold]!,
        threshold: thresholdOf(probable.filter((one) => one.fold !== fold)),
      },
    }));
    final = { ...final, [kind]: { ...fitSelection(open), threshold: thresholdOf(probable) } };
  }
  return { heldOut, final };
}

function openCase(kind: RankedKind, one: Case, model: ModelWeights): OpenCase | null {
  const { row, entries } = one;
  const truth = [...truthOf(row, kind)];
  const isConfusable = row.split === 'confusable';
  if (isConfusable ? kind !== 'product' : truth.length === 0 && row.split !== 'negative') return null;
  const ranking = rankCase(one, model);
  const [best] = listOf(kind, ranking);
  if (!best) return null;
  const query = buildQuery(one.evidence, model);
  const selection = selectAutomatically(query, ranking, model);
  const facts = {
    query,
    ranking,
    best,
    selectedPackage: kind === 'package' ? null : selection.package,
    selectedProduct: kind === 'repo' ? selection.product : null,
  };
  const rules = selectionRules[kind] as unknown as readonly SelectionRule<typeof best>[];
  if (!ruleFor(rules, facts).isOpen) return null;
  const { id } = listedOf(ranking, kind)[0]!;
  const { isRight, isNamesake } = agreementWithTruth(kind, id, truth, entries);
  return {
    fold: foldOf(row.group),
    values: selectionFeatures(kind, facts),
    learnt: kind === 'product' ? isNamesake : isRight,
    forbidden: row.split === 'negative' || (row.truth.must_not_cpes ?? []).map(cpeIdentity).includes(id),
    confusable: isConfusable,
  };
}

/** A logistic regression over standardized features: a choice between the best candidate and "none". */
function fitSelection(open: readonly OpenCase[]): SelectionWeights {
  const known = open.filter(({ confusable, forbidden }) => forbidden || !confusable);
  const names = Object.keys(known[0]!.values);
  const scales = names.map((name) => scaleOf(known.map(({ values }) => values[name]!)));
  const choices = known.map((one) => ({
    candidates: [names.map((name, index) => (one.values[name]! - scales[index]!.mean) / scales[index]!.deviation)],
    right: one.learnt && !one.forbidden ? [0] : [],
    importance: one.forbidden ? forbiddenWeight : 1,
  }));
  const { none, weights } = fit(choices, { features: names.length, penalty, rounds: 400 });
  return {
    threshold: 2,
    base: -none,
    features: Object.fromEntries(
      names.map((name, index) => [name, [weights[index]! / scales[index]!.deviation, scales[index]!.mean] as const]),
    ),
  };
}

function scaleOf(values: readonly number[]): { readonly mean: number; readonly deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  // A feature that never varies gets no weight.
  return { mean, deviation: variance > 0 ? Math.sqrt(variance) : 1 };
}

/** Above everything forbidden that a model without it would select. */
function thresholdOf(open: readonly (OpenCase & { readonly probability: number })[]): number {
  const forbidden = open.filter((one) => one.forbidden).map(({ probability }) => probability + margin);
  return Math.max(minProbability, ...forbidden);
}
