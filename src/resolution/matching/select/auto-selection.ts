import type { ComponentQuery } from '../compare/component-query.js';
import type { RankedCandidates } from '../rank/ranked-candidates.js';
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

/** What is selected without a person; null where nothing is. */
export interface AutomaticSelection {
  readonly package: ScoredPackage | null;
  readonly product: ScoredProduct | null;
  readonly repo: ScoredRepository | null;
  /** By kind, why the best candidate is selected or not; null where there is no candidate. */
  readonly reasons: { readonly package: string | null; readonly product: string | null; readonly repo: string | null };
}

/** Packages first: the selected one confirms a product, both confirm a repository. */
export function selectAutomatically(query: ComponentQuery, ranking: RankedCandidates): AutomaticSelection {
  const start = { query, ranking, selectedPackage: null, selectedProduct: null };
  const pack = decide(packageRules, ranking.packages[0], start);
  const product = decide(productRules, ranking.products[0], { ...start, selectedPackage: pack.selected });
  const repo = decide(repositoryRules, ranking.repositories[0], {
    ...start,
    selectedPackage: pack.selected,
    selectedProduct: product.selected,
  });
  return {
    package: pack.selected,
    product: product.selected,
    repo: repo.selected,
    reasons: { package: pack.reason, product: product.reason, repo: repo.reason },
  };
}

interface Decided<Scored> {
  readonly selected: Scored | null;
  readonly reason: string | null;
}

function decide<Scored>(
  rules: readonly SelectionRule<Scored>[],
  best: Scored | undefined,
  facts: Omit<SelectionFacts<Scored>, 'best'>,
): Decided<Scored> {
  if (best === undefined) return { selected: null, reason: null };
  const rule = decidingRule(rules, { ...facts, best });
  const isSelected = rule?.effect === 'select';
  const why = rule?.reason ?? 'Nothing but the name agrees';
  return {
    selected: isSelected ? best : null,
    reason: `${isSelected ? 'Selected' : 'Not selected'} automatically: ${why}`,
  };
}

/** The first rule that applies; null where none does. */
export function decidingRule<Scored>(
  rules: readonly SelectionRule<Scored>[],
  facts: SelectionFacts<Scored>,
): SelectionRule<Scored> | null {
  return rules.find((rule) => rule.applies(facts)) ?? null;
}
