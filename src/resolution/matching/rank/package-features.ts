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

/** What the features of a package are computed from. */
export interface PackageCandidate {
  readonly purl: string;
  readonly type: string;
  readonly namespace: string | null;
  readonly name: string;
  /** Null where the purl was only composed, or only stands in the file. */
  readonly entry: PackageEntry | null;
  readonly generated: GeneratedPackage | null;
  /** The file itself names this purl. */
  readonly isDeclared: boolean;
  /** Owners of its repositories, by the catalogue's links. */
  readonly owners: readonly NormalizedOrganization[];
}

/** What a candidate is judged by; each weighs as `trained-model.ts` says. */
export type PackageFeatures = Readonly<
  Record<
    | 'stated'
    | 'same'
    | 'sameCut'
    | 'literal'
    | 'qualified'
    | 'title'
    | 'core'
    | 'behindVendor'
    | 'behindVendorAgreed'
    | 'slip'
    | 'covered'
    | 'coveredBack'
    | 'doubled'
    | 'sameNumberCut'
    | 'coordinates'
    | 'coordinatesSlip'
    | 'coordinatesDiffer'
    | 'typeShare'
    | 'typeOther'
    | 'typeOtherSure'
    | 'neighbourType'
    | 'neighbourNamespace'
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
  found: RankingContext,
  candidate: PackageCandidate,
): CandidateFeatures<PackageFeatures> {
  const { asked, neighbours } = found;
  const forms = candidate.entry
    ? normalizedPackage(candidate.entry)
    : new NormalizedNames({ name: candidate.name, qualifier: candidate.namespace ?? '', title: null });
  const names = compareNames(asked.names, forms);
  const organization = compareOrganization(asked.organization, forms.organization);
  const owners = compareOwners(asked, candidate.owners);
  const entry = candidate.entry;
  const version = compareVersion(asked.version, forms.versions);
  const share = asked.shares.get(candidate.type) ?? 0;
  const exact = Math.max(names.same, names.sameCut);
  const coordinates = sameCoordinates(asked, candidate);
  const { type, namespace } = candidate;
  const ofType = asked.parsed.coordinates?.type === type;
  const features = {
    stated: candidate.isDeclared ? 1 : 0,
    same: names.same,
    sameCut: names.sameCut,
    literal: names.literal,
    qualified: names.qualified,
    title: names.title,
    core: names.core,
    behindVendor: names.behindVendor,
    behindVendorAgreed: names.behindVendor && (organization.inName || owners.named) ? 1 : 0,
    slip: names.slip,
    covered: names.covered * (1 - exact),
    coveredBack: names.coveredBack * (1 - exact),
    doubled: names.doubled,
    sameNumberCut: names.sameNumberCut,
    coordinates,
    coordinatesSlip: ofType && !coordinates && hasTypoInCoordinates(asked, candidate) ? 1 : 0,
    coordinatesDiffer: ofType && !coordinates ? 1 : 0,
    typeShare: Math.log(share + 0.02),
    typeOther: share === 0 ? 1 : 0,
    typeOtherSure: share === 0 && asked.parsed.ecosystemSure ? 1 : 0,
    neighbourType: neighbours.typeProbability(type),
    neighbourNamespace: neighbours.namespaceProbability(type, namespace),
    knownNamespace: entry === null && neighbours.isKnownNamespace(type, namespace) ? 1 : 0,
    knownOwner: entry === null && neighbours.isKnownOwner(type, namespace) ? 1 : 0,
    borrowed: candidate.generated?.borrowed ? 1 : 0,
    unlisted: entry === null ? 1 : 0,
    unlistedSure: entry === null && (asked.parsed.ecosystemSure || coordinates) ? 1 : 0,
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
    distributionFits: distributionFits(asked, candidate),
    otherType: otherTypes.has(candidate.type) ? 1 : 0,
    length: candidate.name.length < 4 ? 1 : 0,
  };
  return { features, names };
}

/** Whether one of them is, or resembles, the organization that was asked for; and whether one stands in the name. */
function compareOwners(asked: ComponentQuery, owners: PackageCandidate['owners']): { agree: boolean; named: boolean } {
  let agree = false;
  let named = false;
  for (const owner of owners) {
    const { same, similar, inName } = compareOrganization(asked.organization, owner);
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

/** Types whose packages "owner/name" may mean, where nothing tells the ecosystem and the catalogue has one. */
const pairTypes = new Set(['composer', 'github']);

/** The whole coordinates are what the list wrote: type, namespace and name. */
function sameCoordinates({ parsed }: ComponentQuery, candidate: PackageCandidate): number {
  const pair = candidate.entry !== null && pairTypes.has(candidate.type) ? parsed.pair : null;
  const coordinates = parsed.coordinates?.type === candidate.type ? parsed.coordinates : pair;
  if (!coordinates) return 0;
  const equal = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
  return equal(coordinates.namespace ?? '', candidate.namespace ?? '') && equal(coordinates.name, candidate.name)
    ? 1
    : 0;
}

/** The coordinates as one text are one typing slip away. */
function hasTypoInCoordinates({ parsed }: ComponentQuery, { namespace, name }: PackageCandidate): boolean {
  const { namespace: askedNamespace, name: askedName } = parsed.coordinates!;
  return isTypo(compact(`${askedNamespace ?? ''} ${askedName}`), compact(`${namespace ?? ''} ${name}`));
}

/** Releases of Red Hat, Fedora, Amazon and SUSE. */
const rpmRelease = /\.(?:el|fc|amzn|lp|mga)\d|-(?:lp)?\d{6}\.\d/;

/** 1 where the list names this distribution, or the version is written as this one writes it; -1 where it is another's. */
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
