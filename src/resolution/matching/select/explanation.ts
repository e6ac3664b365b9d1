import type { ComponentQuery } from '../compare/component-query.js';
import type { ScoredCandidate } from '../rank/score-candidates.js';
import type { PackageCandidate } from '../rank/package-features.js';
import type { ProductCandidate } from '../rank/product-features.js';
import type { RepositoryCandidate } from '../rank/repository-features.js';

/** A sentence for a feature that speaks; `least` is the value from which it does. */
type Sentences = Readonly<Record<string, string>>;

const names: Sentences = {
  stated: 'The component itself states it',
  statedAlone: 'No other identifier is stated',
  same: 'The name is the same',
  sameCut: 'The name is the same once an added word or version is taken off',
  qualified: 'The name with its organization is the same',
  title: 'The title is the same',
  core: 'The name is the same without prefix or suffix',
  behindVendor: 'The name stands behind a word that may be its vendor',
  slip: 'The name is one typing slip away',
  acronym: 'The name is made of its first letters',
  coordinates: 'The whole coordinates are the same',
  knownNamespace: 'The catalogue knows others of its namespace',
  knownOwner: 'The catalogue knows others of the owner of its namespace',
  organizationSame: 'The organization is the same',
  organizationSimilar: 'The organization is similar',
  organizationInName: 'The organization stands in the name',
  organizationDifferent: 'Against it: the organization is another one',
  ownerAgrees: 'Its repository belongs to the organization',
  versionKnown: 'It is known to have this version',
  versionKnownCommon: 'It is known to have this version, as many things are',
  versionUnknown: 'Against it: this version of it is not known',
  deprecated: 'Against it: the identifier is deprecated',
};

function sentencesFor(features: Readonly<Record<string, number>>): string[] {
  return Object.entries(features).flatMap(([name, value]) => (value > 0 && names[name] ? [names[name]] : []));
}

export function explainPackage(
  asked: ComponentQuery,
  { candidate, features }: ScoredCandidate<PackageCandidate>,
): string[] {
  const sentences = sentencesFor(features);
  if (asked.parsed.ecosystem === candidate.type) sentences.push(`The ecosystem is ${candidate.type}`);
  else if (asked.parsed.ecosystem !== null) sentences.push('Against it: it is of another ecosystem');
  if (candidate.entry === null)
    sentences.push('Put together from the name; the catalogue does not know it: unverified');
  return sentences;
}

export function explainProduct(
  asked: ComponentQuery,
  { candidate, features }: ScoredCandidate<ProductCandidate>,
): string[] {
  const sentences = sentencesFor(features);
  if (candidate.linkedPackage > 0.05) sentences.push('The catalogue links it to a package candidate');
  if (candidate.entry.targetSoftware.length > 0)
    sentences.push(`It runs on ${candidate.entry.targetSoftware.slice(0, 3).join(', ')}`);
  if (candidate.isGenerated) sentences.push('The catalogue does not know it: unverified');
  return sentences;
}

export function explainRepository(
  asked: ComponentQuery,
  { candidate, features }: ScoredCandidate<RepositoryCandidate>,
): string[] {
  const sentences = sentencesFor(features);
  if (candidate.ownAddress) sentences.push('The coordinates name this address');
  if (candidate.fromPackages > 0.05) sentences.push('The catalogue says that a package candidate is built from it');
  if (candidate.fromProducts > 0.05) sentences.push('The catalogue links it to a product candidate');
  if (candidate.entry === null) sentences.push('The catalogue does not know it: unverified');
  return sentences;
}
