import { shortRef } from '../../formats/conversion/to-spdx2.js';
import type { Json, JsonObject } from '../../model/document.js';
import { objectOf, textOf } from '../../model/json.js';
import type { VexStatement, VexStatus } from '../../scores/vulnerabilities/vex.js';

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
    const justification = justificationFields.map((name) => textOf(element[name])).filter((one) => one !== '');
    const statedAt = textOf(element.security_modifiedTime) || textOf(element.security_publishedTime);
    const statements = (names.get(from) ?? [lastPart(from)]).map((vulnerability) => ({
      vulnerability,
      status,
      justification: justification.join(': ').slice(0, 4_000),
      statedBy: 'document' as const,
      statedAt,
    }));
    return [{ refs: [...new Set(refs.flatMap((iri) => [iri, shortRef(iri, namespace)]))], statements }];
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
