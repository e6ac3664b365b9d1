import { ecosystemOf } from '../../../model/ecosystem-words.js';
import type { ComponentQuery } from '../compare/component-query.js';
import { isDistinctive, isGeneric } from '../compare/distinctive.js';
import type { PackageCandidate, PackageFeatures } from '../rank/package-features.js';
import type { ProductCandidate, ProductFeatures } from '../rank/product-features.js';
import type { ScoredCandidate } from '../rank/score-candidates.js';
import type { RankedCandidates } from '../rank/ranked-candidates.js';
import type { RepositoryCandidate, RepositoryFeatures } from '../rank/repository-features.js';

/** What may be chosen without a person; null where nothing may. */
export interface AutomaticSelection {
  readonly package: ScoredCandidate<PackageCandidate, PackageFeatures> | null;
  readonly product: ScoredCandidate<ProductCandidate, ProductFeatures> | null;
  readonly repo: ScoredCandidate<RepositoryCandidate, RepositoryFeatures> | null;
}

/** Shares of belief below which nothing is chosen, whatever else agrees; the other candidates are then far behind. */
const leastShare = { package: 0.6, product: 0.7, repo: 0.6 };

/** Share of a name's letters. */
const mostOfName = 0.5;

/** A package this likely lends its strength to the product that it is linked with. */
const linkedShare = 0.7;

/** Packages this likely, together, support a product or repository that bears the same name. */
const supportingShare = 0.3;

/** Shares that leave little, less, and next to nothing for anything else. */
const quiteSure = 0.8;
const almostSure = 0.85;
const sure = 0.9;
const almostAll = 0.95;

/** From here on a share of an ecosystem, taken from the look of a component alone, counts as knowing it. */
const tellingShare = 0.6;

/** "python-rsa" is rsa for Python, hardly a product of python; what "jenkins" or "wordpress" lead are vendors indeed. */
const languages = new Set(['npm', 'pypi', 'gem', 'composer', 'golang', 'maven', 'cargo', 'nuget', 'cpan', 'cran']);
const isLanguage = (vendor: string): boolean => languages.has(ecosystemOf(vendor) ?? '');

/**
 * Chooses alone only where the name is the same, something independent of the name agrees, nothing speaks against it,
 * and the rest is far behind. A wrong choice is worse than none. What was only put together from the list's own words
 * is never chosen, unless the catalogue knows its source or its siblings.
 */
export function selectAutomatically(asked: ComponentQuery, ranking: RankedCandidates): AutomaticSelection {
  const pack = longerFirst(asked, ranking.packages) ? undefined : wholeFirst(ranking.packages, packageStanding);
  const product = wholeFirst(ranking.products, productStanding);
  const repo = ranking.repositories[0];
  const chosenPackage =
    pack && (packageMayBeChosen(asked, pack) || isKnownModule(pack, ranking) || isSibling(pack, ranking)) ? pack : null;
  const chosen = {
    package: chosenPackage,
    product:
      product && (isOwnProduct(product, pack, ranking) || productMayBeChosen(asked, product, chosenPackage !== null))
        ? product
        : null,
  };
  return { ...chosen, repo: repo && repositoryMayBeChosen(asked, repo, chosen, ranking) ? repo : null };
}

/**
 * What was taken for a version belongs to the name of another package: where the catalogue has libodb-qt-2.4t64, that is
 * hardly libodb-qt.
 */
function longerFirst(
  { parsed }: ComponentQuery,
  [first, ...others]: readonly ScoredCandidate<PackageCandidate>[],
): boolean {
  const { name } = parsed.parses[0]!;
  const written = parsed.parses.find((one) => one.name.length > name.length && one.name.startsWith(name));
  if (!written || !first || first.features.stated) return false;
  const isWritten = ({ candidate }: ScoredCandidate<PackageCandidate>): boolean =>
    candidate.entry !== null && candidate.name.toLowerCase() === written.name.toLowerCase();
  return !isWritten(first) && others.some(isWritten);
}

