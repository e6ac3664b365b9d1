import type { PackageEntry } from '../../model/catalog-entry.js';
import type { Asked } from './asked.js';
import type { ComposedPackage } from './composed.js';
import { agreeNames, type NameAgreement } from './name-agreement.js';
import { agreeOrganization } from './organization-agreement.js';
import { agreeVersion } from './version-agreement.js';

/** What the features of a package are computed from. */
export interface PackageCandidate {
  readonly purl: string;
  readonly type: string;
  readonly namespace: string | null;
  readonly name: string;
  /** Null where the purl was only composed, or only stands in the file. */
  readonly entry: PackageEntry | null;
  readonly composed: ComposedPackage | null;
  /** The file itself names this purl. */
  readonly stated: boolean;
  /** Owners of its repositories, by the catalogue's links. */
  readonly owners: readonly string[];
}

/** Names of the features, in the order of the weights. */
export const packageFeatureNames = [
  'stated',
  'same',
  'sameCut',
  'literal',
  'qualified',
  'title',
  'core',
  'behindVendor',
  'behindVendorAgreed',
  'slip',
  'covered',
  'coveredBack',
  'coordinates',
  'typeShare',
  'typeOther',
  'unlisted',
  'unlistedSure',
  'organizationSame',
  'organizationSimilar',
  'organizationDifferent',
  'organizationInName',
  'ownerAgrees',
  'versionKnown',
  'versionKnownCommon',
  'versionUnknown',
  'majorKnown',
  'weight',
  'sources',
  'github',
  'distribution',
  'otherType',
  'length',
] as const;

export function packageFeatures(asked: Asked, candidate: PackageCandidate): { values: number[]; names: NameAgreement } {
  const names = agreeNames(asked.names, {
    name: candidate.name,
    qualifier: candidate.namespace ?? '',
    title: candidate.entry?.title ?? null,
  });
  const organization = agreeOrganization(asked.organization, candidate.namespace ?? '');
  const owners = candidate.owners.map((owner) => agreeOrganization(asked.organization, owner));
  const entry = candidate.entry;
  const version = agreeVersion(asked.version, entry?.versions ?? '', entry?.latestVersion ?? null);
  const share = asked.shares.get(candidate.type) ?? 0;
  const exact = Math.max(names.same, names.sameCut);
  const coordinates = sameCoordinates(asked, candidate);
  const values = [
    candidate.stated ? 1 : 0,
    names.same,
    names.sameCut,
    names.literal,
    names.qualified,
    names.title,
    names.core,
    names.behindVendor,
    names.behindVendor && (organization.inName || owners.some((owner) => owner.inName)) ? 1 : 0,
    names.slip,
    names.covered * (1 - exact),
    names.coveredBack * (1 - exact),
    coordinates,
    Math.log(share + 0.02),
    share === 0 ? 1 : 0,
    entry === null ? 1 : 0,
    entry === null && (asked.parsed.ecosystemSure || coordinates) ? 1 : 0,
    organization.same,
    organization.similar,
    organization.different && !owners.some((owner) => owner.same || owner.similar) ? 1 : 0,
    organization.inName,
    owners.some((owner) => owner.same || owner.similar) ? 1 : 0,
    version.known,
    version.knownCommon,
    version.unknown,
    version.majorKnown,
    Math.log1p(entry?.weight ?? 0),
    Math.log1p(entry?.sources ?? 0),
    candidate.type === 'github' ? 1 : 0,
    distributions.has(candidate.type) ? 1 : 0,
    otherTypes.has(candidate.type) ? 1 : 0,
    candidate.name.length < 4 ? 1 : 0,
  ];
  return { values, names };
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

/** The whole coordinates are what the list wrote: type, namespace and name. */
function sameCoordinates({ parsed }: Asked, candidate: PackageCandidate): number {
  const coordinates = parsed.coordinates;
  if (coordinates?.type !== candidate.type) return 0;
  const equal = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
  return equal(coordinates.namespace ?? '', candidate.namespace ?? '') && equal(coordinates.name, candidate.name)
    ? 1
    : 0;
}
