import type { ComponentType } from '../../model/document.js';

/** The JSON-LD context of a version. It is never fetched. */
export const contextOf = (version: string): string => `https://spdx.org/rdf/${version}/spdx-context.jsonld`;
export const readSpdx3Versions: readonly string[] = ['3.0.0', '3.0.1'];
export const writtenSpdx3Version = '3.0.1';

/** Software/SoftwarePurpose, with the nearest component type; the first purpose of a type is written. */
export const typeOfPurpose: ReadonlyMap<string, ComponentType> = new Map([
  ['application', 'application'],
  ['framework', 'framework'],
  ['library', 'library'],
  ['container', 'container'],
  ['platform', 'platform'],
  ['operatingSystem', 'operating-system'],
  ['device', 'device'],
  ['deviceDriver', 'device-driver'],
  ['firmware', 'firmware'],
  ['file', 'file'],
  ['model', 'machine-learning-model'],
  ['data', 'data'],
  ['archive', 'file'],
  ['executable', 'application'],
  ['install', 'application'],
]);

/** Core/HashAlgorithm, and the neutral names. */
export const neutralAlgorithm: ReadonlyMap<string, string> = new Map([
  ['sha1', 'SHA-1'],
  ['sha224', 'SHA-224'],
  ['sha256', 'SHA-256'],
  ['sha384', 'SHA-384'],
  ['sha512', 'SHA-512'],
  ['sha3_224', 'SHA3-224'],
  ['sha3_256', 'SHA3-256'],
  ['sha3_384', 'SHA3-384'],
  ['sha3_512', 'SHA3-512'],
  ['blake2b256', 'BLAKE2b-256'],
  ['blake2b384', 'BLAKE2b-384'],
  ['blake2b512', 'BLAKE2b-512'],
  ['blake3', 'BLAKE3'],
  ['md2', 'MD2'],
  ['md4', 'MD4'],
  ['md5', 'MD5'],
  ['md6', 'MD6'],
  ['adler32', 'ADLER32'],
]);

/** Core/ExternalRefType of each neutral reference type; a type without one of its own is "other". */
export const referenceTypes: ReadonlyMap<string, string> = new Map([
  ['vcs', 'vcs'],
  ['issue-tracker', 'issueTracker'],
  ['website', 'altWebPage'],
  ['advisories', 'securityAdvisory'],
  ['bom', 'productMetadata'],
  ['mailing-list', 'mailingList'],
  ['social', 'socialMedia'],
  ['chat', 'chat'],
  ['documentation', 'documentation'],
  ['support', 'support'],
  ['source-distribution', 'sourceArtifact'],
  ['distribution', 'altDownloadLocation'],
  ['license', 'license'],
  ['build-meta', 'buildMeta'],
  ['build-system', 'buildSystem'],
  ['release-notes', 'releaseNotes'],
  ['security-contact', 'securityPolicy'],
  ['threat-model', 'securityThreatModel'],
  ['adversary-model', 'securityAdversaryModel'],
  ['risk-assessment', 'riskAssessment'],
  ['vulnerability-assertion', 'vulnerabilityDisclosureReport'],
  ['exploitability-statement', 'vulnerabilityExploitabilityAssessment'],
  ['pentest-report', 'securityPenTestReport'],
  ['static-analysis-report', 'staticAnalysisReport'],
  ['dynamic-analysis-report', 'dynamicAnalysisReport'],
  ['runtime-analysis-report', 'runtimeAnalysisReport'],
  ['component-analysis-report', 'componentAnalysisReport'],
  ['certification-report', 'certificationReport'],
  ['quality-metrics', 'qualityAssessmentReport'],
  ['attestation', 'secureSoftwareAttestation'],
  ['other', 'other'],
]);

export interface RelationshipName {
  /** SPDX 2.3, clause 11.1. */
  readonly two: string;
  /** Core/RelationshipType. */
  readonly three: string;
  /** True where SPDX 3 has the inverse direction. */
  readonly isInverse: boolean;
  /** Core/LifecycleScopeType that goes with it. */
  readonly scope?: string;
}

const direct = (two: string, three: string): RelationshipName => ({ two, three, isInverse: false });
const inverse = (two: string, three: string, scope?: string): RelationshipName =>
  scope === undefined ? { two, three, isInverse: true } : { two, three, isInverse: true, scope };

/**
 * Relationships of SPDX 2.3 and their names in SPDX 3.0 (SPDX 3.0.1, annex "Differences from previous editions").
 * Where several of SPDX 2 are one of SPDX 3, the first is used for reading.
 */
