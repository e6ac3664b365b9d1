import { entryKinds, type ProductEntry } from '../../../model/catalog-entry.js';
import { productNames } from '../../../model/names/product-names.js';
import { purlTypes } from '../../../model/purl-types.js';
import { generateProducts, declaredProduct } from './generated-products.js';
import { normalizedPackage } from '../compare/normalized-names.js';
import { linkedIds, packageKey, productKey, repoKey } from '../query/catalog-entries.js';
import { compareNames } from '../compare/name-agreement.js';
import type { PackageCandidate } from './package-features.js';
import { productFeatures, type ProductCandidate, type ProductFeatures } from './product-features.js';
import { mergeAliases } from './merge-aliases.js';
import type { RankingContext } from './ranking-context.js';
import { scoreCandidates, type ScoredCandidate } from './score-candidates.js';
import type { KindWeights } from './model-weights.js';

/** What links a product: probabilities of linked packages, and other linked entries of the component's name. */
interface ProductLinks {
  readonly probabilities: number[];
  /** A linked package of an unregistered purl type has the component's name. */
  unlisted: boolean;
  /** A linked repository was found by the component's name. */
  repository: boolean;
}

export function rankProducts(
  context: RankingContext,
  packages: readonly ScoredCandidate<PackageCandidate>[],
  weights: KindWeights,
): ScoredCandidate<ProductCandidate, ProductFeatures>[] {
  const links = productLinks(context, packages);
  const declared = new Set(context.query.declared.products.map(({ cpe }) => cpe));
  const candidates = [...links].flatMap(([id, { probabilities, unlisted, repository }]): ProductCandidate[] => {
    const entry = context.entries.products.get(id);
    if (!entry) return [];
    return [
      {
        cpe: entry.cpe,
        entry,
        isGenerated: false,
        isVendorKnown: true,
        isDeclared: declared.has(entry.cpe),
        linkedPackage: Math.max(0, ...probabilities),
        linkedPackages: Math.min(
          1,
          probabilities.reduce((sum, probability) => sum + probability, 0),
        ),
        linkedUnlisted: unlisted,
        linkedRepository: repository,
      },
    ];
  });
  const existing = new Set(candidates.map(({ cpe }) => cpe));
  const { onlyProduct } = context.query.declared;
  if (onlyProduct !== null && !existing.has(onlyProduct)) {
    candidates.push(declaredProduct(onlyProduct));
    existing.add(onlyProduct);
  }
  // A package with a listed purl seldom has an unlisted CPE.
  const isListed = packages.some(({ candidate }) => candidate.isDeclared && candidate.entry !== null);
  if (!isListed)
    for (const candidate of generateProducts(context)) if (!existing.has(candidate.cpe)) candidates.push(candidate);
  return scoreCandidates(candidates, {
    featuresOf: (candidate) => productFeatures(context.query, candidate),
    identifierOf: ({ cpe }) => cpe,
    isGuess: ({ isGenerated, isDeclared }) => isGenerated && !isDeclared,
    merge: (scored) =>
      withSpellings(
        typosLast(
          mergeAliases(withoutSecondFilings(scored), {
            nameOf: ({ isGenerated, isDeclared, entry }) =>
              isGenerated || isDeclared ? null : `${entry.part}:${entry.product}`,
            linksOf: ({ entry }) => context.entries.links.get(productKey(entry.id)) ?? [],
          }),
        ),
      ),
    weights,
  });
}

type Scored = ScoredCandidate<ProductCandidate, ProductFeatures>;

/**
 * A product that is filed twice: "openssl_project:openssl" is "openssl:openssl", and "a:linux:linux_kernel" is
 * "o:linux:linux_kernel". What sources use more stands for both.
 */
