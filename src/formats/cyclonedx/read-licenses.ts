import type { BomLicense, Json, JsonObject } from '../../model/document.js';
import type { ReadValue } from './read-value.js';
import { readList } from './read-value.js';
import { isLicenseExpression, isLicenseId, isUnlistedSpdxId } from './spec/license.js';
import { isObject } from '../../model/json.js';
import { hasOnly } from '../shared/members.js';

/** CycloneDX `licenses`: licences and expressions. */
export const readLicenseChoices = (json: Json): ReadValue<BomLicense[]> => readList(json, readEntry);

function readEntry(json: unknown): ReadValue<BomLicense> | undefined {
  const entry = json as Json;
  if (!isObject(entry)) return undefined;
  if (isObject(entry.license)) {
    const read = readLicense(entry.license);
    return read && { value: read.value, isExact: read.isExact && hasOnly(entry, ['license']) };
  }
  if (typeof entry.expression !== 'string' || entry.expression.trim() === '') return undefined;
  return {
    value: { relation: relationOf(entry), expression: entry.expression },
    isExact: hasOnly(entry, ['expression', 'acknowledgement']) && hasImpliedAcknowledgement(entry),
  };
}

function readLicense(license: JsonObject): ReadValue<BomLicense> | undefined {
  const text = isObject(license.text) ? readText(license.text) : undefined;
  const relation = relationOf(license);
  const rest = {
    ...(text !== undefined && { text: text.value }),
    ...(typeof license.url === 'string' && { url: license.url }),
  };
  const exact =
    hasOnly(license, ['id', 'name', 'text', 'url', 'acknowledgement']) &&
    hasImpliedAcknowledgement(license) &&
    (license.text === undefined || text?.isExact === true) &&
    (license.url === undefined || typeof license.url === 'string') &&
    (license.id === undefined || license.name === undefined);
  const { id, name } = license;
  if (typeof id === 'string' && id !== '')
    return { value: { relation, id, ...rest }, isExact: exact && isLicenseId(id) };
  if (typeof name !== 'string' || name === '') return undefined;
  if (isUnlistedSpdxId(name)) return { value: { relation, id: name, ...rest }, isExact: false };
  if (isLicenseExpression(name)) return { value: { relation, expression: name, ...rest }, isExact: false };
  return { value: { relation, name, ...rest }, isExact: exact };
}

const relationOf = (entry: JsonObject): BomLicense['relation'] =>
  entry.acknowledgement === 'concluded' ? 'concluded' : 'declared';

/** `declared` is the default; an explicit one is kept as it is. */
const hasImpliedAcknowledgement = (entry: JsonObject): boolean =>
  entry.acknowledgement === undefined || entry.acknowledgement === 'concluded';

/** The text of an attachment, also from base64 unless that is binary. */
function readText(attachment: JsonObject): ReadValue<string> | undefined {
  if (typeof attachment.content !== 'string') return undefined;
  if (attachment.encoding !== 'base64') return { value: attachment.content, isExact: hasOnly(attachment, ['content']) };
  const text = Buffer.from(attachment.content, 'base64').toString('utf8');
  return text.includes('\ufffd') || text.includes('\0') ? undefined : { value: text, isExact: false };
}
