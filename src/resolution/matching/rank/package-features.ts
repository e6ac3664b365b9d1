import type { PackageEntry } from '../../../model/catalog-entry.js';
import { distributionTypes } from '../../../model/distribution-names.js';
import type { ComponentQuery } from '../compare/component-query.js';
import type { RankingContext } from './ranking-context.js';
import { isTypo } from '../compare/edit-distance.js';
import { compact } from '../../../model/names/normalise.js';
import type { GeneratedPackage } from '../query/generated-packages.js';
import type { ListContext } from '../query/list-context.js';
import { isDistributionType } from '../query/distribution.js';
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
  /** Not listed, but a listed package of its type is one typing error away, or differs in case or separators only. */
  readonly besideTypo: boolean;
  readonly besideSame: boolean;
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
    | 'besideTypo'
    | 'besideSame'
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
    | 'distributionOtherName'
    | 'distributionUnknown'
    | 'listPortion'
    | 'listOther'
    | 'listVendor'
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
  const list = listAgreement(query.evidence.context, candidate);
  const ofType = query.parsed.coordinates?.type === type;
  const fits = distributionFits(query, candidate);
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
    besideTypo: candidate.besideTypo ? 1 : 0,
    besideSame: candidate.besideSame ? 1 : 0,
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
    distribution: distributionTypes.has(candidate.type) ? 1 : 0,
    distributionFits: fits,
    distributionOtherName: fits === otherNameFits ? 1 : 0,
    distributionUnknown: isDistributionType(type) && query.distribution === null ? 1 : 0,
    listPortion: list.portion,
    listOther: list.other,
    listVendor: list.vendor,
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

interface ListAgreement {
  readonly portion: number;
  /** Enough is sure about the list, and nothing is of this type. */
  readonly other: number;
  readonly vendor: number;
}

const noList: ListAgreement = { portion: 0, other: 0, vendor: 0 };
const minSure = 10;

/** How the rest of the list agrees with the candidate. */
function listAgreement(context: ListContext | undefined, { type, namespace }: PackageCandidate): ListAgreement {
  if (!context) return noList;
  const portion = context.ecosystems[type] ?? 0;
  const isOther = portion === 0 && context.sureCount >= minSure && Object.keys(context.ecosystems).length > 0;
  const vendor = namespace?.toLowerCase();
  const isVendor =
    vendor !== undefined &&
    context.vendors.some((one) => vendor === one || vendor.startsWith(`${one}.`) || vendor.startsWith(`${one}/`));
  return { portion, other: isOther ? 1 : 0, vendor: isVendor ? 1 : 0 };
}

/** The names of one distribution are equally right; its supplier uses the first. */
export const otherNameFits = 0.75;

/** 1 where something tells its distribution, -1 where it tells another one, between them what remains possible. */
function distributionFits({ distribution }: ComponentQuery, { type, namespace }: PackageCandidate): number {
  if (!isDistributionType(type) || distribution === null) return 0;
  const at = distribution.type === type ? distribution.namespaces.indexOf(namespace ?? '') : -1;
  if (at < 0) return -1;
  if (distribution.isSure) return at === 0 ? 1 : otherNameFits;
  return 0.5 / (at + 1);
}
