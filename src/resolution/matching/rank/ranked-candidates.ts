import type { PackageCandidate, PackageFeatures } from './package-features.js';
import type { ProductCandidate, ProductFeatures } from './product-features.js';
import type { ScoredCandidate } from './score-candidates.js';
import type { RepositoryCandidate, RepositoryFeatures } from './repository-features.js';

/** Candidates of each kind, best first. */
export interface RankedCandidates {
  readonly packages: readonly ScoredCandidate<PackageCandidate, PackageFeatures>[];
  readonly products: readonly ScoredCandidate<ProductCandidate, ProductFeatures>[];
  readonly repositories: readonly ScoredCandidate<RepositoryCandidate, RepositoryFeatures>[];
  /** See `areKnownWords`. */
  readonly hasKnownWords: (name: string) => boolean;
}
