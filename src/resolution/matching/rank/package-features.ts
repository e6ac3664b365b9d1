import type { PackageEntry } from '../../../model/catalog-entry.js';
import type { ComponentQuery } from '../compare/component-query.js';
import type { RankingContext } from './ranking-context.js';
import { isTypo } from '../compare/edit-distance.js';
import { compact } from '../../../model/names/normalise.js';
import type { GeneratedPackage } from '../query/generated-packages.js';
import { rpmNamespace } from '../query/purl-templates.js';
import { NormalizedNames, normalizedPackage, type NormalizedOrganization } from '../compare/normalized-names.js';
import { compareNames } from '../compare/name-agreement.js';
import { compareOrganization } from '../compare/organization-agreement.js';
import type { CandidateFeatures } from './score-candidates.js';
import { compareVersion } from '../compare/version-agreement.js';

export interface PackageCandidate {
  readonly purl: string;
  readonly type: string;
  readonly namespace: string | null;
  readonly name: string;
  /** Null where the catalogue does not list the purl. */
  readonly entry: PackageEntry | null;
  readonly generated: GeneratedPackage | null;
  /** The file declares this purl. */
  readonly isDeclared: boolean;
  /** Owners of the linked repositories. */
  readonly owners: readonly NormalizedOrganization[];
}

/** Features of a candidate; the weights are in `trained-model.ts`. */
export type PackageFeatures = Readonly<
  Record<
    | 'declared'
    | 'same'
    | 'sameCut'
    | 'literal'
    | 'qualified'
    | 'title'
    | 'core'
    | 'behindVendor'
    | 'behindVendorAgreed'
    | 'typo'
    | 'coverage'
    | 'reverseCoverage'
    | 'doubled'
    | 'sameNumberCut'
    | 'coordinates'
    | 'coordinatesTypo'
    | 'coordinatesDiffer'
    | 'typeProbability'
    | 'typeOther'
    | 'typeOtherSure'
    | 'similarType'
    | 'similarNamespace'
    | 'knownNamespace'
    | 'knownOwner'
    | 'borrowed'
    | 'unlisted'
    | 'unlistedSure'
    | 'organizationSame'
    | 'organizationSimilar'
    | 'organizationDifferent'
    | 'organizationInName'
    | 'ownerAgrees'
    | 'versionKnown'
    | 'versionKnownCommon'
    | 'versionUnknown'
    | 'majorKnown'
    | 'versionNear'
    | 'versionBeyond'
    | 'weight'
    | 'sources'
    | 'github'
    | 'distribution'
    | 'distributionFits'
    | 'otherType'
    | 'length',
    number
  >
>;

export function packageFeatures(
  { query, similar }: RankingContext,
  candidate: PackageCandidate,
): CandidateFeatures<PackageFeatures> {
  const normalized = candidate.entry
    ? normalizedPackage(candidate.entry)
    : new NormalizedNames({ name: candidate.name, qualifier: candidate.namespace ?? '', title: null });
  const names = compareNames(query.names, normalized);
  const organization = compareOrganization(query.organization, normalized.organization);
  const owners = compareOwners(query, candidate.owners);
  const entry = candidate.entry;
  const version = compareVersion(query.version, normalized.versions);
  const probability = query.ecosystemProbabilities.get(candidate.type) ?? 0;
  const exact = Math.max(names.same, names.sameCut);
  const coordinates = sameCoordinates(query, candidate);
  const { type, namespace } = candidate;
  const ofType = query.parsed.coordinates?.type === type;
  const features = {
    declared: candidate.isDeclared ? 1 : 0,
    same: names.same,
    sameCut: names.sameCut,
    literal: names.literal,
    qualified: names.qualified,
    title: names.title,
    core: names.core,
    behindVendor: names.behindVendor,
    behindVendorAgreed: names.behindVendor && (organization.inName || owners.named) ? 1 : 0,
    typo: names.typo,
    coverage: names.coverage * (1 - exact),
    reverseCoverage: names.reverseCoverage * (1 - exact),
    doubled: names.doubled,
    sameNumberCut: names.sameNumberCut,
    coordinates,
    coordinatesTypo: ofType && !coordinates && hasTypoInCoordinates(query, candidate) ? 1 : 0,
    coordinatesDiffer: ofType && !coordinates ? 1 : 0,
    typeProbability: Math.log(probability + 0.02),
    typeOther: probability === 0 ? 1 : 0,
    typeOtherSure: probability === 0 && query.parsed.ecosystemSure ? 1 : 0,
    similarType: similar.typeProbability(type),
    similarNamespace: similar.namespaceProbability(type, namespace),
    knownNamespace: entry === null && similar.isKnownNamespace(type, namespace) ? 1 : 0,
    knownOwner: entry === null && similar.isKnownOwner(type, namespace) ? 1 : 0,
    borrowed: candidate.generated?.borrowed ? 1 : 0,
    unlisted: entry === null ? 1 : 0,
    unlistedSure: entry === null && (query.parsed.ecosystemSure || coordinates) ? 1 : 0,
    organizationSame: organization.same,
    organizationSimilar: organization.similar,
    organizationDifferent: organization.different && !owners.agree ? 1 : 0,
    organizationInName: organization.inName,
    ownerAgrees: owners.agree ? 1 : 0,
    versionKnown: version.known,
    versionKnownCommon: version.knownCommon,
    versionUnknown: version.unknown,
    majorKnown: version.majorKnown,
    versionNear: version.near,
    versionBeyond: version.beyond,
    weight: Math.log1p(entry?.weight ?? 0),
    sources: Math.log1p(entry?.sources ?? 0),
    github: candidate.type === 'github' ? 1 : 0,
    distribution: distributions.has(candidate.type) ? 1 : 0,
    distributionFits: distributionFits(query, candidate),
    otherType: otherTypes.has(candidate.type) ? 1 : 0,
    length: candidate.name.length < 4 ? 1 : 0,
  };
  return { features, names };
}

