import type { BomHeader, BomWarning, JsonObject } from '../../model/document.js';
import { FormatError } from '../format.js';
import { urnUuid } from './spec/text-rules.js';
import { isObject } from '../../model/json.js';

/** Versions that are read. 1.0 and 1.1 had no JSON. */
const xmlVersions = ['1.0', '1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '1.7'];
const jsonVersions = xmlVersions.slice(2);

export function checkSpecVersion(version: string, encoding: 'JSON' | 'XML', place: string): void {
  if ((encoding === 'JSON' ? jsonVersions : xmlVersions).includes(version)) return;
  throw new FormatError(
    'unsupported_version',
    `CycloneDX ${JSON.stringify(version.slice(0, 20))} is not supported in ${encoding}; use 1.${encoding === 'JSON' ? 2 : 0} to 1.7`,
    place,
  );
}

/** The header, from all members at the top of the document. Members without a field stay in `native`. */
export function readHeader(top: JsonObject, warn: (warning: BomWarning) => void): BomHeader {
  const { bomFormat, specVersion, serialNumber, version, $schema: _schema, metadata, ...rest } = top;
  if (bomFormat !== 'CycloneDX')
    throw new FormatError('invalid', '"bomFormat" must be "CycloneDX"', bomFormat === undefined ? '' : '/bomFormat');
  if (typeof specVersion !== 'string') throw new FormatError('invalid', 'The document has no "specVersion"');
  const { timestamp, ...others } = isObject(metadata) ? metadata : {};
  const native: JsonObject = { ...rest, ...(Object.keys(others).length > 0 && { metadata: others }) };
  if (serialNumber !== undefined && (typeof serialNumber !== 'string' || urnUuid.rule!(serialNumber, target) === null))
    warn({ place: '/serialNumber', message: 'The serial number is not a urn:uuid' });
  const revision = Number(version ?? 1);
  if (!Number.isSafeInteger(revision) || revision < 1)
    warn({ place: '/version', message: 'The version of the document is not a positive integer' });
  return {
    family: 'cyclonedx',
    specVersion,
    ...(typeof serialNumber === 'string' && serialNumber !== '' && { serial: serialNumber }),
    ...(Number.isSafeInteger(revision) && revision > 0 && { revision }),
    ...(typeof timestamp === 'string' && { created: timestamp }),
    ...(Object.keys(native).length > 0 && { native: { family: 'cyclonedx', data: native } }),
  };
}

const target = { version: '1.7', encoding: 'JSON' } as const;
