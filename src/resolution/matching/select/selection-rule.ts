import type { ComponentQuery } from '../compare/component-query.js';
import type { PackageCandidate, PackageFeatures } from '../rank/package-features.js';
import type { ProductCandidate, ProductFeatures } from '../rank/product-features.js';
import type { RankedCandidates } from '../rank/ranked-candidates.js';
import type { RepositoryCandidate, RepositoryFeatures } from '../rank/repository-features.js';
import type { ScoredCandidate } from '../rank/score-candidates.js';

export type ScoredPackage = ScoredCandidate<PackageCandidate, PackageFeatures>;
export type ScoredProduct = ScoredCandidate<ProductCandidate, ProductFeatures>;
export type ScoredRepository = ScoredCandidate<RepositoryCandidate, RepositoryFeatures>;

/** What rules look at: the best candidate of a kind, and what is selected already of the kinds before it. */
export interface SelectionFacts<Scored> {
  readonly query: ComponentQuery;
  readonly best: Scored;
  readonly ranking: RankedCandidates;
  readonly selectedPackage: ScoredPackage | null;
  readonly selectedProduct: ScoredProduct | null;
}

/** A rule of automatic selection. Rules of a kind form a list: the first one that applies decides. */
export interface SelectionRule<Scored> {
  readonly id: string;
  /** After `doubt` no later rule selects, but the learned selection may; what one rule rejects nothing selects. */
  readonly effect: 'select' | 'doubt' | 'reject';
  /** Why, in a sentence without a full stop, as `explainComponent` shows it. */
  readonly reason: string;
  applies(facts: SelectionFacts<Scored>): boolean;
}

/** A candidate that matches the name only in part, while another known one matches the whole name. */
export function isOutdoneByWholeName<Scored extends ScoredCandidate<unknown>>(
  { names }: Scored,
  ranked: readonly Scored[],
  isKnown: (one: Scored) => boolean,
): boolean {
  const isPart = names.whole === 0 && (names.sameCut || names.qualified || names.title);
  return Boolean(isPart) && ranked.some((one) => one.names.whole === 1 && isKnown(one));
}

/** The name states one version and the component gives another: which is installed nobody knows. */
export const hasOtherVersionInName = ({ query: { parsed, declared } }: SelectionFacts<unknown>): boolean =>
  parsed.otherVersion !== null && declared.purls.length === 0 && declared.products.length === 0;

/** Why nothing is selected then. */
export const otherVersionReason = 'The name states another version than the one given: correct the wrong one';
