import type { BomLicense, Json, JsonObject } from '../../model/document.js';
import { isLicenseId } from './spec/license.js';

/** A licence that the document defines. */
export interface LicenseDefinition {
  readonly text: string;
  readonly url?: string;
  /** A definition that no component refers to has no place. */
  isUsed: boolean;
}

/** By LicenseRef: SPDX `hasExtractedLicensingInfos`. */
export type LicenseTexts = ReadonlyMap<string, LicenseDefinition>;

/** Licences in the form of CycloneDX 1.7; `conformToSpec` changes them for older versions. */
export function writeLicenseChoices(licenses: readonly BomLicense[], texts: LicenseTexts): JsonObject[] {
  return licenses.map((license) => writeLicenseChoice(license, texts));
}

function writeLicenseChoice(
  { relation, expression, id, name, text, url }: BomLicense,
  texts: LicenseTexts,
): JsonObject {
  const acknowledgement: JsonObject = relation === 'concluded' ? { acknowledgement: 'concluded' } : {};
  const definition = use(texts, expression ?? id ?? name ?? '');
  const known: JsonObject = {
    ...textMember(text ?? definition?.text),
    ...((url ?? definition?.url) !== undefined && { url: (url ?? definition?.url)! }),
    ...acknowledgement,
  };
  if (expression === undefined || definition !== undefined || text !== undefined || url !== undefined)
    return { license: { ...idOrName(id ?? expression ?? name ?? ''), ...known } };
  const details = expressionDetails(expression, texts);
  return { expression, ...acknowledgement, ...(details.length > 0 && { expressionDetails: details }) };
}

function use(texts: LicenseTexts, ref: string): LicenseDefinition | undefined {
  const definition = texts.get(ref);
  if (definition !== undefined) definition.isUsed = true;
  return definition;
}

const idOrName = (name: string): JsonObject => (isLicenseId(name) ? { id: name } : { name });

const textMember = (text: string | undefined): JsonObject => (text === undefined ? {} : { text: { content: text } });

/** The texts that the document defines for the LicenseRefs of an expression. */
function expressionDetails(expression: string, texts: LicenseTexts): Json[] {
  if (texts.size === 0 || !expression.includes('LicenseRef-')) return [];
  const refs = new Set(expression.slice(0, 10_000).match(/LicenseRef-[\w.-]+/g));
  return [...refs].flatMap((ref) => {
    const definition = use(texts, ref);
    if (definition === undefined) return [];
    return [
      {
        licenseIdentifier: ref,
        ...textMember(definition.text),
        ...(definition.url !== undefined && { url: definition.url }),
      },
    ];
  });
}
