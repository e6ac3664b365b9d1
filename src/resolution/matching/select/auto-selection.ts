import type { ComponentQuery } from '../compare/component-query.js';
import type { SelectionWeights, ModelWeights, RankedKind } from '../rank/model-weights.js';
import type { RankedCandidates } from '../rank/ranked-candidates.js';
import type { ScoredCandidate } from '../rank/score-candidates.js';
import { selectionFeatures } from './selection-features.js';
import { selectByFeatures, explainSelection } from './learned-selection.js';
import { packageRules } from './package-rules.js';
import { productRules } from './product-rules.js';
import { repositoryRules } from './repository-rules.js';
import type {
  ScoredPackage,
  ScoredProduct,
  ScoredRepository,
  SelectionFacts,
  SelectionRule,
} from './selection-rule.js';

/** All rules of automatic selection, by kind. */
export const selectionRules = { package: packageRules, product: productRules, repo: repositoryRules } as const;

export type SelectionRules = typeof selectionRules;

/** What is selected without a person; null where nothing is. */
export interface AutomaticSelection {
  readonly package: ScoredPackage | null;
  readonly product: ScoredProduct | null;
  readonly repo: ScoredRepository | null;
  /** By kind, writes why the best candidate is selected or not; null where there is no candidate. */
  readonly reasons: Readonly<Record<RankedKind, (() => string) | null>>;
}

/** Packages first: the selected one confirms a product, both confirm a repository. */
export function selectAutomatically(
  query: ComponentQuery,
  ranking: RankedCandidates,
  { selection }: Pick<ModelWeights, 'selection'>,
  rules: SelectionRules = selectionRules,
): AutomaticSelection {
  const deciderOf = (kind: RankedKind): Decider => ({ kind, rules: rules[kind], model: selection[kind] });
  const start = { query, ranking, selectedPackage: null, selectedProduct: null };
  const pack = decide(deciderOf('package'), ranking.packages[0], start);
  const withPackage = { ...start, selectedPackage: pack.selected };
  const product = decide(deciderOf('product'), ranking.products[0], withPackage);
  const withBoth = { ...withPackage, selectedProduct: product.selected };
  const repo = decide(deciderOf('repo'), ranking.repositories[0], withBoth);
  return {
    package: pack.selected,
    product: product.selected,
    repo: repo.selected,
    reasons: { package: pack.reason, product: product.reason, repo: repo.reason },
  };
}

interface Decider {
  readonly kind: RankedKind;
  readonly rules: SelectionRules[RankedKind];
  readonly model: SelectionWeights;
}

interface Decided<Scored> {
  readonly selected: Scored | null;
  readonly reason: (() => string) | null;
}

/** By the first rule that selects or rejects; where none does, as the trained model decides. */
function decide<Scored extends ScoredCandidate<unknown>>(
  { kind, rules, model }: Decider,
  best: Scored | undefined,
  others: Omit<SelectionFacts<Scored>, 'best'>,
): Decided<Scored> {
  if (best === undefined) return { selected: null, reason: null };
  const facts = { ...others, best };
  const { rule, isOpen } = ruleFor(rules as readonly SelectionRule<never>[] as readonly SelectionRule<Scored>[], facts);
  if (rule?.effect === 'select') return { selected: best, reason: () => `Selected automatically: ${rule.reason}` };
  const why = rule?.reason ?? 'Nothing but the name agrees';
  if (!isOpen) return { selected: null, reason: () => `Not selected automatically: ${why}` };
  const values = selectionFeatures(kind, facts);
  const { probability, isSelected } = selectByFeatures(model, values);
  const how = (): string =>
    `right with a probability of ${(100 * probability).toFixed(0)} % (${explainSelection(model, values)})`;
  return isSelected
    ? { selected: best, reason: () => `Selected automatically: ${how()}` }
    : { selected: null, reason: () => `Not selected automatically: ${why}; ${how()}` };
}

/** The deciding rule, and whether it stays open: no rule selects, and none rejects. */
export function ruleFor<Scored>(
  rules: readonly SelectionRule<Scored>[],
  facts: SelectionFacts<Scored>,
): { readonly rule: SelectionRule<Scored> | null; readonly isOpen: boolean } {
  const rule = decidingRule(rules, facts);
  if (rule?.effect === 'select') return { rule, isOpen: false };
  const objection = rules.find((one) => one.effect === 'reject' && one.applies(facts));
  return { rule: objection ?? rule, isOpen: objection === undefined };
}

/** The first rule that applies; null where none does. */
export function decidingRule<Scored>(
  rules: readonly SelectionRule<Scored>[],
  facts: SelectionFacts<Scored>,
): SelectionRule<Scored> | null {
  return rules.find((rule) => rule.applies(facts)) ?? null;
}
