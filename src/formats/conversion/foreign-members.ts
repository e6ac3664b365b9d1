import type { BomComponent, Json } from '../../model/document.js';
import { readLicenseChoices } from '../cyclonedx/read-licenses.js';
import { hasOnly } from '../cyclonedx/read-value.js';
import { isObject } from '../schema/schema.js';

/**
 * Members of a component of another family than SPDX that say more than its typed fields: what SPDX has no place for. A
 * list of licences that is only kept for its own spelling (an id in `name`, a text in base64) is none of them.
 */
export function foreignMembers({ native }: BomComponent): string[] {
  if (native === undefined || native.family === 'spdx') return [];
  return Object.keys(native.data).filter((name) => name !== 'licenses' || !areTyped(native.data[name]!));
}

function areTyped(licenses: Json): boolean {
  return (
    Array.isArray(licenses) &&
    readLicenseChoices(licenses).value.length === licenses.length &&
    licenses.every(isTypedEntry)
  );
}

function isTypedEntry(entry: Json): boolean {
  if (!isObject(entry)) return false;
  if (!isObject(entry.license)) return hasOnly(entry, ['expression', 'acknowledgement']);
  const { license } = entry;
  return (
    hasOnly(entry, ['license']) &&
    hasOnly(license, ['id', 'name', 'text', 'url', 'acknowledgement']) &&
    (license.url === undefined || typeof license.url === 'string') &&
    (license.id === undefined || license.name === undefined) &&
    (license.text === undefined || (isObject(license.text) && isTypedText(license.text)))
  );
}

/** Plain text is what a text is without a word on its type (CycloneDX, `attachment`). */
const isTypedText = (text: { readonly [name: string]: Json }): boolean =>
  hasOnly(text, ['content', 'encoding', 'contentType']) &&
  typeof text.content === 'string' &&
  (text.contentType === undefined || text.contentType === 'text/plain');
