import type { Asked } from './asked.js';
import type { Ranked, Ranking } from './match.js';
import { packageFeatureNames, type PackageCandidate } from './package-features.js';
import { productFeatureNames, type ProductCandidate } from './product-features.js';
import { repositoryFeatureNames, type RepositoryCandidate } from './repository-features.js';

/** What may be chosen without a person; null where nothing may. */
export interface AutomaticSelection {
  readonly package: Ranked<PackageCandidate> | null;
  readonly product: Ranked<ProductCandidate> | null;
  readonly repo: Ranked<RepositoryCandidate> | null;
}

/** Shares of belief below which nothing is chosen, whatever else agrees. */
const leastShare = { package: 0.85, product: 0.85, repo: 0.85 };

/**
 * Chooses alone only where the name is the same, something independent of the name agrees, and the rest is far behind.
 * A wrong choice is worse than none.
 */
export function selectAutomatically(asked: Asked, ranking: Ranking): AutomaticSelection {
  const [pack, product, repo] = [ranking.packages[0], ranking.products[0], ranking.repositories[0]];
  return {
    package: pack && packageMayBeChosen(asked, pack) ? pack : null,
    product: product && productMayBeChosen(product) ? product : null,
    repo: repo && repositoryMayBeChosen(repo) ? repo : null,
  };
}

type Reader<Name extends string> = (name: Name) => number;

function reader<Name extends string>(names: readonly Name[], values: readonly number[]): Reader<Name> {
  return (name) => values[names.indexOf(name)]!;
}

function packageMayBeChosen(asked: Asked, { candidate, share, features }: Ranked<PackageCandidate>): boolean {
  if (candidate.stated) return true;
  if (candidate.entry === null || share < leastShare.package) return false;
  const value = reader(packageFeatureNames, features);
  const sameName = value('same') || value('sameCut') || value('title');
  const ecosystem = asked.parsed.ecosystem === candidate.type;
  const namespaced = candidate.type === 'maven' || candidate.type === 'composer';
  if (namespaced && !value('coordinates') && !value('organizationSame')) return false;
  const agrees =
    value('coordinates') || ecosystem || value('organizationSame') || value('ownerAgrees') || value('versionKnown');
  return Boolean(sameName && agrees);
}

function productMayBeChosen({ share, features }: Ranked<ProductCandidate>): boolean {
  if (share < leastShare.product) return false;
  const value = reader(productFeatureNames, features);
  const sameName = value('same') || value('sameCut') || value('title') || value('qualified');
  const agrees =
    value('organizationSame') ||
    value('qualified') ||
    value('versionKnown') ||
    value('linkedPackage') > 0.8 ||
    value('title');
  return Boolean(sameName && agrees);
}

function repositoryMayBeChosen({ candidate, share, features }: Ranked<RepositoryCandidate>): boolean {
  if (candidate.stated) return true;
  if (share < leastShare.repo) return false;
  const value = reader(repositoryFeatureNames, features);
  const own = value('ownAddress') || (value('same') && value('organizationSame'));
  return Boolean(
    own || value('fromPackages') > 0.8 || (value('fromProducts') > 0.8 && (value('same') || value('core'))),
  );
}
