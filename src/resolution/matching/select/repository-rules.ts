import { isGeneric } from '../compare/distinctive.js';
import type { RepositoryCandidate } from '../rank/repository-features.js';
import type { ScoredRepository, SelectionFacts, SelectionRule } from './selection-rule.js';

/** A less probable repository is not selected, whatever else agrees. */
const minProbability = 0.6;
/** Without a link to a selected package, and for the link of a product. */
const minUnlinkedProbability = 0.8;
const unrivalledProbability = 0.9;
/** Candidates this probable together, of both kinds or of one, confirm the repository that they are linked with. */
const minFromBoth = 0.3;
const minFromPackages = 0.5;
const minFromProducts = 0.7;
/** With less of the name covered, the component is a role or a wrapper for the candidate. */
const minCoverageBehindVendor = 0.5;

type Facts = SelectionFacts<ScoredRepository>;

/** The first rule that applies decides; where none does, nothing is selected. */
export const repositoryRules: readonly SelectionRule<ScoredRepository>[] = [
  {
    id: 'declared',
    effect: 'select',
    reason: 'The file declares this repository',
    applies: ({ best }) => best.features.declared > 0,
  },
  {
    id: 'address-of-selected-module',
    effect: 'select',
    reason: 'The path of the selected module is this address',
    applies: ({ best, selectedPackage }) =>
      best.features.ownAddress > 0 && selectedPackage?.candidate.type === 'golang',
  },
  {
    id: 'unlisted',
    effect: 'reject',
    reason: 'The catalogue does not know the repository',
    applies: ({ best }) => best.candidate.entry === null,
  },
  {
    id: 'improbable',
    effect: 'doubt',
    reason: 'It is not probable enough',
    applies: ({ best }) => best.probability < minProbability,
  },
  {
    id: 'source-of-selected',
    effect: 'select',
    reason: 'The catalogue links it with the selected package or product',
    applies: isSourceOfSelected,
  },
  {
    id: 'same-owner-and-name',
    effect: 'select',
    reason: 'The owner is the organization, and the name is the same',
    applies: (facts) => facts.best.features.organizationSame > 0 && hasSameName(facts),
  },
  {
    id: 'own-address',
    effect: 'select',
    reason: 'The coordinates contain this address',
    applies: ({ best }) => best.features.ownAddress > 0,
  },
  {
    // Mirrors, forks and former repositories stay linked.
    id: 'stranger-of-several',
    effect: 'reject',
    reason: 'Several repositories are linked with the selected package or product, and neither name nor owner agrees',
    applies: (facts) => isLinkedWithSelected(facts) && !isSourceOfSelected(facts),
  },
  {
    id: 'part-of-something-else',
    effect: 'reject',
    reason: 'The component is a part of something else',
    applies: ({ query }) => query.parsed.isPart,
  },
  {
    id: 'unlinked-and-improbable',
    effect: 'doubt',
    reason: 'Nothing selected is linked with it, and it is not probable enough',
    applies: ({ best }) => best.probability < minUnlinkedProbability,
  },
  {
    id: 'generic-name',
    effect: 'reject',
    reason: 'The name is generic',
    applies: ({ best }) => isGeneric(best.candidate.name),
  },
  {
    id: 'source-of-package-and-product',
    effect: 'select',
    reason: 'The name is the same, and packages as well as products of the name are linked with it',
    applies: (facts) =>
      facts.best.features.fromBoth >= minFromBoth && hasSameName(facts) && !facts.query.organization.given,
  },
  {
    id: 'unrivalled-source',
    effect: 'select',
    reason: 'No other candidate is likely, and linked candidates or the owner agree',
    applies: isUnrivalledSource,
  },
  {
    // An organization's own component may bear the name of a public one.
    id: 'stranger',
    effect: 'reject',
    reason: 'The owner is another one, and nothing selected is linked with it',
    applies: (facts) => facts.best.features.organizationDifferent > 0 && !isLinkedWithSelected(facts),
  },
  {
    id: 'role-or-wrapper',
    effect: 'reject',
    reason: 'Little of the name is the repository’s: the component may be a role or a wrapper for it',
    applies: ({ best: { features } }) => features.behindVendor > 0 && features.coverage < minCoverageBehindVendor,
  },
];

const hasSameName = ({ best: { features } }: Facts): boolean => features.same > 0 || features.sameCut > 0;

/** Mirrors and forks are linked with products too: for those the repository must be probable. */
function linkedWithSelected({ best, selectedPackage, selectedProduct }: Facts): (one: RepositoryCandidate) => boolean {
  const identifiers = [
    selectedPackage?.candidate.purl,
    best.probability >= minUnlinkedProbability ? selectedProduct?.candidate.cpe : undefined,
  ];
  return (one) =>
    identifiers.some((identifier) => identifier !== undefined && one.linkedIdentifiers.includes(identifier));
}

const isLinkedWithSelected = (facts: Facts): boolean => linkedWithSelected(facts)(facts.best.candidate);

/** Former repositories stay linked: of several, name or owner must agree. */
function isSourceOfSelected(facts: Facts): boolean {
  const { best, ranking } = facts;
  const isLinked = linkedWithSelected(facts);
  if (!isLinked(best.candidate)) return false;
  const isOnly = ranking.repositories.every(
    // One that the best stands for is none of its own.
    (other) => other.candidate === best.candidate || other.probability === 0 || !isLinked(other.candidate),
  );
  return isOnly || hasSameName(facts) || !best.features.organizationDifferent;
}

function isUnrivalledSource({ best: { probability, features } }: Facts): boolean {
  if (probability < unrivalledProbability || features.organizationDifferent || features.typo) return false;
  if (features.behindVendor && features.coverage < minCoverageBehindVendor) return false;
  return (
    features.fromPackages >= minFromPackages ||
    features.fromProducts >= minFromProducts ||
    features.organizationSame > 0 ||
    features.fromBoth >= minFromBoth
  );
}
