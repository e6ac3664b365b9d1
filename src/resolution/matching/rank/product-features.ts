import type { ProductEntry } from '../../../model/catalog-entry.js';
import type { ComponentQuery } from '../compare/component-query.js';
import { ecosystemOfTarget } from '../query/ecosystems.js';
import { normalizedProduct } from '../compare/normalized-names.js';
import { compareNames } from '../compare/name-agreement.js';
import { compareOrganization } from '../compare/organization-agreement.js';
import type { CandidateFeatures } from './score-candidates.js';
import { compareVersion } from '../compare/version-agreement.js';

export interface ProductCandidate {
  readonly cpe: string;
  readonly entry: ProductEntry;
  readonly isDeclared: boolean;
  /** Put together from organization and name, or only stated; the catalogue does not know it. */
  readonly isGenerated: boolean;
  /** The catalogue knows other products of this vendor. */
  readonly isVendorKnown: boolean;
  /** How sure a linked package is that has the component's name itself, and how sure any linked repository's owner. */
  readonly linkedPackage: number;
  readonly linkedPackages: number;
  /** A plugin or project that the purl registry has no type for bears the component's name and is this product. */
  readonly linkedUnlisted: boolean;
  /** A repository that bears the component's name is this product. */
  readonly linkedRepository: boolean;
}

/** Ecosystems whose components are libraries: a product without a link to the package is seldom the same thing. */
const libraryEcosystems = new Set(['maven', 'npm', 'pypi', 'gem', 'nuget', 'golang', 'cargo', 'composer']);

/** What a candidate is judged by; each weighs as `trained-model.ts` says. */
export type ProductFeatures = Readonly<
  Record<
    | 'stated'
    | 'statedAlone'
    | 'same'
    | 'sameCut'
    | 'literal'
    | 'qualified'
    | 'title'
    | 'core'
    | 'behindVendor'
    | 'behindVendorAgreed'
    | 'slip'
    | 'acronym'
    | 'acronymAgreed'
    | 'covered'
    | 'coveredBack'
    | 'organizationSame'
    | 'organizationLiteral'
    | 'organizationSimilar'
    | 'organizationDifferent'
    | 'organizationInName'
    | 'projectVendor'
    | 'vendorIsProduct'
    | 'hardware'
    | 'operatingSystem'
    | 'firmwareAsked'
    | 'targetAgrees'
    | 'targetOther'
    | 'targetUnasked'
    | 'versionKnown'
    | 'versionKnownCommon'
    | 'versionUnknown'
    | 'majorKnown'
    | 'versionNear'
    | 'versionBeyond'
    | 'deprecated'
    | 'weight'
    | 'sources'
    | 'titled'
    | 'packageEcosystem'
    | 'coordinates'
    | 'linkedPackage'
    | 'linkedPackages'
    | 'linkedUnlisted'
    | 'linkedRepository'
    | 'doubled'
    | 'sameNumberCut'
    | 'composed'
    | 'composedVendorKnown'
    | 'sameAndOrganization'
    | 'sameAndOther'
    | 'short',
    number
  >
>;

const noTargets: readonly string[] = [];

/** purl types of the software that it is a part of; most products are of none. */
function targetsOf({ targetSoftware }: ProductEntry): readonly string[] {
  if (targetSoftware.length === 0) return noTargets;
  return targetSoftware.map(ecosystemOfTarget).filter((type) => type !== null);
}

export function productFeatures(
  asked: ComponentQuery,
  candidate: ProductCandidate,
): CandidateFeatures<ProductFeatures> {
  const { entry } = candidate;
  const forms = normalizedProduct(entry);
  const names = compareNames(asked.names, forms);
  const organization = compareOrganization(asked.organization, forms.organization);
  const version = compareVersion(asked.version, forms.versions);
  const targets = targetsOf(entry);
  const ecosystem = asked.parsed.ecosystem;
  const exact = Math.max(names.same, names.sameCut);
  const flag = (condition: unknown): number => (condition ? 1 : 0);
  const firmwareAsked = asked.names.some((one) => one.words.includes('firmware'));
  const features = {
    stated: flag(candidate.isDeclared),
    statedAlone: flag(candidate.cpe === asked.declared.onlyProduct),
    same: names.same,
    sameCut: names.sameCut,
    literal: names.literal,
    qualified: names.qualified,
    title: names.title,
    core: names.core,
    behindVendor: names.behindVendor,
    behindVendorAgreed: flag(names.behindVendor && organization.inName),
    slip: names.slip,
    acronym: names.acronym,
    acronymAgreed: flag(names.acronym && (organization.same || organization.similar || organization.inName)),
    covered: names.covered * (1 - exact),
    coveredBack: names.coveredBack * (1 - exact),
    organizationSame: organization.same,
    organizationLiteral: organization.literal,
    organizationSimilar: organization.similar,
    organizationDifferent: organization.different,
    organizationInName: organization.inName,
    projectVendor: flag(/_project$/.test(entry.vendor)),
    vendorIsProduct: flag(entry.vendor === entry.product),
    hardware: flag(entry.part === 'h'),
    operatingSystem: flag(entry.part === 'o'),
    firmwareAsked: flag(firmwareAsked === /_firmware$/.test(entry.product) && entry.part !== 'a'),
    targetAgrees: flag(ecosystem !== null && targets.includes(ecosystem)),
    targetOther: flag(ecosystem !== null && targets.length > 0 && !targets.includes(ecosystem)),
    targetUnasked: flag(ecosystem === null && targets.length > 0),
    versionKnown: version.known,
    versionKnownCommon: version.knownCommon,
    versionUnknown: version.unknown,
    majorKnown: version.majorKnown,
    versionNear: version.near,
    versionBeyond: version.beyond,
    deprecated: flag(entry.deprecated),
    weight: Math.log1p(entry.weight),
    sources: Math.log1p(entry.sources),
    titled: flag(entry.title !== null),
    packageEcosystem: flag(ecosystem !== null && libraryEcosystems.has(ecosystem)),
    coordinates: flag(asked.parsed.coordinates),
    linkedPackage: candidate.linkedPackage,
    linkedPackages: candidate.linkedPackages,
    linkedUnlisted: flag(candidate.linkedUnlisted),
    linkedRepository: flag(candidate.linkedRepository),
    doubled: names.doubled,
    sameNumberCut: names.sameNumberCut,
    composed: flag(candidate.isGenerated),
    composedVendorKnown: flag(candidate.isGenerated && candidate.isVendorKnown),
    sameAndOrganization: flag((names.same || names.title || names.sameCut) && organization.same),
    sameAndOther: flag((names.same || names.title || names.sameCut) && organization.different),
    short: flag(entry.product.length < 4),
  };
  return { features, names };
}
