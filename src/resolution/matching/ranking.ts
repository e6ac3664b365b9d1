import type { PackageCandidate, PackageFeatures } from './package-features.js';
import type { ProductCandidate, ProductFeatures } from './product-features.js';
import type { Ranked } from './ranked.js';
import type { RepositoryCandidate, RepositoryFeatures } from './repository-features.js';

/** Candidates of each kind, best first. */
export interface Ranking {
  readonly packages: readonly Ranked<PackageCandidate, PackageFeatures>[];
  readonly products: readonly Ranked<ProductCandidate, ProductFeatures>[];
  readonly repositories: readonly Ranked<RepositoryCandidate, RepositoryFeatures>[];
  /** See `areKnownWords`. */
  readonly hasKnownWords: (name: string) => boolean;
}
