import { cpeOrNull, formatCpe } from '../model/cpe.js';
import { escapeCpeValue } from '../model/cpe-name.js';
import { formatPurl, purlOrNull } from '../model/purl.js';

/** The identifier with this version where it has none; null where the text is no version or the identifier takes none. */
export function versionedIdentifier(identifier: string, version: string): string | null {
  const purl = purlOrNull(identifier);
  const cpe = /^cpe:/.test(identifier) ? cpeOrNull(identifier) : null;
  if (purl ? purl.version !== null : cpe?.version !== '*') return identifier;
  if (!isVersionText(version)) return null;
  if (purl) return purlOrNull(formatPurl({ ...purl, version })) && formatPurl({ ...purl, version });
  return formatCpe({ ...cpe!, version: escapeCpeValue(version) });
}

/** Some publishers write the name of a package, or a range, where the specification asks for a version. */
const isVersionText = (text: string): boolean => text.length <= 200 && /\d/.test(text) && !/[\s<>=|*,]/.test(text);

/** Why identifiers of a product with a version are left out. */
export const cannotTakeVersion = (version: string): string =>
  `The product is under the version ${JSON.stringify(version.slice(0, 80))}, which its identifiers without a version cannot take: they would name every version`;
