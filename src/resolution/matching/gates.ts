import type { Asked } from './asked.js';
import { isDistinctive } from './distinctive.js';
import type { PackageCandidate, PackageFeatures } from './package-features.js';
import type { ProductCandidate, ProductFeatures } from './product-features.js';
import type { Ranked } from './ranked.js';
import type { Ranking } from './ranking.js';
import type { RepositoryCandidate, RepositoryFeatures } from './repository-features.js';

/** What may be chosen without a person; null where nothing may. */
export interface AutomaticSelection {
  readonly package: Ranked<PackageCandidate, PackageFeatures> | null;
  readonly product: Ranked<ProductCandidate, ProductFeatures> | null;
  readonly repo: Ranked<RepositoryCandidate, RepositoryFeatures> | null;
}

/** Shares of belief below which nothing is chosen, whatever else agrees; the other candidates are then far behind. */
const leastShare = { package: 0.7, product: 0.75, repo: 0.85 };

/** A package this likely lends its strength to the product that it is linked with. */
const linkedShare = 0.7;

/** From here on a share of an ecosystem, taken from the look of a component alone, counts as knowing it. */
const tellingShare = 0.6;

/**
 * Chooses alone only where the name is the same, something independent of the name agrees, nothing speaks against it,
 * and the rest is far behind. A wrong choice is worse than none. What was only put together from the list's own words
 * is never chosen.
 */
export function selectAutomatically(asked: Asked, ranking: Ranking): AutomaticSelection {
  const [pack, product, repo] = [ranking.packages[0], ranking.products[0], ranking.repositories[0]];
  const chosen = {
    package: pack && packageMayBeChosen(asked, pack) ? pack : null,
    product: product && productMayBeChosen(asked, product) ? product : null,
  };
  return { ...chosen, repo: repo && repositoryMayBeChosen(repo, chosen) ? repo : null };
}

function packageMayBeChosen(asked: Asked, ranked: Ranked<PackageCandidate, PackageFeatures>): boolean {
  const { candidate, share, features } = ranked;
  if (features.stated) return true;
  if (candidate.entry === null || share < leastShare.package) return false;
  const sameName = features.same || features.sameCut || features.title || features.qualified;
  const namespaced = candidate.type === 'maven' || candidate.type === 'composer';
  if (!sameName || (namespaced && !features.coordinates && !features.organizationSame)) return false;
  const organization =
    features.coordinates || features.organizationSame || features.organizationSimilar || features.ownerAgrees;
  const version = features.versionKnown || features.versionKnownCommon;
  const distinctive = isDistinctive(candidate.name);
  const sure = asked.parsed.ecosystem === candidate.type;
  // Distributions share names and versions' looks with each other.
  if (features.distribution && !sure && !features.versionKnown) return false;
  if (organization || features.versionKnown) return true;
  // An organization that is another one may be the author's name, or a sign that this is another thing.
  if (asked.organization.given) return distinctive && (version > 0 || sure || features.majorKnown > 0);
  const looksLike = (asked.shares.get(candidate.type) ?? 0) >= tellingShare;
  return sure || (distinctive && (version > 0 || looksLike || features.majorKnown > 0 || !features.versionUnknown));
}

function productMayBeChosen(asked: Asked, ranked: Ranked<ProductCandidate, ProductFeatures>): boolean {
  const { candidate, share, features } = ranked;
  if (candidate.composed || share < leastShare.product) return false;
  const sameName = features.same || features.sameCut || features.title || features.doubled;
  if (!sameName || features.sameNumberCut || features.deprecated || features.targetOther || features.hardware)
    return false;
  // A library that is not linked with this product is seldom the product, whatever its name.
  const library = features.packageEcosystem && features.linkedPackage <= linkedShare && !features.versionKnown;
  if (library && !features.organizationSame) return false;
  const organization = features.organizationSame || features.organizationSimilar || features.doubled;
  const version = features.versionKnown || (features.versionKnownCommon && isDistinctive(candidate.entry.product));
  const linked = features.linkedPackage > linkedShare;
  if (asked.organization.given)
    return Boolean(organization || features.versionKnown || (linked && !features.versionUnknown));
  return Boolean(
    version || linked || features.qualified || (features.organizationInName && isDistinctive(asked.evidence.name)),
  );
}

function repositoryMayBeChosen(
  { candidate, share, features }: Ranked<RepositoryCandidate, RepositoryFeatures>,
  chosen: Pick<AutomaticSelection, 'package' | 'product'>,
): boolean {
  if (features.stated) return true;
  if (candidate.entry === null || share < leastShare.repo) return false;
  const pointing = new Set(candidate.pointedBy);
  const linked =
    (chosen.package !== null && pointing.has(chosen.package.candidate.purl)) ||
    (chosen.product !== null && pointing.has(chosen.product.candidate.cpe));
  const owned = features.organizationSame && (features.same || features.sameCut);
  return Boolean(linked || owned || features.ownAddress);
}
