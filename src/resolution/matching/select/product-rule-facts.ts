import { ecosystemOf } from '../../../model/ecosystem-words.js';
import { compact } from '../../../model/names/normalise.js';
import type { ComponentQuery } from '../compare/component-query.js';
import { isDistinctive, isGeneric } from '../compare/distinctive.js';
import type { ProductFeatures } from '../rank/product-features.js';
import type { ScoredProduct, SelectionFacts } from './selection-rule.js';

// What the rules of products ask about the best candidate.

/** Hardly any other candidate is left. */
const unrivalledProbability = 0.9;
const minProbabilityWithoutAffixes = 0.95;
/** A package this probable confirms the product that it is linked with. */
export const minConfirmingPackage = 0.7;

type Facts = SelectionFacts<ScoredProduct>;

export function hasLongerNamesake(
  { parsed }: ComponentQuery,
  best: ScoredProduct,
  ranked: readonly ScoredProduct[],
): boolean {
  const { name } = parsed.parses[0]!;
  const longer = parsed.parses.find((one) => one.name.length > name.length && one.name.startsWith(name));
  if (!longer) return false;
  const whole = compact(longer.name);
  const hasLongerName = ({ candidate: { isGenerated, entry } }: ScoredProduct): boolean =>
    !isGenerated && compact(entry.product) === whole;
  return !hasLongerName(best) && ranked.some(hasLongerName);
}

export const isOnlySimilar = ({ features }: ScoredProduct): boolean =>
  !(features.same || features.sameCut || features.title || features.doubled || features.declared);

export const hasExactName = ({ candidate, features }: ScoredProduct): boolean =>
  !candidate.isGenerated && features.same > 0 && features.literal > 0;

export function isOnlyProductOfDeclaredPackage({
  best: { candidate, features },
  ranking,
  selectedPackage,
}: Facts): boolean {
  if (!selectedPackage?.features.declared || selectedPackage.candidate.entry === null) return false;
  if (candidate.linkedPackage <= minConfirmingPackage || features.deprecated || features.targetOther) return false;
  return ranking.products.every(
    (other) => other.candidate === candidate || other.candidate.linkedPackage <= minConfirmingPackage,
  );
}

export function hasSameName({ best: { candidate, features } }: Facts): boolean {
  const isVendorsName =
    features.qualified &&
    (features.organizationSame || features.organizationInName) &&
    !isLanguage(candidate.entry.vendor);
  return Boolean(features.same || features.sameCut || features.title || features.doubled || isVendorsName);
}

/** "python3-setuptools" of a distribution is setuptools. */
export function isSameWithoutAffixes({ best: { candidate, probability, features } }: Facts): boolean {
  if (!features.core || !features.linkedRepository || probability < minProbabilityWithoutAffixes) return false;
  if (features.packageEcosystem || features.coordinates || features.organizationDifferent) return false;
  return !isGeneric(candidate.entry.product);
}

/** The selected package confirms the product; a name of three letters is too short for that under another organization. */
export function isLinked({ best: { features }, selectedPackage }: Facts): boolean {
  const isShortNameOfOther = features.short && features.organizationDifferent;
  return selectedPackage !== null && features.linkedPackage > minConfirmingPackage && !isShortNameOfOther;
}

/** Another product has the version that this one lacks, and the name without prefix or suffix. */
export function isOutdoneByVersion({ features }: ScoredProduct, ranked: readonly ScoredProduct[]): boolean {
  const isConfirmed = features.organizationSame || features.onlyDeclared || features.coordinates;
  if (!features.versionUnknown || isConfirmed) return false;
  return ranked.some(
    ({ candidate, features: other }) =>
      !candidate.isGenerated && other.versionKnown > 0 && (other.same || other.core || other.title) > 0,
  );
}

/** A vendor that is made of the product's name confirms nothing, unless it is the same organization. */
export function hasAgreeingOrganization(features: ProductFeatures): boolean {
  const isVendorFromName = features.projectVendor || features.vendorIsProduct;
  return Boolean(features.organizationSame || (features.organizationSimilar && !isVendorFromName) || features.doubled);
}

export function hasKnownVersion({ best: { candidate, features } }: Facts): boolean {
  return features.versionKnown > 0 || (features.versionKnownCommon > 0 && isDistinctive(candidate.entry.product));
}

export function isUnrivalled({ best: { candidate, probability, features } }: Facts): boolean {
  return probability >= unrivalledProbability && isDistinctive(candidate.entry.product) && !features.versionBeyond;
}

/** "python-rsa" is rsa for Python, not a product of python; "jenkins" and "wordpress" are vendors. */
const languages = new Set(['npm', 'pypi', 'gem', 'composer', 'golang', 'maven', 'cargo', 'nuget', 'cpan', 'cran']);
export const isLanguage = (vendor: string): boolean => languages.has(ecosystemOf(vendor) ?? '');
