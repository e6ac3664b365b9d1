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
 * Ranks everything that the catalogue and the component's own words bring, best first. Packages come first, products
 * lean on the packages they are linked with, repositories on both. Pure and deterministic.
 */
export function rankCandidates(
  query: ComponentQuery,
  hits: CatalogHits,
  batchEntries: CatalogEntries,
  model: ModelWeights,
): RankedCandidates {
  const known = entriesOfHits(hits, batchEntries);
  const found = { asked: query, hits, known, neighbours: findSimilarPackages(query, hits, known) };
  const packages = rankPackages(found, model.package);
  const products = rankProducts(found, packages, model.product);
  const repositories = rankRepositories(found, { packages, products }, model.repo);
  return { packages, products, repositories, hasKnownWords: (name) => areKnownWords(name, hits) };
}
