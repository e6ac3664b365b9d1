import type { BomLicense, Json, JsonObject } from '../../model/document.js';
import { isLicenseId } from './spec/license.js';

/** Texts of licences that the document itself defines, by their LicenseRef: SPDX `hasExtractedLicensingInfos`. */
export type LicenseTexts = ReadonlyMap<string, { readonly text: string; readonly url?: string }>;

/** Licence statements as CycloneDX 1.7 has them; what an older version cannot have, `fit` changes. */
export function writeLicenses(licenses: readonly BomLicense[], texts: LicenseTexts): JsonObject[] {
  return licenses.map((license) => writeOne(license, texts));
}

function writeOne({ relation, expression, id, name, text, url }: BomLicense, texts: LicenseTexts): JsonObject {
  const acknowledgement: JsonObject = relation === 'concluded' ? { acknowledgement: 'concluded' } : {};
  const defined = texts.get(expression ?? id ?? name ?? '');
  const known: JsonObject = {
    ...attached(text ?? defined?.text),
    ...((url ?? defined?.url) !== undefined && { url: (url ?? defined?.url)! }),
    ...acknowledgement,
  };
  if (expression === undefined || defined !== undefined || text !== undefined || url !== undefined)
    return { license: { ...named(id ?? expression ?? name ?? ''), ...known } };
  const details = detailsOf(expression, texts);
  return { expression, ...acknowledgement, ...(details.length > 0 && { expressionDetails: details }) };
}

const named = (name: string): JsonObject => (isLicenseId(name) ? { id: name } : { name });

const attached = (text: string | undefined): JsonObject => (text === undefined ? {} : { text: { content: text } });

/** What the document says of the LicenseRefs in an expression. */
function detailsOf(expression: string, texts: LicenseTexts): Json[] {
  if (texts.size === 0 || !expression.includes('LicenseRef-')) return [];
  const refs = new Set(expression.slice(0, 10_000).match(/LicenseRef-[\w.-]+/g));
  return [...refs].flatMap((ref) => {
    const known = texts.get(ref);
    if (known === undefined) return [];
    return [{ licenseIdentifier: ref, ...attached(known.text), ...(known.url !== undefined && { url: known.url }) }];
  });
}
