import type { BomLicense, JsonObject } from '../../model/document.js';
import { textOf, textsOf } from '../../model/json.js';
import { listedLicense } from '../../model/license.js';
import { isCompound, isValidExpression, readExpression, writeTokens } from './license-expressions.js';
import { slugWithHash } from './spdx-identifiers.js';

type Relation = BomLicense['relation'];

/** The licence of `licenseDeclared` or `licenseConcluded`; undefined for NONE and NOASSERTION. */
export function readSpdxLicense(relation: Relation, text: string): BomLicense | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === 'NONE' || trimmed === 'NOASSERTION') return undefined;
  if (listedLicense(trimmed) === trimmed) return { relation, id: trimmed };
  return isValidExpression(trimmed) ? { relation, expression: trimmed } : { relation, name: trimmed };
}

/** One expression for all licences of a relation, or undefined where there is none. */
export function writeSpdxLicenses(licenses: readonly BomLicense[], relation: Relation): string | undefined {
  const parts: (readonly string[])[] = [];
  for (const license of licenses) if (license.relation === relation) parts.push(tokensOf(license));
  if (parts.length <= 1) return parts[0] && writeTokens(parts[0]);
  const joined = new Set(
    parts.map((tokens) => (isCompound(tokens) ? `(${writeTokens(tokens)})` : writeTokens(tokens))),
  );
  return [...joined].join(' AND ');
}

/**
 * The licences that have no listed id, as SPDX `hasExtractedLicensingInfos`: the LicenseRefs that `writeLicenses` makes
 * for them. A LicenseRef that stands in an expression already is defined by the document, see `referencesOf`.
 */
export function extractedLicenses(licenses: readonly BomLicense[]): JsonObject[] {
  const infos: JsonObject[] = [];
  for (const license of licenses) for (const part of unlistedParts(license)) infos.push(extractedLicense(part));
  return infos;
}

/** The LicenseRefs of an expression. */
export const referencesOf = (expression: string): readonly string[] => readExpression(expression)?.references ?? [];

function tokensOf(license: BomLicense): readonly string[] {
  const read = readExpression(nameOf(license));
  if (read?.unknown.length === 0) return read.tokens;
  const parts = unlistedParts(license);
  if (parts[0] === license) return [licenseRef(license)];
  const refs = new Map(parts.map((part) => [nameOf(part), licenseRef(part)]));
  return read!.tokens.map((token) => refs.get(token) ?? token);
}

/** The parts of a licence that need a LicenseRef: none, names in an expression, or the licence itself. */
function unlistedParts(license: BomLicense): readonly BomLicense[] {
  const read = readExpression(nameOf(license));
  if (read === undefined || (read.tokens.length === 1 && read.unknown.length === 1)) return [license];
  return read.unknown.map((name) => ({ relation: license.relation, name }));
}

const nameOf = (license: BomLicense): string => license.expression ?? license.id ?? license.name ?? '';

/** Licences of one name and different texts are different. */
const licenseRef = (license: BomLicense): string =>
  `LicenseRef-${slugWithHash(nameOf(license), JSON.stringify([nameOf(license), license.text ?? '', license.url ?? '']))}`;

function extractedLicense(license: BomLicense): JsonObject {
  const name = nameOf(license);
  return {
    licenseId: licenseRef(license),
    extractedText: license.text || name || 'NOASSERTION',
    ...(name === '' ? {} : { name }),
    ...(license.url === undefined ? {} : { seeAlsos: [license.url] }),
  };
}

/** True for a definition of `extractedLicenses`: the licences of a component have all that it says. */
export function isGeneratedDefinition({ licenseId, extractedText, name, seeAlsos }: JsonObject): boolean {
  const [url] = textsOf(seeAlsos);
  const license: BomLicense = { relation: 'declared', name: textOf(name), ...(url !== undefined && { url }) };
  return [textOf(extractedText), undefined].some(
    (text) =>
      licenseId === licenseRef(text === undefined ? license : { ...license, text }) &&
      (text !== undefined || extractedText === license.name),
  );
}
