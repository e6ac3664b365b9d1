import type { JsonObject } from '../../../model/document.js';
import { ruled, type ObjectSchema, type TextSchema } from '../../schema/schema.js';
import { licenseReference } from '../../shared/license-expressions.js';
import { isValidChecksum, spdxAlgorithm } from '../../shared/spdx-checksums.js';
import { address, listedTypes, withoutWhiteSpace } from '../../shared/spdx-external-refs.js';
import { spdxReference } from '../../shared/spdx-identifiers.js';
import { spdxTimestamp } from '../../shared/spdx-timestamps.js';
import { toSingleLine } from '../mapping/lines.js';
import { spdx2Version } from './versions.js';

/** Text of a tag-value line. */
export const singleLine = ruled(toSingleLine);

/** From the root of the package (SPDX 2.3, clause 8.1). */
export const fileName = ruled((text) => {
  const name = toSingleLine(text);
  return name.startsWith('/') ? `.${name}` : name;
});

/** Annotators and reviewers are a person, an organization or a tool (SPDX 2.3, clause 12.1). */
export const creator = ruled((text) => {
  const name = toSingleLine(text);
  return /^(Person|Organization|Tool): ?\S/.test(name) ? name : `Person: ${name}`;
});

export const date = ruled((text) => spdxTimestamp(text) ?? null);
export const requiredDate = ruled((text, { timestamp }) => spdxTimestamp(text) ?? timestamp ?? null);

/** An address is one word of its line. */
export const documentAddress = ruled((text) => withoutWhiteSpace(text));

export const reference = ruled(spdxReference);
export const licenseRef = ruled(licenseReference);

/** Values of the JSON schema, also in lower case and with "-"; any other is the fallback, or left out. */
function enumeration(values: string, fallback: string | null): TextSchema {
  const allowed = new Set(values.split(' '));
  return ruled((text) => {
    if (allowed.has(text)) return text;
    const repaired = text.toUpperCase().replace('-', '_');
    return allowed.has(repaired) ? repaired : fallback;
  });
}

export const annotationType = enumeration('OTHER REVIEW', 'OTHER');
export const fileType = enumeration(
  'OTHER DOCUMENTATION IMAGE VIDEO ARCHIVE SPDX APPLICATION SOURCE BINARY TEXT AUDIO',
  'OTHER',
);
export const packagePurpose = enumeration(
  'OTHER INSTALL ARCHIVE FIRMWARE APPLICATION FRAMEWORK LIBRARY CONTAINER SOURCE DEVICE OPERATING_SYSTEM FILE',
  null,
);

/** How the locators of the listed types look; one that does not is kept in category OTHER (SPDX 2.3, annex F). */
const locators: ReadonlyMap<string, RegExp> = new Map([
  ['cpe22Type', /^cpe:\/[aho]?(?::[a-z0-9._~%-]*){0,6}$/i],
  ['cpe23Type', /^cpe:2\.3:[aho*-](?::(?:[a-z0-9._*?-]|\\[^a-z0-9\s])+){10}$/i],
  ['purl', /^pkg:[^/\s]+\/\S+$/],
  ['maven-central', /^[^:]+:[^:]+(?::[^:]+)?$/],
  ['npm', /^[^@]+@[^@]+$/],
  ['nuget', /^[^/]+\/[^/]+$/],
  ['bower', /^[^#]+#[^#]+$/],
  ['swh', /^swh:1:(?:snp|rel|rev|dir|cnt):[0-9a-f]{40}$/i],
  ['gitoid', /^gitoid:(?:blob|tree|commit|tag):(?:sha1:[0-9a-f]{40}|sha256:[0-9a-f]{64})$/i],
  ['swid', /^swid:\S+$/],
  ['advisory', address],
  ['fix', address],
  ['url', address],
]);

/** An external reference in the category that the version has for its type; null where it refers to nothing. */
export const validExternalRef: ObjectSchema['rule'] = (ref, { version }) => {
  const { categories, categoryOfType } = spdx2Version(version);
  const word = withoutWhiteSpace(ref.referenceType as string);
  const type = word.includes(listedTypes) ? word.replace(listedTypes, '') : word;
  const locator = withoutWhiteSpace(ref.referenceLocator as string);
  if (type === '' || locator === '') return null;
  const isListed = locators.get(type)?.test(locator) ?? false;
  const category = isListed ? categoryOfType.get(type) : undefined;
  const referenceCategory = categories.get(category ?? 'OTHER') ?? 'OTHER';
  if (ref.referenceCategory === referenceCategory && ref.referenceType === type && ref.referenceLocator === locator)
    return ref;
  return { ...ref, referenceCategory, referenceType: type, referenceLocator: locator };
};

/** A checksum in the spelling of SPDX, of an algorithm that the version has. */
export const validChecksum: ObjectSchema['rule'] = (data, { version }): JsonObject | null => {
  const { algorithm, checksumValue } = data as { algorithm: string; checksumValue: string };
  const name = spdxAlgorithm(algorithm);
  const value = checksumValue.toLowerCase();
  if (name === undefined || spdx2Version(version).absentAlgorithms.has(name) || !isValidChecksum(name, value))
    return null;
  const isExact =
    name === algorithm && value === checksumValue && Object.keys(data).join() === 'algorithm,checksumValue';
  return isExact ? data : { algorithm: name, checksumValue: value };
};
