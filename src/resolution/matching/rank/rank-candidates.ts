import type { ComponentQuery } from '../compare/component-query.js';
import type { NameAgreement } from '../compare/name-agreement.js';
import { type CatalogHits, type CatalogEntries, entriesOfHits } from '../query/catalog-entries.js';
import { areKnownWords } from '../query/known-words.js';
import { findSimilarPackages } from './similar-packages.js';
import { rankPackages } from './rank-packages.js';
import { rankProducts } from './rank-products.js';
import { rankRepositories } from './rank-repositories.js';
import type { RankedCandidates } from './ranked-candidates.js';
import type { ModelWeights } from './model-weights.js';

/** A catalogue entry less probable than this portion of the best generated candidate is noise: it only shares a word. */
const noisePortion = 0.25;

/** What the comparison of probabilities needs of a candidate. */
interface RankedByProbability {
  readonly candidate: { readonly isDeclared: boolean };
  readonly probability: number;
  readonly names: Pick<NameAgreement, 'whole' | 'typo'>;
}

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
  return {
    packages: withoutImprobable(packages, ({ entry }) => entry !== null),
    products: withoutImprobable(products, ({ isGenerated }) => !isGenerated),
    repositories: withoutImprobable(repositories, ({ entry }) => entry !== null),
    hasKnownWords: (name) => areKnownWords(name, hits),
  };
}

/**
 * Without the listed candidates that only share a word, where an unlisted one is far more probable: it never stands
 * before a listed one, so they would hide it. A whole name found, one that is a typing error away, and what the document
 * declares stay.
 *
 * @param ranked best first, probabilities from 0 to 1; returned in the same order
 */
export function withoutImprobable<One extends RankedByProbability>(
  ranked: readonly One[],
  isListed: (candidate: One['candidate']) => boolean,
): readonly One[] {
  const unlisted = ranked.filter(({ candidate }) => !isListed(candidate));
  const least = noisePortion * Math.max(0, ...unlisted.map(({ probability }) => probability));
  return ranked.filter(
    ({ candidate, probability, names }) =>
      probability >= least || names.whole > 0 || names.typo > 0 || candidate.isDeclared || !isListed(candidate),
  );
}
