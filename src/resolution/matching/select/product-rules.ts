import { isDistinctive, isGeneric } from '../compare/distinctive.js';
import {
  hasAgreeingOrganization,
  hasExactName,
  hasKnownVersion,
  hasLongerNamesake,
  hasSameName,
  isLanguage,
  isLinked,
  isOnlyProductOfDeclaredPackage,
  isOnlySimilar,
  isOutdoneByVersion,
  isSameWithoutAffixes,
  isUnrivalled,
} from './product-rule-facts.js';
import {
  hasOtherVersionInName,
  isOutdoneByWholeName,
  otherVersionReason,
  type ScoredProduct,
  type SelectionRule,
} from './selection-rule.js';

/** A less probable product is not selected, whatever else agrees. */
const minProbability = 0.7;
const minProbabilityWithRepository = 0.85;
/** Several packages this probable together confirm the product that they are linked with. */
const minConfirmingPackages = 0.3;

/**
 * A product is selected where its name is the same, something independent of the name agrees and nothing contradicts.
 * The first rule that applies decides; where none does, nothing is selected.
 */
export const productRules: readonly SelectionRule<ScoredProduct>[] = [
  {
    id: 'other-version-in-name',
    effect: 'reject',
    reason: otherVersionReason,
    applies: hasOtherVersionInName,
  },
  {
    // "Windows 8.1" is not Windows in the version 8.1.
    id: 'version-is-part-of-name',
    effect: 'reject',
    reason: 'Another product has the name together with what looks like the version',
    applies: ({ query, best, ranking }) =>
      !best.features.onlyDeclared && hasLongerNamesake(query, best, ranking.products),
  },
  {
    id: 'name-of-another-product',
    effect: 'reject',
    reason: 'The name is only similar, and another product has exactly this name',
    applies: ({ best, ranking }) => isOnlySimilar(best) && ranking.products.some(hasExactName),
  },
  {
    // sqlite3 3.44.2 is SQLite, not the module of Node.js called sqlite3.
    id: 'version-of-another-product',
    effect: 'reject',
    reason: 'The catalogue does not know this version of it, and a product of a similar name has exactly this version',
    applies: ({ best, ranking }) => isOutdoneByVersion(best, ranking.products),
  },
  {
    id: 'partial-name',
    effect: 'reject',
    reason: 'Only a part of the name is the same, and another product has the whole name',
    applies: ({ best, ranking }) =>
      !best.features.onlyDeclared &&
      isOutdoneByWholeName(best, ranking.products, ({ candidate }) => !candidate.isGenerated),
  },
  {
    // log4j-core is log4j, whatever their names.
    id: 'product-of-declared-package',
    effect: 'select',
    reason: 'It is the only product linked with the package that the file declares',
    applies: isOnlyProductOfDeclaredPackage,
  },
  {
    id: 'unlisted',
    effect: 'reject',
    reason: 'The catalogue does not know the product',
    applies: ({ best }) => best.candidate.isGenerated,
  },
  {
    id: 'improbable',
    effect: 'doubt',
    reason: 'It is not probable enough',
    applies: ({ best }) => best.probability < minProbability,
  },
  {
    id: 'declared',
    effect: 'select',
    reason: 'The file declares this product and no other',
    applies: ({ best }) => best.features.onlyDeclared > 0,
  },
  {
    id: 'number-of-name',
    effect: 'reject',
    reason: 'The name is the same only without a number that may belong to it',
    applies: ({ best }) => best.features.sameNumberCut > 0,
  },
  {
    id: 'deprecated',
    effect: 'reject',
    reason: 'The identifier is deprecated',
    applies: ({ best }) => best.features.deprecated > 0,
  },
  {
    id: 'other-target',
    effect: 'reject',
    reason: 'It runs on the software of another ecosystem',
    applies: ({ best }) => best.features.targetOther > 0,
  },
  {
    id: 'hardware',
    effect: 'reject',
    reason: 'It is hardware',
    applies: ({ best }) => best.features.hardware > 0,
  },
  {
    id: 'name-without-affixes',
    effect: 'select',
    reason: 'The name is the same without prefix or suffix, and its repository has the name too',
    applies: (facts) => !hasSameName(facts) && isSameWithoutAffixes(facts),
  },
  {
    id: 'unlinked-without-affixes',
    effect: 'reject',
    reason: 'The name is the same only without prefix or suffix, and no repository of the name is linked with it',
    applies: (facts) =>
      facts.best.features.core > 0 && !hasSameName(facts) && facts.best.features.linkedRepository === 0,
  },
  {
    id: 'different-name',
    effect: 'doubt',
    reason: 'The name is not the same',
    applies: (facts) => !hasSameName(facts),
  },
  {
    // What a plugin is for has the same name.
    id: 'part-of-something-else',
    effect: 'reject',
    reason: 'The component is a part of something else, and neither maker nor host agrees',
    applies: ({ query, best: { features } }) =>
      query.parsed.isPart && !(features.targetAgrees || (features.organizationSame && !features.packageEcosystem)),
  },
  {
    id: 'library-without-link',
    effect: 'doubt',
    reason: 'The component is a library, and nothing links it with the product',
    applies: (facts) =>
      facts.best.features.packageEcosystem > 0 &&
      !isLinked(facts) &&
      !facts.best.features.versionKnown &&
      !facts.best.features.organizationSame,
  },
  {
    // A driver in the vendor's group is not the server.
    id: 'coordinates-with-unknown-version',
    effect: 'reject',
    reason:
      'The component has complete coordinates, nothing links it with the product, and the product lacks this version',
    applies: (facts) =>
      facts.best.features.coordinates > 0 && facts.best.features.versionUnknown > 0 && !isLinked(facts),
  },
  {
    id: 'coordinates-of-other-organization',
    effect: 'reject',
    reason: 'The component has complete coordinates, and the product is of another organization',
    applies: (facts) =>
      facts.best.features.coordinates > 0 &&
      facts.best.features.organizationDifferent > 0 &&
      !isLinked(facts) &&
      facts.best.features.versionKnown < 2,
  },
  {
    id: 'same-organization',
    effect: 'select',
    reason: 'The organization agrees',
    applies: ({ query, best: { features } }) => query.organization.given && hasAgreeingOrganization(features),
  },
  {
    id: 'known-version-of-other-organization',
    effect: 'select',
    reason: 'It has this version, and the name is not generic',
    applies: ({ query, best: { candidate, features } }) =>
      query.organization.given && features.versionKnown > 0 && !isGeneric(candidate.entry.product),
  },
  {
    id: 'unrivalled-name-of-other-organization',
    effect: 'select',
    reason: 'The name is distinctive, no other candidate is likely, and organization or version do not contradict',
    applies: (facts) =>
      facts.query.organization.given &&
      isUnrivalled(facts) &&
      (hasKnownVersion(facts) || !facts.best.features.organizationDifferent),
  },
  {
    id: 'linked-package-of-other-organization',
    effect: 'select',
    reason: 'The catalogue links it with the selected package, and the version does not contradict',
    applies: (facts) => facts.query.organization.given && isLinked(facts) && !facts.best.features.versionUnknown,
  },
  {
    // An organization's own component may bear the name of a public one.
    id: 'stranger',
    effect: 'reject',
    reason: 'The organization is another one, and it is not known to have this version',
    applies: ({ best: { features } }) => features.organizationDifferent > 0 && features.versionKnown === 0,
  },
  {
    id: 'other-organization',
    effect: 'doubt',
    reason: 'The organization is another one, and nothing else confirms the product',
    applies: ({ query }) => query.organization.given,
  },
  {
    id: 'unrivalled-name',
    effect: 'select',
    reason: 'The name is distinctive, and no other candidate is likely',
    applies: isUnrivalled,
  },
  {
    id: 'linked-repository',
    effect: 'select',
    reason: 'A repository and packages of the name are linked with it',
    applies: ({ best: { candidate, probability, features } }) =>
      features.linkedRepository > 0 &&
      features.linkedPackages >= minConfirmingPackages &&
      probability >= minProbabilityWithRepository &&
      (features.literal > 0 || features.title > 0) &&
      !isGeneric(candidate.entry.product),
  },
  {
    id: 'known-version',
    effect: 'select',
    reason: 'It has this version',
    applies: hasKnownVersion,
  },
  {
    id: 'linked-package',
    effect: 'select',
    reason: 'The catalogue links it with the selected package',
    applies: isLinked,
  },
  {
    id: 'qualified-name',
    effect: 'select',
    reason: 'The name together with the vendor is the same',
    applies: ({ best: { candidate, features } }) => features.qualified > 0 && !isLanguage(candidate.entry.vendor),
  },
  {
    id: 'organization-in-name',
    effect: 'select',
    reason: 'The name is distinctive and contains the vendor',
    applies: ({ query, best: { features } }) => features.organizationInName > 0 && isDistinctive(query.evidence.name),
  },
  {
    id: 'unconfirmed-coordinates',
    effect: 'reject',
    reason: 'The component has complete coordinates, and nothing confirms that it is the product and not a part of it',
    applies: ({ best }) => best.features.coordinates > 0,
  },
  {
    id: 'generic-name',
    effect: 'reject',
    reason: 'The name is generic, and the organization does not agree',
    applies: ({ query, best }) => isGeneric(query.parsed.parses[0]!.name) && !best.features.organizationSame,
  },
];
