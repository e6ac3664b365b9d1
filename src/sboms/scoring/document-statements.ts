import { readBomLink, withoutOwnLink } from '../../model/bom-link.js';
import type { BomPart, Json, JsonObject } from '../../model/document.js';
import { listOf, objectOf, textOf } from '../../model/json.js';
import type { VexStatement } from '../../scores/vulnerabilities/vex.js';
import { vexStatusOf, type VexStatus } from '../../vex/vex-words.js';
import { isNoTarget, noAssertion } from '../../formats/conversion/spdx3-security-words.js';
import { shortRef } from '../../formats/conversion/to-spdx2.js';

/** Statements and the refs that they apply to. */
export interface TargetedStatements {
  readonly refs: readonly string[];
  readonly statements: readonly VexStatement[];
}

/** VEX relationship classes (SPDX 3.0.1, profile Security), each from a vulnerability to the affected elements. */
const statuses: Readonly<Record<string, VexStatus>> = {
  security_VexAffectedVulnAssessmentRelationship: 'affected',
  security_VexFixedVulnAssessmentRelationship: 'fixed',
  security_VexNotAffectedVulnAssessmentRelationship: 'not_affected',
  security_VexUnderInvestigationVulnAssessmentRelationship: 'under_investigation',
};

const justificationFields = [
  'security_justificationType',
  'security_impactStatement',
  'security_actionStatement',
  'security_statusNotes',
];

/**
 * Reads VEX statements from an SPDX 3 document. Withdrawn statements are ignored.
 *
 * @param namespace of the document (its `serial`): SPDXIDs within it may occur in short form
 */
export function readSpdxStatements(elements: readonly JsonObject[], namespace: string): TargetedStatements[] {
  const names = new Map<string, readonly string[]>();
  for (const element of elements)
    if (element.type === 'security_Vulnerability') names.set(textOf(element.spdxId), namesOf(element));
  return elements.flatMap((element) => {
    const type = textOf(element.type);
    const status = Object.hasOwn(statuses, type) ? statuses[type]! : null;
    if (status === null || textOf(element.security_withdrawnTime) !== '') return [];
    const from = textOf(element.from);
    const assessed = textOf(element.security_assessedElement);
    const refs = assessed === '' ? list(element.to).map(textOf) : [assessed];
    if (refs.length === 0) return [];
    const justification = justificationFields
      .map((name) => textOf(element[name]))
      .filter((one) => one !== '' && one !== noAssertion);
    const statedAt = textOf(element.security_modifiedTime) || textOf(element.security_publishedTime);
    const statements = (names.get(from) ?? [lastPart(from)]).map((vulnerability) => ({
      vulnerability,
      status,
      justification: justification.join(': ').slice(0, 4_000),
      statedBy: 'document' as const,
      statedAt,
    }));
    return [
      {
        refs: [...new Set(refs.filter((iri) => !isNoTarget(iri)).flatMap((iri) => [iri, shortRef(iri, namespace)]))],
        statements,
      },
    ];
  });
}

/** Name and external identifiers ("CVE-2024-1", "GHSA-…"). */
function namesOf({ spdxId, name, externalIdentifier }: JsonObject): string[] {
  const others = list(externalIdentifier).map((one) => textOf(objectOf(one).identifier));
  const all = [...new Set([textOf(name), ...others])].filter((one) => one !== '');
  return all.length > 0 ? all : [lastPart(textOf(spdxId))];
}

/** Last part of an identifier: "urn:example:CVE-2024-1" names a vulnerability of another document. */
const lastPart = (iri: string): string => /[^/#:]*$/.exec(iri.slice(-200))![0];

const list = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

/** VEX statements of a document: on single components by ref, and on all components. */
export interface DocumentStatements {
  readonly byRef: ReadonlyMap<string, readonly VexStatement[]>;
  readonly forAll: readonly VexStatement[];
}

/** Identifies the subject and the document. */
export interface StatementDocument {
  readonly subjectRef: string | null;
  /** CycloneDX `serialNumber`, or the namespace of an SPDX document. */
  readonly serial: string;
}

/**
 * Reads VEX statements from the `vulnerabilities` of a CycloneDX document (`analysis.state`, `affects[].ref`), or from
 * an SPDX 3 document. A statement without target, or on the subject, applies to all components.
 */
export function readDocumentStatements(parts: readonly BomPart[], document: StatementDocument): DocumentStatements {
  const byRef = new Map<string, VexStatement[]>();
  const forAll: VexStatement[] = [];
  const { subjectRef, serial } = document;
  const ofFamily = (wanted: BomPart['family']): JsonObject[] =>
    parts.filter(({ family }) => family === wanted).map(({ data }) => data);
  const collected = [
    ...ofFamily('cyclonedx').flatMap((data) => readCycloneDxStatement(data, document)),
    ...readSpdxStatements(ofFamily('spdx'), serial),
  ];
  for (const { refs, statements } of collected) {
    if (refs.length === 0 || (subjectRef !== null && refs.includes(subjectRef))) forAll.push(...statements);
    for (const ref of new Set(refs)) byRef.set(ref, [...(byRef.get(ref) ?? []), ...statements]);
  }
  return { byRef, forAll };
}

function readCycloneDxStatement(data: JsonObject, { serial }: StatementDocument): TargetedStatements[] {
  const named = objects(data.affects).map(({ ref }) => withoutOwnLink(textOf(ref), serial));
  const links = named.map(readBomLink);
  const isOfAll = named.length === 0 || links.some((link) => link?.serial === serial.toLowerCase());
  const refs = isOfAll ? [] : named.filter((_, index) => links[index] === null);
  // What is only about other documents says nothing of this one.
  return isOfAll || refs.length > 0 ? [{ refs, statements: statementsIn(data) }] : [];
}

function statementsIn(data: JsonObject): VexStatement[] {
  const analysis = objectOf(data.analysis);
  const status = vexStatusOf(textOf(analysis.state));
  if (!status) return [];
  const words = [textOf(analysis.justification), textOf(analysis.detail)].filter((one) => one !== '');
  const statedAt = textOf(analysis.lastUpdated) || textOf(analysis.firstIssued) || textOf(data.updated);
  const names = [textOf(data.id), ...objects(data.references).map(({ id }) => textOf(id))];
  return [...new Set(names)].filter((name) => name !== '').map((vulnerability) => ({
    vulnerability, status, justification: words.join(': ').slice(0, 4_000), statedBy: 'document', statedAt,
  })); // prettier-ignore
}

const objects = (value: Json | undefined): JsonObject[] => listOf(value).map(objectOf);
