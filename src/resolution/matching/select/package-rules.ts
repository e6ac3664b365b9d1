import type { ComponentQuery } from '../compare/component-query.js';
import { isDistinctive, isGeneric } from '../compare/distinctive.js';
import type { PackageCandidate, PackageFeatures } from '../rank/package-features.js';
import { isOutdoneByWholeName, type ScoredPackage, type SelectionFacts, type SelectionRule } from './selection-rule.js';

/** A less probable package is not selected, whatever else agrees. */
const minProbability = 0.6;
/** For a sibling that the catalogue does not list. */
const minSiblingProbability = 0.9;
/** Hardly any other candidate is left. */
const unrivalledProbability = 0.95;
/** From this probability on, the syntax of a component decides its ecosystem. */
const minEcosystemProbability = 0.6;

type Facts = SelectionFacts<ScoredPackage>;

/**
 * A package is selected where its name is the same, something independent of the name agrees and nothing contradicts. A
 * wrong selection is worse than none. The first rule that applies decides; where none does, nothing is selected.
 */
export const packageRules: readonly SelectionRule<ScoredPackage>[] = [
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
    id: 'module-of-known-repository',
    effect: 'select',
    reason: 'The module path is the address of a repository in the catalogue',
    applies: isModuleOfKnownRepository,
  },
  {
    id: 'sibling-of-known-packages',
    effect: 'select',
    reason: 'The catalogue knows other packages of its namespace or owner, and every word of its name',
    applies: isSiblingOfKnownPackages,
  },
  {
    id: 'unlisted',
    effect: 'reject',
    reason: 'The catalogue does not know the package',
    applies: ({ best }) => best.candidate.entry === null,
  },
  {
    id: 'improbable',
    effect: 'doubt',
    reason: 'It is not probable enough',
    applies: ({ best }) => best.probability < minProbability,
  },
  {
    // Names with an ecosystem are seldom typed by hand, and whoever attacks publishes what looks like a typing error.
    id: 'name-of-another-package',
    effect: 'reject',
    reason: 'The name differs as by a typing error, and may be the name of another package',
    applies: (facts) =>
      hasDifferentName(facts) &&
      facts.best.features.typo > 0 &&
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
    applies: ({ best: { features } }) => features.distribution > 0 && features.distributionFits < 1,
  },
  {
    id: 'rare-version',
    effect: 'select',
    reason: 'It has this version, which hardly anything else has',
    applies: ({ query, best: { features, probability } }) =>
      features.same > 0 &&
      features.versionKnown > 1 &&
      !query.organization.given &&
      probability >= unrivalledProbability,
  },
  {
    id: 'unconfirmed-namespace',
    effect: 'doubt',
    reason: 'Nothing confirms its namespace, and others may have a package of this name',
    applies: hasUnconfirmedNamespace,
  },
  {
    id: 'known-distribution',
    effect: 'select',
    reason: 'Its distribution is certain, and the name is distinctive',
    applies: (facts) =>
      facts.best.features.distribution > 0 && facts.query.version.plain !== '' && hasDistinctiveName(facts),
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

/** Where the catalogue has libodb-qt-2.4t64, that name is not libodb-qt with a version. */
function hasLongerNamesake(
  { parsed }: ComponentQuery,
  best: ScoredPackage,
  [, ...others]: readonly ScoredPackage[],
): boolean {
  const { name } = parsed.parses[0]!;
  const longer = parsed.parses.find((one) => one.name.length > name.length && one.name.startsWith(name));
  if (!longer) return false;
  const hasLongerName = ({ candidate }: ScoredPackage): boolean =>
    candidate.entry !== null && candidate.name.toLowerCase() === longer.name.toLowerCase();
  return !hasLongerName(best) && others.some(hasLongerName);
}

/** A Go module's path is the address of its source. */
function isModuleOfKnownRepository({ best: { candidate, probability, features }, ranking }: Facts): boolean {
  if (candidate.type !== 'golang' || !features.coordinates || probability < minProbability) return false;
  const path = `${candidate.namespace ?? ''}/${candidate.name}`.toLowerCase().replace(/\/v\d{1,3}$/, '');
  return ranking.repositories.some((one) => one.candidate.entry !== null && one.candidate.url === `https://${path}`);
}

/** Complete coordinates without a typo that the catalogue's sample of the namespace lacks. */
function isSiblingOfKnownPackages(facts: Facts): boolean {
  const { candidate, probability, features } = facts.best;
  const { ranking } = facts;
  if (candidate.entry !== null || !features.coordinates || probability < minSiblingProbability) return false;
  if (isMisspelt(facts.best)) return false;
  const { type, namespace } = candidate;
  const isSibling = (other: PackageCandidate): boolean =>
    other.entry !== null && other.type === type && other.namespace !== null && other.namespace === namespace;
  const hasSiblings =
    features.knownNamespace || features.knownOwner || ranking.packages.some((other) => isSibling(other.candidate));
  return Boolean(hasSiblings) && ranking.hasKnownWords(candidate.name);
}

/** Only capitals, or each word with one: hardly any Maven artifact is written so. */
const capitals = /^(?:[^a-z]*[A-Z][^a-z]*|[A-Z][a-z0-9]*(?:[-_][A-Z][a-z0-9]*)*)$/;

/** Written in a way that the ecosystem hardly uses, with a version, or nearly as a listed package. */
function isMisspelt({ candidate: { type, name }, features }: ScoredPackage): boolean {
  if (features.besideTypo || features.besideSame) return true;
  if (type === 'maven') return capitals.test(name) || (name.includes('_') && !/_(?:\d|[a-z]{2}(?:_|$))/.test(name));
  return type === 'golang' && /[-@_]v?\d+\.\d/.test(name);
}

/** Ecosystems in which packages of several namespaces share a name. */
const namespaced = new Set(['maven', 'composer', 'npm', 'golang']);

/** Scopes of npm and Go paths seldom share a distinctive name; Maven groups and Packagist vendors do. */
const fewNamesakes = new Set(['npm', 'golang']);

function hasUnconfirmedNamespace(facts: Facts): boolean {
  const { candidate, features } = facts.best;
  if (candidate.namespace === null || !namespaced.has(candidate.type)) return false;
  if (features.coordinates || features.organizationSame) return false;
  const isConfirmed = hasDistinctiveName(facts) ? !features.organizationDifferent : features.coordinatesTypo;
  return !(fewNamesakes.has(candidate.type) && isConfirmed);
}

function hasExactNameAndPossibleVersion(facts: Facts): boolean {
  const { features } = facts.best;
  const isExact = isUnrivalled(facts) || (isOfEcosystem(facts) && features.literal > 0 && !hasGenericName(facts));
  if (!isExact) return false;
  return isUnrivalled(facts) && isOfEcosystem(facts) ? !features.versionBeyond : hasPlausibleVersion(features);
}

const isUnrivalled = ({ best: { features, probability } }: Facts): boolean =>
  probability >= unrivalledProbability && features.literal > 0;

/** The catalogue's sample may lack the version, but the package has versions like it. */
const hasPlausibleVersion = (features: PackageFeatures): boolean =>
  features.versionKnown + features.versionKnownCommon > 0 || features.majorKnown > 0 || features.versionNear > 0;

const isOfEcosystem = ({ query, best }: Facts): boolean => query.parsed.ecosystem === best.candidate.type;

const looksLikeEcosystem = ({ query, best }: Facts): boolean =>
  (query.ecosystemProbabilities.get(best.candidate.type) ?? 0) >= minEcosystemProbability;

const hasGenericParse = ({ query }: Facts): boolean => isGeneric(query.parsed.parses[0]!.name);

const hasGenericName = (facts: Facts): boolean => isGeneric(facts.best.candidate.name) || hasGenericParse(facts);

const hasDistinctiveName = (facts: Facts): boolean =>
  isDistinctive(facts.best.candidate.name) && !hasGenericParse(facts);

function hasDifferentName({ best: { features } }: Facts): boolean {
  return !(features.same || features.sameCut || features.title || features.qualified);
}