/**
 * The one product that the catalogue says the package is which the file itself names: log4j-core is log4j, whatever
 * their names. Where it says so of several, their names have to tell.
 */
function isOwnProduct(
  { candidate, features }: ScoredCandidate<ProductCandidate, ProductFeatures>,
  pack: ScoredCandidate<PackageCandidate, PackageFeatures> | undefined,
  { products }: RankedCandidates,
): boolean {
  if (!pack?.features.stated || pack.candidate.entry === null) return false;
  if (candidate.linkedPackage <= linkedShare || features.deprecated || features.targetOther) return false;
  return products.every((other) => other.candidate === candidate || other.candidate.linkedPackage <= linkedShare);
}

interface Standing<One> {
  readonly isStated: (one: One) => boolean;
  readonly isKnown: (one: One) => boolean;
}

const packageStanding: Standing<ScoredCandidate<PackageCandidate, PackageFeatures>> = {
  isStated: ({ features }) => Boolean(features.stated),
  isKnown: ({ candidate }) => candidate.entry !== null,
};

const productStanding: Standing<ScoredCandidate<ProductCandidate, ProductFeatures>> = {
  isStated: ({ features }) => Boolean(features.statedAlone),
  isKnown: ({ candidate }) => !candidate.isGenerated,
};

/** The first, unless it bears a cut name while another one that is known bears the whole, and no file states it. */
function wholeFirst<One extends ScoredCandidate<unknown>>(
  ranked: readonly One[],
  { isStated, isKnown }: Standing<One>,
): One | undefined {
  const first = ranked[0];
  const isCut = first?.names.whole === 0 && (first.names.sameCut || first.names.qualified || first.names.title);
  return isCut && !isStated(first) && ranked.some((one) => one.names.whole === 1 && isKnown(one)) ? undefined : first;
}

function packageMayBeChosen(
  asked: ComponentQuery,
  ranked: ScoredCandidate<PackageCandidate, PackageFeatures>,
): boolean {
  const { candidate, share, features } = ranked;
  if (features.stated) return true;
  if (candidate.entry === null || share < leastShare.package) return false;
  const sameName = features.same || features.sameCut || features.title || features.qualified;
  if (!sameName) return false;
  // Other coordinates of one ecosystem are another package: "@acme/body-parser" is not body-parser.
  if (features.coordinatesDiffer && !features.coordinatesSlip) return false;
  if (candidate.type === 'deb' && features.distributionFits < 0) return false;
  const distinctive = isDistinctive(candidate.name) && !isGenericReading(asked);
  if (isNamespaced(candidate) && !features.coordinates && !features.organizationSame) {
    const telling =
      hasFewNamesakes(candidate) && (distinctive ? !features.organizationDifferent : features.coordinatesSlip);
    // Where the list names no organization, a version that hardly anything else has tells as much.
    const rare = features.same && !asked.organization.given && features.versionKnown > 1 && share >= almostAll;
    if (!telling) return Boolean(rare);
  }
  const organization =
    features.coordinates || features.organizationSame || features.organizationSimilar || features.ownerAgrees;
  const version = features.versionKnown + features.versionKnownCommon;
  const generic = isGeneric(candidate.name) || isGenericReading(asked);
  const known = asked.parsed.ecosystem === candidate.type;
  const looksLike = (asked.shares.get(candidate.type) ?? 0) >= tellingShare;
  // Distributions share names and versions' looks with each other.
  if (features.distribution && !known && !features.versionKnown)
    return looksLike && features.distributionFits > 0 && asked.version.plain !== '' && distinctive;
  if (organization || features.versionKnown) return true;
  // The sample of versions may lack this one, but the package has come about there.
  const plausible = version > 0 || features.majorKnown > 0 || features.versionNear > 0;
  // Nothing else bears this name, or next to nothing.
  const unrivalled = share >= almostAll && features.literal > 0;
  // An organization that is another one may be the author's name, or a sign that this is another thing.
  if (asked.organization.given) {
    const named = unrivalled || (known && features.literal > 0 && !generic);
    const possible = unrivalled && known ? !features.versionBeyond : plausible;
    return (named && possible) || (distinctive && !features.versionBeyond && (known || plausible));
  }
  if (unrivalled && !generic && (version > 0 || !features.versionUnknown)) return true;
  return (known && !generic) || (distinctive && (plausible || looksLike || !features.versionUnknown));
}

