import type { BomComponent, BomHeader } from '../model/document.js';
import { cpeOrNull } from '../model/cpe.js';
import { textOf } from '../model/json.js';
import { isLicenseRef, LicenseError, parseLicenseOrWords } from '../model/license.js';
import { saysLicense } from '../model/license-normalization.js';
import { purlOrNull } from '../model/purl.js';
import { declaredVersion } from '../model/versions/declared-version.js';
import type { DocumentFacts } from './document-facts.js';
import { isGiven } from './is-given.js';

/** What a requirement on the document looks at. */
export interface CheckedDocument {
  readonly header: BomHeader;
  readonly facts: DocumentFacts;
  readonly hasSubject: boolean;
}

/** What a requirement on a component looks at. */
export interface CheckedComponent {
  readonly component: BomComponent;
  /** A dependency of the document names it, as the one that depends or the one that is depended on. */
  readonly hasRelationship: boolean;
}

interface RequirementText {
  readonly id: string;
  readonly title: string;
  /** What the author of the document can do. */
  readonly mend: string;
}

/** `check` answers null where the format has no field for it, so that nothing can be said. */
export type QualityRequirement = RequirementText &
  (
    | { readonly scope: 'document'; check(document: CheckedDocument): boolean | null }
    | { readonly scope: 'component'; check(component: CheckedComponent, document: CheckedDocument): boolean | null }
  );

/** What SPDX does not list is a LicenseRef; any other word, and a licence text, is no expression. */
function isExpression(text: string | undefined): boolean {
  if (!isGiven(text)) return false;
  try {
    return parseLicenseOrWords(text!).terms.every(({ id, listed }) => listed || isLicenseRef(id));
  } catch (error) {
    if (error instanceof LicenseError) return false;
    throw error;
  }
}

const hasProperty = ({ properties }: BomComponent, name: string): boolean =>
  properties.some((property) => property.name === name && isGiven(property.value));

const hasLicense = ({ licenses }: BomComponent, relation?: 'declared' | 'concluded'): boolean =>
  licenses.some(
    (one) =>
      (!relation || one.relation === relation) &&
      [one.expression, one.id, one.name].some((text) => isGiven(text) && saysLicense(text!)),
  );

/** BSI's taxonomy of properties for CycloneDX; SPDX has no field for it. */
const bsiProperty = (name: string, title: string): QualityRequirement => ({
  id: `component.${name}`,
  title,
  mend: `Set the property bsi:component:${name} of the component (CycloneDX).`,
  scope: 'component',
  check: ({ component }, { header }) =>
    header.family === 'spdx' ? null : hasProperty(component, `bsi:component:${name}`),
});

