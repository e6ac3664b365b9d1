import type { ComponentQuery } from '../compare/component-query.js';
import type { PackageCandidate } from '../rank/package-features.js';
import type { ProductCandidate } from '../rank/product-features.js';
import type { RepositoryCandidate } from '../rank/repository-features.js';
import type { ScoredCandidate } from '../rank/score-candidates.js';

/** By feature, the sentence for a positive value. */
const sentences: Readonly<Record<string, string>> = {
  declared: 'The file declares it',
  onlyDeclared: 'The file declares no other identifier',
  same: 'The name is the same',
  sameCut: 'The name is the same without an additional word or version',
  qualified: 'The name together with the organization is the same',
  title: 'The title is the same',
  core: 'The name is the same without prefix or suffix',
  behindVendor: 'The name follows a word that may be its vendor',
  typo: 'The name differs by one typing error',
  acronym: 'The name is its acronym',
  coordinates: 'The coordinates are the same',
  besideTypo: 'Against it: a known package is one typing error away',
  besideSame: 'Against it: a known package differs only in case or separators',
  distributionUnknown: 'Against it: nothing names the distribution',
  listVendor: 'Other packages of the SBOM are of its owner',
  knownNamespace: 'The catalogue knows other packages of its namespace',
  knownOwner: 'The catalogue knows other packages of the owner of its namespace',
  organizationSame: 'The organization is the same',
  organizationSimilar: 'The organization is similar',
  organizationInName: 'The name contains its organization',
  organizationDifferent: 'Against it: the organization is another one',
  ownerAgrees: 'Its repository belongs to the organization',
  versionKnown: 'It has this version',
  versionKnownCommon: 'It has this version, as many others have',
  versionUnknown: 'Against it: the catalogue does not know this version of it',
  deprecated: 'Against it: the identifier is deprecated',
};

const unverified = 'The catalogue does not know it: unverified';

/** Links to less probable candidates are not mentioned. */
const minLinkProbability = 0.05;

function sentencesFor(features: Readonly<Record<string, number>>): string[] {
  return Object.entries(features).flatMap(([name, value]) => (value > 0 && sentences[name] ? [sentences[name]] : []));
}

/** So many other names are listed. */
const maxOtherNames = 5;

const otherNames = (identifiers: readonly string[] = []): string[] =>
  identifiers.length === 0 ? [] : [`Also known as ${identifiers.slice(0, maxOtherNames).join(', ')}`];

export function explainPackage(
  { parsed }: ComponentQuery,
  { candidate, features }: ScoredCandidate<PackageCandidate>,
): string[] {
  const reasons = sentencesFor(features);
  if (parsed.ecosystem === candidate.type) reasons.push(`The ecosystem is ${candidate.type}`);
  else if (parsed.ecosystem !== null) reasons.push('Against it: it is of another ecosystem');
  if (candidate.entry === null) reasons.push(unverified);
  return reasons;
}

export function explainProduct({ candidate, features, aliases }: ScoredCandidate<ProductCandidate>): string[] {
  const reasons = [...sentencesFor(features), ...otherNames(aliases?.map(({ cpe }) => cpe))];
  if (candidate.linkedPackage > minLinkProbability) reasons.push('The catalogue links it with a package candidate');
  if (candidate.entry.targetSoftware.length > 0)
    reasons.push(`It runs on ${candidate.entry.targetSoftware.slice(0, 3).join(', ')}`);
  if (candidate.isGenerated) reasons.push(unverified);
  return reasons;
}

export function explainRepository({ candidate, features, aliases }: ScoredCandidate<RepositoryCandidate>): string[] {
  const reasons = [...sentencesFor(features), ...otherNames(aliases?.map(({ url }) => url))];
  if (candidate.ownAddress) reasons.push('The coordinates contain this address');
  if (candidate.fromPackages > minLinkProbability) reasons.push('The catalogue links it with a package candidate');
  if (candidate.fromProducts > minLinkProbability) reasons.push('The catalogue links it with a product candidate');
  if (candidate.entry === null) reasons.push(unverified);
  return reasons;
}
