import {
  checkedCpeValue,
  type Cpe,
  type CpeAttribute,
  cpeAttributes,
  CpeError,
  escapeCpeValue,
  maxCpeLength,
} from './cpe-name.js';
import { unbindCpeUri } from './cpe-uri.js';

/**
 * Reads either binding: a 2.3 formatted string (`cpe:2.3:a:…`) or a 2.2 URI (`cpe:/a:…`), packed editions included. The
 * URI's letters become lower case (7695, 6.1.3.2); those of a formatted string stay. @throws {CpeError}
 */
export function parseCpe(text: string): Cpe {
  if (text.length > maxCpeLength) throw new CpeError(`Invalid CPE: it has more than ${maxCpeLength} characters`);
  const values = boundValues(text);
  if (values.length !== cpeAttributes.length)
    throw new CpeError(`Invalid CPE: write ${cpeAttributes.length} values after "cpe:2.3:", not ${values.length}`);
  const cpe = {} as Record<CpeAttribute, string>;
  cpeAttributes.forEach((attribute, index) => (cpe[attribute] = checkedCpeValue(attribute, values[index]!)));
  if (!/^[aoh*-]$/i.test(cpe.part)) throw new CpeError('Invalid CPE: the part must be "a", "o", "h", "*" or "-"');
  return cpe;
}

/** As `parseCpe`, for any text; null where it is not a CPE. Surrounding white space is removed. */
export function cpeOrNull(text: string): Cpe | null {
  try {
    return parseCpe(text.trim());
  } catch (error) {
    if (error instanceof CpeError) return null;
    throw error;
  }
}

/** The formatted string binding (7695, 6.2). */
export function formatCpe(cpe: Cpe): string {
  return `cpe:2.3:${cpeAttributes.map((attribute) => cpe[attribute]).join(':')}`;
}

/** The canonical spelling of a name in any binding and case. @throws {CpeError} */
export function canonicalCpe(text: string): string {
  return formatCpe(parseCpe(text)).toLowerCase();
}

/**
 * `part:vendor:product` in lower case, escaped as in a formatted string (so every name of the product starts with
 * `cpe:2.3:${key}:`); null where one of the three is not given.
 */
export function cpeKey(cpe: Cpe): string | null {
  const names = [cpe.part, cpe.vendor, cpe.product];
  return names.some((name) => name === '*' || name === '-') ? null : names.join(':').toLowerCase();
}

/** The product as the catalogue lists it: part, vendor and product, everything else ANY, in lower case. */
export function cpeWithoutVersion(cpe: Cpe): string {
  return `cpe:2.3:${[cpe.part, cpe.vendor, cpe.product].join(':').toLowerCase()}${':*'.repeat(8)}`;
}

/** The same name with another version, given as plain text. */
export function cpeWithVersion(cpe: Cpe, version: string): Cpe {
  return { ...cpe, version: version === '' ? '*' : escapeCpeValue(version) };
}

/** Splits at unescaped colons. */
function splitEscaped(text: string): string[] {
  const values: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === ':') {
      values.push(text.slice(start, index));
      start = index + 1;
    }
  }
  values.push(text.slice(start));
  return values;
}

function boundValues(text: string): string[] {
  if (/^cpe:2\.3:/i.test(text)) return splitEscaped(text.slice('cpe:2.3:'.length));
  if (/^cpe:\//i.test(text)) return unbindCpeUri(text.slice('cpe:/'.length).toLowerCase());
  throw new CpeError('Invalid CPE: it must start with "cpe:2.3:" or "cpe:/"');
}
