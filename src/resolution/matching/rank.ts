import type { Asked } from './asked.js';
import { type CatalogHits, type CatalogKnowledge, seenFrom } from './knowledge.js';
import { areKnownWords } from './known-words.js';
import { neighboursOf } from './neighbours.js';
import { rankPackages } from './rank-packages.js';
import { rankProducts } from './rank-products.js';
import { rankRepositories } from './rank-repositories.js';
import type { Ranking } from './ranking.js';
import type { ModelWeights } from './weights.js';

/**
 * Ranks everything that the catalogue and the component's own words bring, best first. Packages come first, products
 * lean on the packages they are linked with, repositories on both. Pure and deterministic.
 */
export function rank(asked: Asked, hits: CatalogHits, batch: CatalogKnowledge, model: ModelWeights): Ranking {
  const known = seenFrom(hits, batch);
  const found = { asked, hits, known, neighbours: neighboursOf(asked, hits, known) };
  const packages = rankPackages(found, model.package);
  const products = rankProducts(found, packages, model.product);
  const repositories = rankRepositories(found, { packages, products }, model.repo);
  return { packages, products, repositories, hasKnownWords: (name) => areKnownWords(name, hits) };
}
