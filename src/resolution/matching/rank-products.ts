import { entryKinds } from '../../model/catalog-entry.js';
import { purlTypes } from '../../model/purl-types.js';
import { composeProducts, statedProduct } from './composed-products.js';
import { formsOfPackage } from './candidate-forms.js';
import { linkedIds, packageKey, repoKey } from './knowledge.js';
import { agreeNames } from './name-agreement.js';
import type { PackageCandidate } from './package-features.js';
import { productFeatures, type ProductCandidate, type ProductFeatures } from './product-features.js';
import type { Found } from './found.js';
import { ranked, type Ranked } from './ranked.js';
import type { KindWeights } from './weights.js';

/** What points at a product: belief in packages linked with it, and names of things that the purl registry lacks. */
interface Pointers {
  readonly shares: number[];
  /** A plugin or project of an unregistered type bears the component's name. */
  unlisted: boolean;
  /** A repository found under the component's name. */
  repository: boolean;
}

export function rankProducts(
  found: Found,
  packages: readonly Ranked<PackageCandidate>[],
  weights: KindWeights,
): Ranked<ProductCandidate, ProductFeatures>[] {
  const pointers = pointersOf(found, packages);
  const stated = new Set(found.asked.stated.products.map(({ cpe }) => cpe));
  const candidates = [...pointers].flatMap(([id, { shares, unlisted, repository }]): ProductCandidate[] => {
    const entry = found.known.products.get(id);
    if (!entry) return [];
    return [
      {
        cpe: entry.cpe,
        entry,
        composed: false,
        vendorKnown: true,
        stated: stated.has(entry.cpe),
        linkedPackage: Math.max(0, ...shares),
        linkedPackages: Math.min(
          1,
          shares.reduce((sum, share) => sum + share, 0),
        ),
        linkedUnlisted: unlisted,
        linkedRepository: repository,
      },
    ];
  });
  const known = new Set(candidates.map(({ cpe }) => cpe));
  const { onlyProduct } = found.asked.stated;
  if (onlyProduct !== null && !known.has(onlyProduct)) {
    candidates.push(statedProduct(onlyProduct));
    known.add(onlyProduct);
  }
  // A library that is known by its purl seldom has a CPE that nobody has listed.
  const isNamed = packages.some(({ candidate }) => candidate.stated && candidate.entry !== null);
  if (!isNamed)
    for (const candidate of composeProducts(found)) if (!known.has(candidate.cpe)) candidates.push(candidate);
  return ranked(candidates, {
    judge: (candidate) => productFeatures(found.asked, candidate),
    identifierOf: ({ cpe }) => cpe,
    weights,
  });
}

function pointersOf(
  { asked, hits, known }: Found,
  packages: readonly Ranked<PackageCandidate>[],
): Map<number, Pointers> {
  const pointers = new Map<number, Pointers>();
  const at = (id: number): Pointers => {
    const one = pointers.get(id) ?? { shares: [], unlisted: false, repository: false };
    pointers.set(id, one);
    return one;
  };
  for (const id of hits.products) at(id);
  for (const { candidate, share } of packages)
    if (candidate.entry)
      for (const id of linkedIds(known, packageKey(candidate.entry.id), entryKinds.product)) at(id).shares.push(share);
  for (const id of hits.packages) {
    const entry = known.packages.get(id);
    if (!entry || purlTypes.has(entry.type)) continue;
    const { same, sameCut } = agreeNames(asked.names, formsOfPackage(entry));
    for (const product of linkedIds(known, packageKey(id), entryKinds.product))
      at(product).unlisted ||= same > 0 || sameCut > 0;
  }
  for (const id of hits.repositories)
    for (const product of linkedIds(known, repoKey(id), entryKinds.product)) at(product).repository = true;
  return pointers;
}
