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
  /** Generated from organization and name, or only declared; the catalogue does not list it. */
  readonly isGenerated: boolean;
  /** The catalogue lists other products of the vendor. */
  readonly isVendorKnown: boolean;
  /** The greatest probability of a linked package, and the sum of all, at most 1. */
  readonly linkedPackage: number;
  readonly linkedPackages: number;
  /** A linked package of an unregistered purl type has the component's name. */
  readonly linkedUnlisted: boolean;
  /** A linked repository was found by the component's name. */
  readonly linkedRepository: boolean;
}

/** Ecosystems of libraries: a product that no package is linked with is seldom the same component. */
const libraryEcosystems = new Set(['maven', 'npm', 'pypi', 'gem', 'nuget', 'golang', 'cargo', 'composer']);

/** Features of a candidate; the weights are in `trained-model.ts`. */
export type ProductFeatures = Readonly<
  Record<
    | 'declared'
    | 'onlyDeclared'
    | 'same'
    | 'sameCut'
    | 'literal'
    | 'qualified'
    | 'title'
    | 'core'
    | 'behindVendor'
    | 'behindVendorAgreed'
    | 'typo'
    | 'acronym'
    | 'acronymAgreed'
    | 'coverage'
    | 'reverseCoverage'
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
    | 'generated'
    | 'generatedVendorKnown'
    | 'sameAndOrganization'
    | 'sameAndOther'
    | 'short',
    number
  >
>;

const noTargets: readonly string[] = [];

/** purl types of the software that the product is a part of; most have none. */
function targetsOf({ targetSoftware }: ProductEntry): readonly string[] {
  if (targetSoftware.length === 0) return noTargets;
  return targetSoftware.map(ecosystemOfTarget).filter((type) => type !== null);
}

export function productFeatures(
  query: ComponentQuery,
  candidate: ProductCandidate,
): CandidateFeatures<ProductFeatures> {
  const { entry } = candidate;
  const normalized = normalizedProduct(entry);
  const names = compareNames(query.names, normalized);
  const organization = compareOrganization(query.organization, normalized.organization);
  const version = compareVersion(query.version, normalized.versions);
  const targets = targetsOf(entry);
  const ecosystem = query.parsed.ecosystem;
  const exact = Math.max(names.same, names.sameCut);
  const flag = (condition: unknown): number => (condition ? 1 : 0);
  const firmwareAsked = query.names.some((one) => one.words.includes('firmware'));
  const features = {
    declared: flag(candidate.isDeclared),
    onlyDeclared: flag(candidate.cpe === query.declared.onlyProduct),
    same: names.same,
    sameCut: names.sameCut,
    literal: names.literal,
    qualified: names.qualified,
    title: names.title,
    core: names.core,
    behindVendor: names.behindVendor,
    behindVendorAgreed: flag(names.behindVendor && organization.inName),
    typo: names.typo,
    acronym: names.acronym,
    acronymAgreed: flag(names.acronym && (organization.same || organization.similar || organization.inName)),
    coverage: names.coverage * (1 - exact),
    reverseCoverage: names.reverseCoverage * (1 - exact),
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
    coordinates: flag(query.parsed.coordinates),
    linkedPackage: candidate.linkedPackage,
    linkedPackages: candidate.linkedPackages,
    linkedUnlisted: flag(candidate.linkedUnlisted),
    linkedRepository: flag(candidate.linkedRepository),
    doubled: names.doubled,
    sameNumberCut: names.sameNumberCut,
    generated: flag(candidate.isGenerated),
    generatedVendorKnown: flag(candidate.isGenerated && candidate.isVendorKnown),
    sameAndOrganization: flag((names.same || names.title || names.sameCut) && organization.same),
    sameAndOther: flag((names.same || names.title || names.sameCut) && organization.different),
    short: flag(entry.product.length < 4),
  };
  return { features, names };
}
