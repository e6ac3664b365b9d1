import type { BomComponent, Json } from '../../model/document.js';
import { isObject } from '../../model/json.js';
import { hasOnly } from '../shared/members.js';

/**
 * Members that a component of another family has beyond its typed fields, which SPDX cannot hold. Licences that are only
 * kept for their spelling (an id in `name`, a text in base64) are not among them.
 */
export function foreignMembers({ native }: BomComponent): string[] {
  if (native === undefined || native.family === 'spdx') return [];
  return Object.keys(native.data).filter((name) => name !== 'licenses' || !areTyped(native.data[name]!));
}

/** True where `BomLicense` says all that the licence choices of CycloneDX say. */
const areTyped = (licenses: Json): boolean => Array.isArray(licenses) && licenses.every(isTypedChoice);

function isTypedChoice(choice: Json): boolean {
  if (!isObject(choice)) return false;
  const { license, expression } = choice;
  if (!isObject(license))
    return (
      typeof expression === 'string' && expression.trim() !== '' && hasOnly(choice, ['expression', 'acknowledgement'])
    );
  return (
    hasOnly(choice, ['license']) &&
    hasOnly(license, ['id', 'name', 'text', 'url', 'acknowledgement']) &&
    (isName(license.id) ? license.name === undefined : license.id === undefined && isName(license.name)) &&
    (license.url === undefined || typeof license.url === 'string') &&
    (license.text === undefined || (isObject(license.text) && isTypedText(license.text)))
  );
}

const isName = (value: Json | undefined): boolean => typeof value === 'string' && value !== '';

/** The default type of an attachment is plain text. */
const isTypedText = (text: { readonly [name: string]: Json }): boolean =>
  hasOnly(text, ['content', 'encoding', 'contentType']) &&
  typeof text.content === 'string' &&
  (text.contentType === undefined || text.contentType === 'text/plain');
