import { otherNameFits } from '../rank/package-features.js';
import {
  hasOtherVersionInName,
  isOutdoneByWholeName,
  otherVersionReason,
  type ScoredPackage,
  type SelectionRule,
} from './selection-rule.js';
import {
  hasDifferentName,
  hasDistinctiveName,
  hasExactNameAndPossibleVersion,
  hasGenericName,
  hasGenericParse,
  hasLongerNamesake,
  hasPlausibleVersion,
  hasUnconfirmedNamespace,
  isCompleteModulePath,
  isModuleOfKnownRepository,
  isNamesakeOfProduct,
  isNameWithLanguage,
  isOfEcosystem,
  isRepositoryPath,
  isSiblingOfKnownPackages,
  isStranger,
  isTypedByHand,
  isUnconfirmed,
  isUnrivalled,
  looksLikeEcosystem,
  minProbability,
} from './package-rule-facts.js';

/**
 * A package is selected where its name is the same, something independent of the name agrees and nothing contradicts. A
 * wrong selection is worse than none. The first rule that applies decides; where none does, nothing is selected.
 */
export const packageRules: readonly SelectionRule<ScoredPackage>[] = [
  {
    id: 'other-version-in-name',
    effect: 'reject',
    reason: otherVersionReason,
    applies: hasOtherVersionInName,
  },
  {
    id: 'version-is-part-of-name',
    effect: 'reject',
    reason: 'Another package has the name together with what looks like the version',
    applies: ({ query, best, ranking }) => !best.features.declared && hasLongerNamesake(query, best, ranking.packages),
  },
  {
    id: 'partial-name',
    effect: 'reject',
    reason: 'Only a part of the name is the same, and another package has the whole name',
    applies: ({ best, ranking }) =>
      !best.features.declared &&
      isOutdoneByWholeName(best, ranking.packages, ({ candidate }) => candidate.entry !== null),
  },
  {
    id: 'declared',
    effect: 'select',
    reason: 'The file declares this package',
    applies: ({ best }) => best.features.declared > 0,
  },
  {
    // "jquery.js" is jQuery; a package of that name is a copy, or was published to be taken for it.
    id: 'name-with-language',
    effect: 'reject',
    reason:
      'The name without ".js" is that of a package that fits as well, and people write ".js" behind the name of any library in JavaScript',
    applies: isNameWithLanguage,
  },
  {
    // A host of code has repositories of every language.
    id: 'repository-path',
    effect: 'reject',
    reason: 'The name is the path of a repository, and nothing says that it is a Go module',
    applies: isRepositoryPath,
  },
  {
    id: 'module-of-known-repository',
    effect: 'select',
    reason: 'The module path is the address of a repository in the catalogue',
    applies: isModuleOfKnownRepository,
  },
  {
    // Of a Go module the path is the identity; only a typing error makes it another.
    id: 'module-path',
    effect: 'select',
    reason: 'The module path is complete, with a version, and the catalogue knows its host and every word of it',
    applies: isCompleteModulePath,
  },
  {
    id: 'sibling-of-known-packages',
    effect: 'select',
    reason: 'The catalogue knows other packages of its namespace or owner, and every word of its name',
    applies: isSiblingOfKnownPackages,
  },
  {
    id: 'unlisted-and-unconfirmed',
    effect: 'reject',
    reason: 'The catalogue knows neither the package nor every word of its name, or only the name is given',
    applies: isUnconfirmed,
  },
  {
    id: 'unlisted',
    effect: 'doubt',
    reason: 'The catalogue does not know the package',
    applies: ({ best }) => best.candidate.entry === null,
  },
  {
    id: 'outnumbered',
    effect: 'reject',
    reason: 'The other candidates together are more probable',
    applies: ({ best }) => best.probability < 0.5,
  },
  {
    id: 'improbable',
    effect: 'doubt',
    reason: 'It is not probable enough',
    applies: ({ best }) => best.probability < minProbability,
  },
  {
    // Names as a registry writes them are seldom typed by hand, and whoever attacks publishes what looks like a typing error.
    id: 'name-of-another-package',
    effect: 'reject',
    reason: 'The name differs as by a typing error, and may be the name of another package',
    applies: (facts) =>
      hasDifferentName(facts) &&
      facts.best.features.typo > 0 &&
      !isTypedByHand(facts) &&
      (facts.query.parsed.ecosystem !== null || facts.best.features.versionKnown <= 0),
  },
  {
    id: 'different-name',
    effect: 'doubt',
    reason: 'The name is not the same',
    applies: hasDifferentName,
  },
  {
    // "@acme/body-parser" is not body-parser.
    id: 'different-coordinates',
    effect: 'reject',
    reason: 'The component has the coordinates of another package',
    applies: ({ best: { features } }) => features.coordinatesDiffer > 0 && !features.coordinatesTypo,
  },
  {
    id: 'other-distribution',
    effect: 'reject',
    reason: 'The component is of another distribution',
    applies: ({ best: { features } }) => features.distributionFits < 0,
  },
  {
    // Distributions have the same names and similar versions.
    id: 'unknown-distribution',
    effect: 'reject',
    reason: 'Neither the component nor its list names the distribution',
    applies: ({ best: { features } }) => features.distribution > 0 && features.distributionFits < otherNameFits,
  },
  {
    // Redis 6.0.9 of Redis Labs is the server; registries have its clients under the same name and owner.
    id: 'namesake-of-product',
    effect: 'reject',
    reason:
      'A product of the organization has this name, the package lacks this version, and nothing tells the ecosystem',
    applies: isNamesakeOfProduct,
  },
  {
    id: 'unconfirmed-namespace',
    effect: 'doubt',
    reason: 'Nothing confirms its namespace, and others may have a package of this name',
    applies: hasUnconfirmedNamespace,
  },
  {
    id: 'same-organization',
    effect: 'select',
    reason: 'The organization or its repository’s owner agrees',
    applies: ({ best: { features } }) =>
      Boolean(
        features.coordinates || features.organizationSame || features.organizationSimilar || features.ownerAgrees,
      ),
  },
  {
    id: 'known-version',
    effect: 'select',
    reason: 'It has this version',
    applies: ({ best: { features } }) => features.versionKnown > 0,
  },
  {
    // The other organization may be the author.
    id: 'exact-name-of-other-organization',
    effect: 'select',
    reason: 'The name is exactly the same, and the version is possible',
    applies: (facts) => facts.query.organization.given && hasExactNameAndPossibleVersion(facts),
  },
  {
    id: 'distinctive-name-of-other-organization',
    effect: 'select',
    reason: 'The name is distinctive, and ecosystem or version agree',
    applies: (facts) =>
      facts.query.organization.given &&
      hasDistinctiveName(facts) &&
      !facts.best.features.versionBeyond &&
      (isOfEcosystem(facts) || hasPlausibleVersion(facts.best.features)),
  },
  {
    // An organization's own component may bear the name of a public one.
    id: 'unknown-version-of-other-organization',
    effect: 'reject',
    reason: 'The organization is another one, and the package has no version like this',
    applies: ({ query, best: { features } }) =>
      query.organization.given &&
      features.versionUnknown > 0 &&
      features.majorKnown === 0 &&
      !(features.organizationSame || features.organizationSimilar || features.ownerAgrees || features.coordinates),
  },
  {
    id: 'stranger',
    effect: 'reject',
    reason: 'The organization is another one, no version agrees, and anybody may choose such a name',
    applies: isStranger,
  },
  {
    id: 'other-organization',
    effect: 'doubt',
    reason: 'The organization is another one, and nothing else confirms the package',
    applies: ({ query }) => query.organization.given,
  },
  {
    id: 'unrivalled-name',
    effect: 'select',
    reason: 'The name is exactly the same, and no other candidate is likely',
    applies: (facts) =>
      isUnrivalled(facts) &&
      !hasGenericName(facts) &&
      (facts.best.features.versionKnownCommon > 0 || !facts.best.features.versionUnknown),
  },
  {
    id: 'known-ecosystem',
    effect: 'select',
    reason: 'The ecosystem agrees, and the name is not generic',
    applies: (facts) => isOfEcosystem(facts) && !hasGenericName(facts),
  },
  {
    id: 'distinctive-name',
    effect: 'select',
    reason: 'The name is distinctive, and ecosystem or version do not contradict',
    applies: (facts) =>
      hasDistinctiveName(facts) &&
      (hasPlausibleVersion(facts.best.features) || looksLikeEcosystem(facts) || !facts.best.features.versionUnknown),
  },
  {
    id: 'generic-name',
    effect: 'reject',
    reason: 'The name is generic, and the organization does not agree',
    applies: (facts) =>
      hasGenericParse(facts) && !(facts.best.features.organizationSame || facts.best.features.coordinates),
  },
];
