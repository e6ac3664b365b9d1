import { entryKinds } from '../../../model/catalog-entry.js';
import { purlTypes } from '../../../model/purl-types.js';
import { generateProducts, declaredProduct } from './generated-products.js';
import { normalizedPackage } from '../compare/normalized-names.js';
import { linkedIds, packageKey, repoKey } from '../query/catalog-entries.js';
import { compareNames } from '../compare/name-agreement.js';
import type { PackageCandidate } from './package-features.js';
import { productFeatures, type ProductCandidate, type ProductFeatures } from './product-features.js';
import type { RankingContext } from './ranking-context.js';
import { scoreCandidates, type ScoredCandidate } from './score-candidates.js';
import type { KindWeights } from './model-weights.js';

/** What points at a product: belief in packages linked with it, and names of things that the purl registry lacks. */
interface ProductLinks {
  readonly probabilities: number[];
  /** A plugin or project of an unregistered type bears the component's name. */
  unlisted: boolean;
  /** A repository found under the component's name. */
  repository: boolean;
}

export function rankProducts(
  context: RankingContext,
  packages: readonly ScoredCandidate<PackageCandidate>[],
  weights: KindWeights,
): ScoredCandidate<ProductCandidate, ProductFeatures>[] {
  const pointers = productLinks(context, packages);
  const stated = new Set(context.asked.declared.products.map(({ cpe }) => cpe));
  const candidates = [...pointers].flatMap(
    ([id, { probabilities: shares, unlisted, repository }]): ProductCandidate[] => {
      const entry = context.known.products.get(id);
      if (!entry) return [];
      return [
        {
          cpe: entry.cpe,
          entry,
          isGenerated: false,
          isVendorKnown: true,
          isDeclared: stated.has(entry.cpe),
          linkedPackage: Math.max(0, ...shares),
          linkedPackages: Math.min(
            1,
            shares.reduce((sum, share) => sum + share, 0),
          ),
          linkedUnlisted: unlisted,
          linkedRepository: repository,
        },
      ];
    },
  );
  const known = new Set(candidates.map(({ cpe }) => cpe));
  const { onlyProduct } = context.asked.declared;
  if (onlyProduct !== null && !known.has(onlyProduct)) {
    candidates.push(declaredProduct(onlyProduct));
    known.add(onlyProduct);
  }
  // A library that is known by its purl seldom has a CPE that nobody has listed.
  const isNamed = packages.some(({ candidate }) => candidate.isDeclared && candidate.entry !== null);
  if (!isNamed)
    for (const candidate of generateProducts(context)) if (!known.has(candidate.cpe)) candidates.push(candidate);
  return scoreCandidates(candidates, {
    featuresOf: (candidate) => productFeatures(context.asked, candidate),
    identifierOf: ({ cpe }) => cpe,
    weights,
  });
}

function productLinks(
  { asked, hits, known }: RankingContext,
  packages: readonly ScoredCandidate<PackageCandidate>[],
): Map<number, ProductLinks> {
  const pointers = new Map<number, ProductLinks>();
  const at = (id: number): ProductLinks => {
    const one = pointers.get(id) ?? { probabilities: [], unlisted: false, repository: false };
    pointers.set(id, one);
    return one;
  };
  for (const id of hits.products) at(id);
  for (const { candidate, share } of packages)
    if (candidate.entry)
      for (const id of linkedIds(known, packageKey(candidate.entry.id), entryKinds.product))
        at(id).probabilities.push(share);
  for (const id of hits.packages) {
    const entry = known.packages.get(id);
    if (!entry || purlTypes.has(entry.type)) continue;
    const { same, sameCut } = compareNames(asked.names, normalizedPackage(entry));
    for (const product of linkedIds(known, packageKey(id), entryKinds.product))
      at(product).unlisted ||= same > 0 || sameCut > 0;
  }
  for (const id of hits.repositories)
    for (const product of linkedIds(known, repoKey(id), entryKinds.product)) at(product).repository = true;
  return pointers;
}