export const relationshipNames: readonly RelationshipName[] = [
  direct('DESCRIBES', 'describes'),
  inverse('DESCRIBED_BY', 'describes'),
  direct('CONTAINS', 'contains'),
  inverse('CONTAINED_BY', 'contains'),
  direct('DEPENDS_ON', 'dependsOn'),
  inverse('DEPENDENCY_OF', 'dependsOn'),
  inverse('BUILD_DEPENDENCY_OF', 'dependsOn', 'build'),
  inverse('DEV_DEPENDENCY_OF', 'dependsOn', 'development'),
  inverse('RUNTIME_DEPENDENCY_OF', 'dependsOn', 'runtime'),
  inverse('TEST_DEPENDENCY_OF', 'dependsOn', 'test'),
  inverse('OPTIONAL_DEPENDENCY_OF', 'hasOptionalDependency'),
  inverse('PROVIDED_DEPENDENCY_OF', 'hasProvidedDependency'),
  inverse('DEPENDENCY_MANIFEST_OF', 'hasDependencyManifest'),
  direct('GENERATES', 'generates'),
  inverse('GENERATED_FROM', 'generates'),
  direct('ANCESTOR_OF', 'ancestorOf'),
  direct('DESCENDANT_OF', 'descendantOf'),
  inverse('VARIANT_OF', 'hasVariant'),
  direct('DISTRIBUTION_ARTIFACT', 'hasDistributionArtifact'),
  inverse('PATCH_FOR', 'patchedBy'),
  inverse('PATCH_APPLIED', 'patchedBy'),
  inverse('COPY_OF', 'copiedTo'),
  inverse('FILE_ADDED', 'hasAddedFile'),
  inverse('FILE_DELETED', 'hasDeletedFile'),
  inverse('FILE_MODIFIED', 'modifiedBy'),
  inverse('EXPANDED_FROM_ARCHIVE', 'expandsTo'),
  direct('DYNAMIC_LINK', 'hasDynamicLink'),
  direct('STATIC_LINK', 'hasStaticLink'),
  inverse('DATA_FILE_OF', 'hasDataFile'),
  inverse('TEST_CASE_OF', 'hasTestCase'),
  inverse('BUILD_TOOL_OF', 'usesTool', 'build'),
  inverse('DEV_TOOL_OF', 'usesTool', 'development'),
  inverse('TEST_TOOL_OF', 'usesTool', 'test'),
  inverse('TEST_OF', 'hasTest'),
  inverse('DOCUMENTATION_OF', 'hasDocumentation'),
  inverse('OPTIONAL_COMPONENT_OF', 'hasOptionalComponent'),
  inverse('METAFILE_OF', 'hasMetadata'),
  inverse('PACKAGE_OF', 'packagedBy'),
  inverse('AMENDS', 'amendedBy'),
  direct('HAS_PREREQUISITE', 'hasPrerequisite'),
  inverse('PREREQUISITE_FOR', 'hasPrerequisite'),
  inverse('REQUIREMENT_DESCRIPTION_FOR', 'hasRequirement'),
  inverse('SPECIFICATION_FOR', 'hasSpecification'),
  inverse('EXAMPLE_OF', 'hasExample'),
  direct('OTHER', 'other'),
];

/** Relationship types that SPDX 2 lacks. */
export const spdx3OnlyRelationships: ReadonlySet<string> = new Set(
  (
    'affects availableFrom configures coordinatedBy delegatedTo doesNotAffect exploitCreatedBy fixedBy fixedIn ' +
    'foundBy hasAssessmentFor hasAssociatedVulnerability hasConcludedLicense hasDeclaredLicense hasEvidence hasHost ' +
    'hasInput hasOutput invokedBy publishedBy reportedBy republishedBy serializedInArtifact testedOn trainedOn ' +
    'underInvestigationFor usesTool'
  ).split(' '),
);

/** Those that lead from or to a vulnerability. */
export const vulnerabilityRelationships: ReadonlySet<string> = new Set(
  (
    'affects coordinatedBy doesNotAffect exploitCreatedBy fixedBy fixedIn foundBy hasAssessmentFor ' +
    'hasAssociatedVulnerability publishedBy reportedBy republishedBy underInvestigationFor'
  ).split(' '),
);

const terms = 'https://spdx.org/rdf/3.0.1/terms';

/**
 * Named individuals (Core), by full IRI: the context does not expand "NoneElement" to it where an element is
 * expected.
 */
export const individuals: ReadonlyMap<string, string> = new Map([
  ['NONE', `${terms}/Core/NoneElement`],
  ['NOASSERTION', `${terms}/Core/NoAssertionElement`],
]);

/** The same for licences. */
export const individualLicenses: ReadonlyMap<string, string> = new Map([
  ['NONE', `${terms}/ExpandedLicensing/NoneLicense`],
  ['NOASSERTION', `${terms}/ExpandedLicensing/NoAssertionLicense`],
]);

/** The last part of an IRI or of a name with a prefix: "…/terms/Core/NoneElement", "spdx:Core/NoneElement". */
export const lastName = (iri: string): string => iri.slice(Math.max(iri.lastIndexOf('/'), iri.lastIndexOf('#')) + 1);