const requirementList: readonly QualityRequirement[] = [
  {
    id: 'document.author',
    title: 'Author of the SBOM',
    mend: 'Name the person or organization that made it: metadata.authors or metadata.manufacturer (CycloneDX), a creator "Organization: …" or "Person: …" (SPDX).',
    scope: 'document',
    check: ({ facts }) => facts.authors.length > 0,
  },
  {
    id: 'document.timestamp',
    title: 'Date and time of the SBOM',
    mend: 'Set metadata.timestamp (CycloneDX) or creationInfo.created (SPDX) to a date in ISO 8601.',
    scope: 'document',
    check: ({ facts }) => facts.created !== null,
  },
  {
    id: 'document.tool',
    title: 'Tool that made the SBOM',
    mend: 'Name it in metadata.tools (CycloneDX) or as a creator "Tool: …" (SPDX).',
    scope: 'document',
    check: ({ facts }) => facts.tools.length > 0,
  },
  {
    id: 'document.generation-context',
    title: 'Phase in which the SBOM was made',
    mend: 'Set metadata.lifecycles (CycloneDX 1.5 or later).',
    scope: 'document',
    check: ({ facts }) => facts.lifecycles && facts.lifecycles.length > 0,
  },
  {
    id: 'document.identifier',
    title: 'Identifier of the SBOM',
    mend: 'Set serialNumber (CycloneDX) or documentNamespace (SPDX).',
    scope: 'document',
    check: ({ header }) => isGiven(header.serial),
  },
  {
    id: 'document.subject',
    title: 'The product that the SBOM describes',
    mend: 'Name it in metadata.component (CycloneDX) or by a relationship DESCRIBES (SPDX).',
    scope: 'document',
    check: ({ hasSubject }) => hasSubject,
  },
  {
    id: 'document.spdx',
    title: 'SPDX 2.2 or 2.3',
    mend: 'Deliver the SBOM as SPDX 2.2 or 2.3.',
    scope: 'document',
    check: ({ header }) => header.family === 'spdx' && /^2\.[23]\b/.test(header.specVersion),
  },
  {
    id: 'component.name',
    title: 'Name of the component',
    mend: 'Give every component its name.',
    scope: 'component',
    check: ({ component }) => isGiven(component.name),
  },
  {
    id: 'component.version',
    title: 'Version of the component',
    mend: 'Give every component its version: one, not a range.',
    scope: 'component',
    check: ({ component }) => isGiven(declaredVersion(component.version)),
  },
  {
    id: 'component.producer',
    title: 'Supplier or producer of the component',
    mend: 'Set supplier or manufacturer (CycloneDX), PackageSupplier or PackageOriginator (SPDX).',
    scope: 'component',
    check: ({ component: { supplier, originator, publisher } }) =>
      [supplier?.name, originator?.name, publisher].some((name) => isGiven(name)),
  },
  {
    id: 'component.identifier',
    title: 'Unique identifier of the component',
    mend: 'Add a valid package URL or CPE name.',
    scope: 'component',
    check: ({ component: { purls, cpes } }) =>
      purls.some((purl) => purlOrNull(purl) !== null) || cpes.some((cpe) => cpeOrNull(cpe) !== null),
  },
  {
    id: 'component.relationship',
    title: 'Dependencies of the component',
    mend: 'State what depends on the component, or what it depends on: dependencies (CycloneDX), relationships (SPDX).',
    scope: 'component',
    check: ({ hasRelationship }) => hasRelationship,
  },
  {
    id: 'component.hash',
    title: 'Hash of the component',
    mend: 'Add a hash of the file that is deployed.',
    scope: 'component',
    check: ({ component }) => component.hashes.some(({ value }) => isGiven(value)),
  },
  {
    id: 'component.hash-sha512',
    title: 'SHA-512 of the component',
    mend: 'Add the SHA-512 of the file that is deployed, at the component or at its reference of type distribution.',
    scope: 'component',
    check: ({ component: { hashes, references } }) =>
      [...hashes, ...references.flatMap((one) => one.hashes ?? [])].some(
        ({ algorithm, value }) => algorithm === 'SHA-512' && isGiven(value),
      ),
  },
  {
    id: 'component.license',
    title: 'Licence of the component',
    mend: 'State the licence, as an SPDX id or expression where there is one.',
    scope: 'component',
    check: ({ component }) => hasLicense(component),
  },
  {
    id: 'component.license-expression',
    title: 'Licence as an SPDX expression',
    mend: 'State the licence as an SPDX id or expression; LicenseRef-… names what SPDX does not list.',
    scope: 'component',
    check: ({ component: { licenses } }) => licenses.some(({ id, expression }) => isExpression(expression ?? id)),
  },
  {
    id: 'component.license-declared',
    title: 'Declared licence',
    mend: 'Set PackageLicenseDeclared.',
    scope: 'component',
    check: ({ component }) => hasLicense(component, 'declared'),
  },
  {
    id: 'component.license-concluded',
    title: 'Concluded licence',
    mend: 'Set PackageLicenseConcluded.',
    scope: 'component',
    check: ({ component }) => hasLicense(component, 'concluded'),
  },
  {
    id: 'component.copyright',
    title: 'Copyright text',
    mend: 'Set PackageCopyrightText.',
    scope: 'component',
    check: ({ component }) => isGiven(component.copyright),
  },
  {
    id: 'component.download',
    title: 'Where the component is downloaded',
    mend: 'Set PackageDownloadLocation, or a reference of type distribution.',
    scope: 'component',
    check: ({ component }) =>
      component.references.some(({ type, url }) => /^(?:distribution|vcs)/.test(type) && isGiven(url)),
  },
  {
    id: 'component.filename',
    title: 'File name of the component',
    mend: 'Set the property bsi:component:filename (CycloneDX) or PackageFileName (SPDX).',
    scope: 'component',
    check: ({ component }) =>
      hasProperty(component, 'bsi:component:filename') || isGiven(textOf(component.native?.data['packageFileName'])),
  },
  bsiProperty('executable', 'Whether the component is executable'),
  bsiProperty('archive', 'Whether the component is an archive'),
  bsiProperty('structured', 'Whether the component is structured'),
  {
    id: 'component.support',
    title: 'Level of support and end of support',
    mend: 'No format has a field for the level of support: deliver it in a table of its own, with the end of support.',
    scope: 'component',
    check: () => null,
  },
];

const requirements = new Map(requirementList.map((one) => [one.id, one]));

/** A published list of what an SBOM must have. */
export interface QualityStandard {
  readonly id: string;
  readonly title: string;
  readonly requirements: readonly QualityRequirement[];
}

const standard = (id: string, title: string, ids: readonly string[]): QualityStandard => ({
  id,
  title,
  requirements: ids.map((one) => requirements.get(one)!),
});

const ntia = [
  ...['document.author', 'document.timestamp', 'component.producer', 'component.name', 'component.version'],
  ...['component.identifier', 'component.relationship'],
];

/** The standards that are checked, in the order of their publication. */
export const qualityStandards: readonly QualityStandard[] = [
  standard('ntia-2021', 'NTIA: The Minimum Elements for an SBOM (2021)', ntia),
  standard('fda-2023', 'FDA: Cybersecurity in Medical Devices, premarket submissions (2023)', [
    ...ntia,
    'component.support',
  ]),
  standard('openchain-telco-1.1', 'OpenChain Telco SBOM Guide 1.1 (2025)', [
    ...['document.spdx', 'document.author', 'document.tool', 'document.timestamp', 'document.identifier'],
    ...['document.subject', 'component.name', 'component.version', 'component.producer', 'component.identifier'],
    ...['component.download', 'component.license-declared', 'component.license-concluded', 'component.copyright'],
    ...['component.relationship'],
  ]),
  standard('cisa-2025', 'CISA: Minimum Elements for an SBOM (2025, draft)', [
    ...['document.author', 'document.timestamp', 'document.tool', 'document.generation-context'],
    ...['component.producer', 'component.name', 'component.version', 'component.identifier', 'component.hash'],
    ...['component.license', 'component.relationship'],
  ]),
  standard('bsi-tr-03183-2', 'BSI TR-03183-2: Cyber Resilience Requirements, SBOM (2.1)', [
    ...['document.author', 'document.timestamp', 'document.identifier', 'document.subject', 'component.producer'],
    ...['component.name', 'component.version', 'component.filename', 'component.relationship'],
    ...['component.license-expression', 'component.hash-sha512', 'component.executable', 'component.archive'],
    ...['component.structured'],
  ]),
];