function withoutSecondFilings(scored: readonly Scored[]): Scored[] {
  const added = new Map<Scored, number>();
  for (const one of scored) {
    if (one.candidate.isDeclared) continue;
    const main = scored.find(({ candidate }) => !candidate.isGenerated && isSecondFiling(one.candidate.entry, candidate.entry)); // prettier-ignore
    if (!main) continue;
    added.set(main, (added.get(main) ?? 0) + one.probability);
    added.set(one, -one.probability);
  }
  if (added.size === 0) return [...scored];
  return scored
    .map((one) => ({ ...one, probability: one.probability + (added.get(one) ?? 0) }))
    .sort((one, other) => other.probability - one.probability);
}

const software = ['a', 'o'];

function isSecondFiling(one: ProductEntry, main: ProductEntry): boolean {
  if (one.product !== main.product) return false;
  if (one.part === main.part) return one.vendor === `${main.vendor}_project` && main.weight > one.weight;
  if (one.vendor !== main.vendor || !software.includes(one.part) || !software.includes(main.part)) return false;
  if (one.deprecated !== main.deprecated) return one.deprecated;
  return main.weight > one.weight || (main.weight === one.weight && main.versions.length > one.versions.length);
}

/** A linked package this probable says more than the name. */
const minPackageBeforeName = 0.5;

/** Where a product has the whole name ("cPanel"), nobody meant one that is a typing error away ("panel"). */
function typosLast(scored: Scored[]): Scored[] {
  const hasName = ({ candidate, names }: Scored): boolean => !candidate.isGenerated && names.whole > 0;
  if (!scored.some(hasName)) return scored;
  const isTypo = ({ candidate: { isDeclared, linkedPackage }, names }: Scored): boolean =>
    !isDeclared && linkedPackage < minPackageBeforeName && names.typo > 0 && names.whole === 0;
  return [...scored.filter((one) => !isTypo(one)), ...scored.filter(isTypo)];
}

/** Less decides nothing, and names cost time. */
const minOfSpelling = 0.01;

/** Other spellings of the first ("docker:docker_desktop" of "docker:desktop") are no rivals: it stands for all. */
function withSpellings(scored: readonly Scored[]): Scored[] {
  const listed = scored.filter(({ candidate, probability }) => !candidate.isGenerated && probability >= minOfSpelling);
  const [first, ...others] = listed;
  const names = first && others.length > 0 ? productNames(first.candidate.entry) : [];
  const isSpelling = ({ candidate: { entry } }: Scored): boolean => productNames(entry).some((name) => names.includes(name)); // prettier-ignore
  const spellings = others.filter(isSpelling);
  if (!first || spellings.length === 0) return [...scored];
  const probability = spellings.reduce((sum, one) => sum + one.probability, first.probability);
  const aliases = [...(first.aliases ?? []), ...spellings.map(({ candidate }) => candidate)];
  return scored
    .map((one) => {
      if (one === first) return { ...one, probability, aliases };
      return spellings.includes(one) ? { ...one, probability: 0 } : one;
    })
    .sort((one, other) => other.probability - one.probability);
}

function productLinks(
  { query, hits, entries }: RankingContext,
  packages: readonly ScoredCandidate<PackageCandidate>[],
): Map<number, ProductLinks> {
  const links = new Map<number, ProductLinks>();
  const at = (id: number): ProductLinks => {
    const one = links.get(id) ?? { probabilities: [], unlisted: false, repository: false };
    links.set(id, one);
    return one;
  };
  for (const id of hits.products) at(id);
  for (const { candidate, probability } of packages)
    if (candidate.entry)
      for (const id of linkedIds(entries, packageKey(candidate.entry.id), entryKinds.product))
        at(id).probabilities.push(probability);
  for (const id of hits.packages) {
    const entry = entries.packages.get(id);
    if (!entry || purlTypes.has(entry.type)) continue;
    const { same, sameCut } = compareNames(query.names, normalizedPackage(entry));
    for (const product of linkedIds(entries, packageKey(id), entryKinds.product))
      at(product).unlisted ||= same > 0 || sameCut > 0;
  }
  for (const id of hits.repositories)
    for (const product of linkedIds(entries, repoKey(id), entryKinds.product)) at(product).repository = true;
  return links;
}
