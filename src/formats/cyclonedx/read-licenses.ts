import type { BomLicense, Json, JsonObject } from '../../model/document.js';
import type { Reading } from './reading.js';
import { onlyHas, readList } from './reading.js';
import { isExpression, isLicenseId, isNewLicenseId } from './spec/license.js';
import { isObject } from './spec/shapes.js';

/** CycloneDX `licenses`: licences and expressions. */
export const readLicenses = (json: Json): Reading<BomLicense[]> => readList(json, readEntry);

function readEntry(json: unknown): Reading<BomLicense> | undefined {
  const entry = json as Json;
  if (!isObject(entry)) return undefined;
  if (isObject(entry.license)) {
    const read = readLicense(entry.license);
    return read && { value: read.value, exact: read.exact && onlyHas(entry, ['license']) };
  }
  if (typeof entry.expression !== 'string' || entry.expression.trim() === '') return undefined;
  return {
    value: { relation: relationOf(entry), expression: entry.expression },
    exact: onlyHas(entry, ['expression', 'acknowledgement']) && isImplied(entry),
  };
}

function readLicense(license: JsonObject): Reading<BomLicense> | undefined {
  const text = isObject(license.text) ? readText(license.text) : undefined;
  const relation = relationOf(license);
  const rest = {
    ...(text !== undefined && { text: text.value }),
    ...(typeof license.url === 'string' && { url: license.url }),
  };
  const exact =
    onlyHas(license, ['id', 'name', 'text', 'url', 'acknowledgement']) &&
    isImplied(license) &&
    (license.text === undefined || text?.exact === true) &&
    (license.url === undefined || typeof license.url === 'string') &&
    (license.id === undefined || license.name === undefined);
  const { id, name } = license;
  if (typeof id === 'string' && id !== '') return { value: { relation, id, ...rest }, exact: exact && isLicenseId(id) };
  if (typeof name !== 'string' || name === '') return undefined;
  if (isNewLicenseId(name)) return { value: { relation, id: name, ...rest }, exact: false };
  if (isExpression(name)) return { value: { relation, expression: name, ...rest }, exact: false };
  return { value: { relation, name, ...rest }, exact };
}

const relationOf = (entry: JsonObject): BomLicense['relation'] =>
  entry.acknowledgement === 'concluded' ? 'concluded' : 'declared';

/** `declared` goes without saying, so what says it is kept as it is. */
const isImplied = (entry: JsonObject): boolean =>
  entry.acknowledgement === undefined || entry.acknowledgement === 'concluded';

/** Text of an attachment; base64 only where it is text underneath. */
function readText(attachment: JsonObject): Reading<string> | undefined {
  if (typeof attachment.content !== 'string') return undefined;
  if (attachment.encoding !== 'base64') return { value: attachment.content, exact: onlyHas(attachment, ['content']) };
  const text = Buffer.from(attachment.content, 'base64').toString('utf8');
  return text.includes('\ufffd') || text.includes('\0') ? undefined : { value: text, exact: false };
}