/** A Go module's path is the address of its source: where the catalogue knows a repository there, there is the module. */
function isKnownModule(
  { candidate, share, features }: ScoredCandidate<PackageCandidate, PackageFeatures>,
  { repositories }: RankedCandidates,
): boolean {
  if (candidate.type !== 'golang' || !features.coordinates || share < leastShare.package) return false;
  const path = `${candidate.namespace ?? ''}/${candidate.name}`.toLowerCase().replace(/\/v\d{1,3}$/, '');
  return repositories.some((one) => one.candidate.entry !== null && one.candidate.url === `https://${path}`);
}

/**
 * Whole coordinates, in a namespace of which, or of whose owner, the catalogue knows others, and no slip in the name:
 * what the catalogue's sample of that namespace lacks.
 */
function isSibling(
  { candidate, share, features }: ScoredCandidate<PackageCandidate, PackageFeatures>,
  { packages, hasKnownWords }: RankedCandidates,
): boolean {
  if (candidate.entry !== null || !features.coordinates || share < sure) return false;
  const { type, namespace } = candidate;
  const isSiblingOf = (other: PackageCandidate): boolean =>
    other.entry !== null && other.type === type && other.namespace !== null && other.namespace === namespace;
  const hasSiblings =
    features.knownNamespace || features.knownOwner || packages.some((other) => isSiblingOf(other.candidate));
  return Boolean(hasSiblings) && hasKnownWords(candidate.name);
}

/** Many groups and vendors have an artifact of one name. */
const isNamespaced = ({ type, namespace }: PackageCandidate): boolean => namespace !== null && namespaced.has(type);
const namespaced = new Set(['maven', 'composer', 'npm', 'golang']);

/** Scopes and repositories seldom share a name that tells something; groups of Maven and vendors of Packagist do. */
const hasFewNamesakes = ({ type }: PackageCandidate): boolean => type === 'npm' || type === 'golang';

const isGenericReading = ({ parsed }: ComponentQuery): boolean => isGeneric(parsed.parses[0]!.name);

/** `packageChosen`: a package is, so that what is linked with the likeliest is linked with something sure. */
function productMayBeChosen(
  asked: ComponentQuery,
  ranked: ScoredCandidate<ProductCandidate, ProductFeatures>,
  packageChosen: boolean,
): boolean {
  const { candidate, share, features } = ranked;
  if (candidate.isGenerated || share < leastShare.product) return false;
  if (features.statedAlone) return true;
  const agreed = features.organizationSame || features.organizationInName;
  const sameName =
    features.same ||
    features.sameCut ||
    features.title ||
    features.doubled ||
    (features.qualified && agreed && !isLanguage(candidate.entry.vendor));
  if (features.sameNumberCut || features.deprecated || features.targetOther || features.hardware) return false;
  if (!sameName) return isProductWithoutAffixes(ranked);
  // What a part is for or works with bears the same name: its own maker or its host has to tell.
  const ownPart = features.targetAgrees || (features.organizationSame && !features.packageEcosystem);
  if (asked.parsed.isPart && !ownPart) return false;
  // Three letters that another organization has as well are anybody's.
  const anybodys = features.short && features.organizationDifferent;
  const linked = packageChosen && features.linkedPackage > linkedShare && !anybodys;
  // A library that is not linked with this product is seldom the product, whatever its name.
  const library = features.packageEcosystem && !linked && !features.versionKnown;
  if (library && !features.organizationSame) return false;
  // What whole coordinates name is one thing, and a product of somebody else that only bears its name another.
  if (features.coordinates && features.organizationDifferent && !linked && features.versionKnown < 2) return false;
  // A vendor made of the product's own name is no second witness: only the same organization is.
  const ownVendor = features.projectVendor || features.vendorIsProduct;
  const organization = features.organizationSame || (features.organizationSimilar && !ownVendor) || features.doubled;
  const distinctive = isDistinctive(candidate.entry.product);
  const version = features.versionKnown || (features.versionKnownCommon && distinctive);
  // The trained model has weighed everything already; where it leaves no room, a telling name is enough.
  const unrivalled = share >= sure && distinctive && !features.versionBeyond;
  if (asked.organization.given) {
    const versionTells = features.versionKnown > 0 && !isGeneric(candidate.entry.product);
    const unopposed = unrivalled && (version || !features.organizationDifferent);
    return Boolean(organization || versionTells || unopposed || (linked && !features.versionUnknown));
  }
  if (unrivalled) return true;
  const pointedAt = features.linkedRepository && features.linkedPackages >= supportingShare && share >= almostSure;
  if (pointedAt && (features.literal || features.title) && !isGeneric(candidate.entry.product)) return true;
  const qualified = features.qualified && !isLanguage(candidate.entry.vendor);
  return Boolean(version || linked || qualified || (features.organizationInName && isDistinctive(asked.evidence.name)));
}