/** Whether an owner is, or resembles, the component's organization; and whether the component's name contains one. */
function compareOwners(query: ComponentQuery, owners: PackageCandidate['owners']): { agree: boolean; named: boolean } {
  let agree = false;
  let named = false;
  for (const owner of owners) {
    const { same, similar, inName } = compareOrganization(query.organization, owner);
    agree ||= same === 1 || similar === 1;
    named ||= inName === 1;
  }
  return { agree, named };
}

const distributions = new Set(['deb', 'rpm', 'apk', 'alpm']);
const otherTypes = new Set([
  'docker',
  'conan',
  'cran',
  'bitbucket',
  'gitlab',
  'generic',
  'oci',
  'bitnami',
  'cocoapods',
]);

/** Types that a component "owner/name" of unknown ecosystem may have. */
const pairTypes = new Set(['composer', 'github']);

/** Type, namespace and name are the component's coordinates. */
function sameCoordinates({ parsed }: ComponentQuery, candidate: PackageCandidate): number {
  const pair = candidate.entry !== null && pairTypes.has(candidate.type) ? parsed.pair : null;
  const coordinates = parsed.coordinates?.type === candidate.type ? parsed.coordinates : pair;
  if (!coordinates) return 0;
  const equal = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
  return equal(coordinates.namespace ?? '', candidate.namespace ?? '') && equal(coordinates.name, candidate.name)
    ? 1
    : 0;
}

/** Namespace and name as one text are at edit distance 1. */
function hasTypoInCoordinates({ parsed }: ComponentQuery, { namespace, name }: PackageCandidate): boolean {
  const coordinates = parsed.coordinates!;
  return isTypo(compact(`${coordinates.namespace ?? ''} ${coordinates.name}`), compact(`${namespace ?? ''} ${name}`));
}

/** Releases of Red Hat, Fedora, Amazon and SUSE. */
const rpmRelease = /\.(?:el|fc|amzn|lp|mga)\d|-(?:lp)?\d{6}\.\d/;

/** 1 where organization or version syntax are those of the distribution, -1 where they are those of another one. */
function distributionFits({ evidence }: ComponentQuery, { type, namespace }: PackageCandidate): number {
  const { version, org } = evidence;
  const named = type === 'deb' ? /^\s*(debian|ubuntu)\b/i.exec(org)?.[1]?.toLowerCase() : undefined;
  if (named !== undefined) return named === namespace ? 1 : -1;
  if (type === 'deb' && rpmRelease.test(version)) return -1;
  if (type === 'deb') return (namespace === 'ubuntu') === /ubuntu/i.test(version) ? 1 : -1;
  if (type === 'apk') return /-r\d+$/.test(version) ? 1 : 0;
  if (type !== 'rpm') return 0;
  return rpmNamespace(version) === namespace ? 1 : -1;
}
