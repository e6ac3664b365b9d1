import { readBomLink, withoutOwnLink } from '../../model/bom-link.js';
import type { BomPart, Json, JsonObject } from '../../model/document.js';
import { listOf, objectOf, textOf, textsOf } from '../../model/json.js';
import type { VexStatement } from '../../scores/vulnerabilities/vex.js';
import { StatementSize } from '../../vex/product-statement.js';
import { labelOfJustification } from '../../vex/cyclonedx-words.js';
import { clearingFirst, vexLabelOf, vexResponseOf, vexStatusOf, type VexLabel, type VexStatus } from '../../vex/vex-words.js'; // prettier-ignore
import { isNothing, isNoTarget, noAssertion } from '../../formats/conversion/spdx3-security-words.js';
import { shortRef } from '../../formats/conversion/to-spdx2.js';
import { namespaceOf } from '../../formats/shared/document-identity.js';
import { isOnVersion, type NamedVersions } from './named-versions.js';

/** A statement of a document; without `versions` it is on every version of what it names. */
export interface DocumentStatement extends VexStatement {
  readonly versions?: NamedVersions;
}

/** Statements and the refs that they apply to. */
export interface TargetedStatements {
  readonly refs: readonly string[];
  readonly statements: readonly DocumentStatement[];
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
 * @param namespace of the document: SPDXIDs within it may occur in short form
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
    if (refs.every(isNothing)) return [];
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
      label: status === 'not_affected' ? labelOfSpdx(textOf(element.security_justificationType)) : null,
      response: null,
    }));
    return [
      {
        refs: [...new Set(refs.filter((iri) => !isNoTarget(iri)).flatMap((iri) => [iri, shortRef(iri, namespace)]))],
        statements,
      },
    ];
  });
}

/** SPDX has the standard labels in its own spelling: `componentNotPresent`. */
const labelOfSpdx = (justification: string): VexLabel | null =>
  vexLabelOf(justification.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

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
  readonly byRef: ReadonlyMap<string, readonly DocumentStatement[]>;
  readonly forAll: readonly DocumentStatement[];
}

/** Identifies the subject and the document. */
export interface StatementDocument {
  readonly subjectRef: string | null;
  readonly subjectVersion: string;
  /** CycloneDX `serialNumber`, or the namespace of an SPDX document. */
  readonly serial: string;
  /** Null where the document says none. */
  readonly revision?: number | null;
}

/** One vulnerability may have any number of names, components and versions, each to be had with each. */
const maxUses = 20_000_000;
/** A statement on a version is one of its own; on a component it is the same as on others. */
const usesOfVersion = 10;

/**
 * Reads VEX statements from the `vulnerabilities` of a CycloneDX document (`analysis.state`, `affects[].ref`), or from
 * an SPDX 3 document. A statement without target, or on the subject, applies to all components.
 *
 * @throws {CallerError} 413 where they come to too many: nothing is then assessed, rather than without them
 */
export function readDocumentStatements(parts: readonly BomPart[], document: StatementDocument): DocumentStatements {
  const byRef = new Map<string, DocumentStatement[]>();
  const forAll: DocumentStatement[] = [];
  const { subjectRef, subjectVersion, serial } = document;
  const ofFamily = (wanted: BomPart['family']): JsonObject[] =>
    parts.filter(({ family }) => family === wanted).map(({ data }) => data);
  const size = new StatementSize(maxUses);
  const collected = [
    ...ofFamily('cyclonedx').flatMap((data) => readCycloneDxStatements(data, document, size)),
    ...readSpdxStatements(ofFamily('spdx'), namespaceOf({ serial, revision: document.revision ?? 1 }) ?? ''),
  ];
  for (const { refs, statements } of collected) {
    if (refs.length === 0 || (subjectRef !== null && refs.includes(subjectRef)))
      for (const one of statements) if (isOnVersion(one, subjectVersion)) forAll.push(onEveryVersion(one));
    // One by one: a component may have as many statements as the document, and a statement as many names.
    for (const ref of new Set(refs)) {
      size.add(statements.length);
      const known = byRef.get(ref) ?? [];
      for (const one of statements) known.push(one);
      byRef.set(ref, known);
    }
  }
  return { byRef, forAll };
}

/** Of the versions of the subject: of the components in it nothing more is asked. */
const onEveryVersion = ({ versions: _ofSubject, ...statement }: DocumentStatement): DocumentStatement => statement;

function readCycloneDxStatements(
  data: JsonObject,
  { serial }: StatementDocument,
  size: StatementSize,
): TargetedStatements[] {
  // What is no list names something all the same.
  const affects = [data.affects ?? []].flat().map(objectOf);
  const named = affects.map(({ ref }) => withoutOwnLink(textOf(ref), serial));
  const statements = statementsIn(data);
  if (named.length === 0) return [{ refs: [], statements }];
  return named.flatMap((ref, index) => {
    const link = readBomLink(ref);
    // What is about another document says nothing of this one.
    if (ref === '' || (link && link.serial !== serial.toLowerCase())) return [];
    const { versions } = affects[index]!;
    size.add(statements.length * objects(versions).length * usesOfVersion);
    return [{ refs: link ? [] : [ref], statements: ofVersions(statements, versions) }];
  });
}

/** The statements on the versions that a member of `affects` lists, the most dangerous last: it is the one that counts. */
function ofVersions(
  statements: readonly DocumentStatement[],
  versions: Json | undefined,
): readonly DocumentStatement[] {
  const listed = objects(versions);
  if (listed.length === 0) return statements;
  return statements.flatMap((statement) => {
    const said = listed.flatMap(({ version, range, status }) => {
      const on = { ...statement, versions: { exact: textOf(version), range: textOf(range) } };
      if (textOf(status) === 'unknown') return [];
      return textOf(status) === 'unaffected' ? { ...on, status: 'not_affected' as const, response: null } : on;
    });
    return said.sort(clearingFirst);
  });
}

function statementsIn(data: JsonObject): DocumentStatement[] {
  const analysis = objectOf(data.analysis);
  const status = vexStatusOf(textOf(analysis.state));
  if (!status) return [];
  const words = [textOf(analysis.justification), textOf(analysis.detail)].filter((one) => one !== '');
  const statedAt = textOf(analysis.lastUpdated) || textOf(analysis.firstIssued) || textOf(data.updated);
  const names = [textOf(data.id), ...objects(data.references).map(({ id }) => textOf(id))];
  const label = status === 'not_affected' ? labelOfJustification(textOf(analysis.justification)) : null;
  const response = textsOf(analysis.response).map(vexResponseOf).find((one) => one !== null) ?? null; // prettier-ignore
  return [...new Set(names)].filter((name) => name !== '').map((vulnerability) => ({
    vulnerability, status, justification: words.join(': ').slice(0, 4_000), statedBy: 'document', statedAt, label, response,
  })); // prettier-ignore
}

const objects = (value: Json | undefined): JsonObject[] => listOf(value).map(objectOf);
