import type { Json } from '../../../model/document.js';
import type { SpecTarget } from '../../schema/schema.js';

/** What a version of SPDX 2.x allows and requires beyond the schema (`schema.ts`). */
export interface Spdx2Version {
  readonly id: '2.2' | '2.3';
  /** Analysed files need no verification code. */
  readonly isCodeOptional: boolean;
  /** Values of enumerations that the version does not have. */
  readonly absentAlgorithms: ReadonlySet<string>;
  readonly absentRelationships: ReadonlySet<string>;
  /** Spelling of the categories of external references; others become OTHER. */
  readonly categories: ReadonlyMap<string, string>;
  /** The category of each listed type of external references; OTHER has any type. */
  readonly categoryOfType: ReadonlyMap<string, string>;
  /** Required members, with their values when nothing is known. */
  readonly defaults: Readonly<Record<'package' | 'file' | 'snippet', Readonly<Record<string, Json>>>>;
}

/** The document that is written. */
export interface Spdx2Target extends SpecTarget {
  /** `YYYY-MM-DDThh:mm:ssZ` */
  readonly timestamp: string;
  readonly onLoss: (what: string) => void;
}

export const noAssertion = 'NOASSERTION';
/** Every file needs a checksum (SPDX 2.3, clause 8.4). Other tools also write this one for an unknown checksum. */
export const unknownChecksum = [{ algorithm: 'SHA1', checksumValue: '0'.repeat(40) }];

const categories = (types: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(Object.entries(types).flatMap(([category, names]) => names.split(' ').map((name) => [name, category])));

const version23: Spdx2Version = {
  id: '2.3',
  isCodeOptional: true,
  absentAlgorithms: new Set(),
  absentRelationships: new Set(),
  categories: new Map([
    ['PACKAGE-MANAGER', 'PACKAGE-MANAGER'],
    ['PERSISTENT-ID', 'PERSISTENT-ID'],
    ['SECURITY', 'SECURITY'],
    ['OTHER', 'OTHER'],
  ]),
  categoryOfType: categories({
    SECURITY: 'cpe22Type cpe23Type advisory fix url swid',
    'PACKAGE-MANAGER': 'maven-central npm nuget bower purl',
    'PERSISTENT-ID': 'swh gitoid',
  }),
  defaults: {
    package: { downloadLocation: noAssertion },
    file: { checksums: unknownChecksum },
    snippet: { name: noAssertion },
  },
};

/** SPDX 2.2.2: the differences of SPDX 2.3, annex I, and the stricter JSON schema. */
const version22: Spdx2Version = {
  id: '2.2',
  isCodeOptional: false,
  absentAlgorithms: new Set('SHA3-256 SHA3-384 SHA3-512 BLAKE2b-256 BLAKE2b-384 BLAKE2b-512 BLAKE3 ADLER32'.split(' ')),
  absentRelationships: new Set(['SPECIFICATION_FOR', 'REQUIREMENT_DESCRIPTION_FOR', 'AMENDS']),
  categories: new Map([
    ['PACKAGE-MANAGER', 'PACKAGE_MANAGER'],
    ['SECURITY', 'SECURITY'],
    ['OTHER', 'OTHER'],
  ]),
  categoryOfType: categories({
    SECURITY: 'cpe22Type cpe23Type',
    'PACKAGE-MANAGER': 'maven-central npm nuget bower purl',
  }),
  defaults: {
    package: {
      downloadLocation: noAssertion,
      licenseConcluded: noAssertion,
      licenseDeclared: noAssertion,
      copyrightText: noAssertion,
    },
    file: {
      checksums: unknownChecksum,
      licenseConcluded: noAssertion,
      licenseInfoInFiles: [noAssertion],
      copyrightText: noAssertion,
    },
    snippet: { name: noAssertion, licenseConcluded: noAssertion, copyrightText: noAssertion },
  },
};

const versionsById: ReadonlyMap<string, Spdx2Version> = new Map([
  ['2.3', version23],
  ['2.2', version22],
]);

/** Versions of SPDX 2.x that are written, the default first. */
export const writtenSpdx2Versions: readonly string[] = [...versionsById.keys()];

export const spdx2Version = (id: string): Spdx2Version => versionsById.get(id) ?? version23;

/** Versions that are read. SPDX 1.2 has the same packages, without SPDXIDs and relationships. */
export const readSpdx2Versions: ReadonlySet<string> = new Set(['1.2', '2.0', '2.1', '2.2', '2.3']);

/** SPDX 2.3, clause 11.1. */
export const relationshipTypes: ReadonlySet<string> = new Set(
  (
    'DESCRIBES DESCRIBED_BY CONTAINS CONTAINED_BY DEPENDS_ON DEPENDENCY_OF DEPENDENCY_MANIFEST_OF ' +
    'BUILD_DEPENDENCY_OF DEV_DEPENDENCY_OF OPTIONAL_DEPENDENCY_OF PROVIDED_DEPENDENCY_OF TEST_DEPENDENCY_OF ' +
    'RUNTIME_DEPENDENCY_OF EXAMPLE_OF GENERATES GENERATED_FROM ANCESTOR_OF DESCENDANT_OF VARIANT_OF ' +
    'DISTRIBUTION_ARTIFACT PATCH_FOR PATCH_APPLIED COPY_OF FILE_ADDED FILE_DELETED FILE_MODIFIED ' +
    'EXPANDED_FROM_ARCHIVE DYNAMIC_LINK STATIC_LINK DATA_FILE_OF TEST_CASE_OF BUILD_TOOL_OF DEV_TOOL_OF TEST_OF ' +
    'TEST_TOOL_OF DOCUMENTATION_OF OPTIONAL_COMPONENT_OF METAFILE_OF PACKAGE_OF AMENDS PREREQUISITE_FOR ' +
    'HAS_PREREQUISITE REQUIREMENT_DESCRIPTION_FOR SPECIFICATION_FOR OTHER'
  ).split(' '),
);
