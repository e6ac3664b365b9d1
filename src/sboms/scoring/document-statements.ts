import type { BomPart, Json, JsonObject } from '../../model/document.js';
import { objectOf, textOf } from '../../model/json.js';
import { type VexStatement, vexStatusOf } from '../../scores/vulnerabilities/vex.js';
import { readSpdxStatements, type TargetedStatements } from './spdx-statements.js';

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
    ...ofFamily('cyclonedx').map(readCycloneDxStatement),
    ...readSpdxStatements(ofFamily('spdx'), serial),
  ];
  for (const { refs, statements } of collected) {
    if (refs.length === 0 || (subjectRef !== null && refs.includes(subjectRef))) forAll.push(...statements);
    for (const ref of new Set(refs)) byRef.set(ref, [...(byRef.get(ref) ?? []), ...statements]);
  }
  return { byRef, forAll };
}

const readCycloneDxStatement = (data: JsonObject): TargetedStatements => ({
  refs: objects(data.affects).map(({ ref }) => localRef(textOf(ref))),
  statements: statementsIn(data),
});

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

/** A BOM-Link names an element of another document after `#` (cyclonedx.org/capabilities/bomlink). */
const localRef = (ref: string): string => (ref.startsWith('urn:cdx:') ? ref.slice(ref.indexOf('#') + 1) : ref);
const objects = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.map(objectOf) : []);