/** "python3-setuptools" of a distribution is setuptools, where its source as well is found under the name. */
function isProductWithoutAffixes({
  candidate,
  share,
  features,
}: ScoredCandidate<ProductCandidate, ProductFeatures>): boolean {
  if (!features.core || !features.linkedRepository || share < almostAll) return false;
  if (features.packageEcosystem || features.coordinates || features.organizationDifferent) return false;
  return !isGeneric(candidate.entry.product);
}

function repositoryMayBeChosen(
  asked: ComponentQuery,
  ranked: ScoredCandidate<RepositoryCandidate, RepositoryFeatures>,
  chosen: Pick<AutomaticSelection, 'package' | 'product'>,
  { repositories }: RankedCandidates,
): boolean {
  const { candidate, share, features } = ranked;
  if (features.stated) return true;
  if (candidate.entry === null || share < leastShare.repo) return false;
  const sameName = features.same || features.sameCut;
  // A product has mirrors and forks as well; what a package is built from is one place.
  const identifiers = [chosen.package?.candidate.purl, share >= quiteSure ? chosen.product?.candidate.cpe : undefined];
  const isLinkedWith = (one: RepositoryCandidate): boolean =>
    identifiers.some((identifier) => identifier !== undefined && one.pointedBy.includes(identifier));
  // Former homes stay linked: of several, the name or the owner has to tell.
  const isOnly = repositories.every((other) => other.candidate === candidate || !isLinkedWith(other.candidate));
  const linked = isLinkedWith(candidate) && (isOnly || sameName || !features.organizationDifferent);
  const owned = features.organizationSame && sameName;
  if (linked || owned || features.ownAddress) return true;
  if (asked.parsed.isPart || share < quiteSure || isGeneric(candidate.name)) return false;
  // Both a package and a product of this name come from it, and the list names nobody else.
  const supported = features.fromBoth >= supportingShare && sameName && !asked.organization.given;
  return Boolean(supported || isWellSupported(ranked));
}

/** Next to nothing else is believed to be the source, and what is believed to come from it agrees. */
function isWellSupported({ share, features }: ScoredCandidate<RepositoryCandidate, RepositoryFeatures>): boolean {
  if (share < sure || features.organizationDifferent || features.slip) return false;
  // Most of the name is about something else: a role or a wrapper for this.
  if (features.behindVendor && features.covered < mostOfName) return false;
  const supported = features.fromPackages >= 0.5 || features.fromProducts >= linkedShare || features.organizationSame;
  return Boolean(supported || features.fromBoth >= supportingShare);
}
