import type { ProductEntry } from '../../model/catalog-entry.js';
import type { Asked } from './asked.js';
import { ecosystemOfTarget } from './ecosystems.js';
import { agreeNames, type NameAgreement } from './name-agreement.js';
import { agreeOrganization } from './organization-agreement.js';
import { agreeVersion } from './version-agreement.js';

export interface ProductCandidate {
  readonly cpe: string;
  /** Null where the CPE only stands in the file. */
  readonly entry: ProductEntry;
  readonly stated: boolean;
  /** How sure a linked package is that has the component's name itself, and how sure any linked repository's owner. */
  readonly linkedPackage: number;
  readonly linkedPackages: number;
}

export const productFeatureNames = [
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
  'acronym',
  'acronymAgreed',
  'covered',
  'coveredBack',
  'organizationSame',
  'organizationSimilar',
  'organizationDifferent',
  'organizationInName',
  'projectVendor',
  'vendorIsProduct',
  'hardware',
  'operatingSystem',
  'firmwareAsked',
  'targetAgrees',
  'targetOther',
  'targetUnasked',
  'versionKnown',
  'versionKnownCommon',
  'versionUnknown',
  'majorKnown',
  'deprecated',
  'weight',
  'sources',
  'titled',
  'packageEcosystem',
  'coordinates',
  'linkedPackage',
  'linkedPackages',
  'short',
] as const;

/** Ecosystems whose components are libraries: a product without a link to the package is seldom the same thing. */
const libraryEcosystems = new Set(['maven', 'npm', 'pypi', 'gem', 'nuget', 'golang', 'cargo', 'composer']);

export function productFeatures(asked: Asked, candidate: ProductCandidate): { values: number[]; names: NameAgreement } {
  const { entry } = candidate;
  const names = agreeNames(asked.names, {
    name: firmwareless(entry.product),
    qualifier: entry.vendor,
    title: entry.title,
  });
  const organization = agreeOrganization(asked.organization, entry.vendor);
  const version = agreeVersion(asked.version, entry.versions);
  const targets = entry.targetSoftware.map(ecosystemOfTarget).filter((type) => type !== null);
  const ecosystem = asked.parsed.ecosystem;
  const exact = Math.max(names.same, names.sameCut);
  const flag = (condition: unknown): number => (condition ? 1 : 0);
  const firmwareAsked = asked.names.some((one) => one.words.includes('firmware'));
  const values = [
    flag(candidate.stated),
    names.same,
    names.sameCut,
    names.literal,
    names.qualified,
    names.title,
    names.core,
    names.behindVendor,
    flag(names.behindVendor && organization.inName),
    names.slip,
    names.acronym,
    flag(names.acronym && (organization.same || organization.similar || organization.inName)),
    names.covered * (1 - exact),
    names.coveredBack * (1 - exact),
    organization.same,
    organization.similar,
    organization.different,
    organization.inName,
    flag(/_project$/.test(entry.vendor)),
    flag(entry.vendor === entry.product),
    flag(entry.part === 'h'),
    flag(entry.part === 'o'),
    flag(firmwareAsked === /_firmware$/.test(entry.product) && entry.part !== 'a'),
    flag(ecosystem !== null && targets.includes(ecosystem)),
    flag(ecosystem !== null && targets.length > 0 && !targets.includes(ecosystem)),
    flag(ecosystem === null && targets.length > 0),
    version.known,
    version.knownCommon,
    version.unknown,
    version.majorKnown,
    flag(entry.deprecated),
    Math.log1p(entry.weight),
    Math.log1p(entry.sources),
    flag(entry.title !== null),
    flag(ecosystem !== null && libraryEcosystems.has(ecosystem)),
    flag(asked.parsed.coordinates),
    candidate.linkedPackage,
    candidate.linkedPackages,
    flag(entry.product.length < 4),
  ];
  return { values, names };
}

/** "hue_firmware" and "hue" are one name; which of the two is meant is another feature. */
const firmwareless = (product: string): string => product.replace(/_firmware$/, '');
