import type { ComponentQuery } from '../compare/component-query.js';
import { type CatalogHits, type CatalogEntries, entriesOfHits } from '../query/catalog-entries.js';
import { areKnownWords } from '../query/known-words.js';
import { findSimilarPackages } from './similar-packages.js';
import { rankPackages } from './rank-packages.js';
import { rankProducts } from './rank-products.js';
import { rankRepositories } from './rank-repositories.js';
import type { RankedCandidates } from './ranked-candidates.js';
import type { ModelWeights } from './model-weights.js';

/**
 * Ranks the candidates of each kind, best first. Products use the probabilities of linked packages, repositories those
 * of linked packages and products.
 */
export function rankCandidates(
  query: ComponentQuery,
  hits: CatalogHits,
  batch: CatalogEntries,
  model: ModelWeights,
): RankedCandidates {
  const entries = entriesOfHits(hits, batch);
  const context = { query, hits, entries, similar: findSimilarPackages(query, hits, entries) };
  const packages = rankPackages(context, model.package);
  const products = rankProducts(context, packages, model.product);
  const repositories = rankRepositories(context, { packages, products }, model.repo);
  return { packages, products, repositories, hasKnownWords: (name) => areKnownWords(name, hits) };
}
