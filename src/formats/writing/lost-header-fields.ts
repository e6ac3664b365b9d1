import type { BomHeader, Family, Json } from '../../model/document.js';
import { isObject } from '../../model/json.js';

/** Members that say nothing of the bill: every document of SPDX has the same. */
const boilerplateMembers: ReadonlySet<string> = new Set(['@context', 'spdxVersion', 'SPDXID', 'dataLicense']);

/** Members of an `SpdxDocument` of SPDX 3.0 that others say in words of their own, or that are its graph. */
const mappedDocumentMembers: ReadonlySet<string> = new Set(
  'type @type spdxId @id creationInfo name comment rootElement element profileConformance dataLicense'.split(' '),
);

/**
 * Tells what the head of a bill says that the format written has no place for: the members of another family's head,
 * CycloneDX `metadata` one by one. `own` is the family written, null for a list, which has no head at all.
 */
export function reportLostHeaderFields(
  { native }: BomHeader,
  own: Family | null,
  onLoss: (what: string) => void,
): void {
  if (!native || native.family === own) return;
  const { metadata, document, ...members } = native.data;
  for (const name of Object.keys(members)) if (!boilerplateMembers.has(name)) onLoss(name);
  for (const name of isObject(metadata) ? Object.keys(metadata) : []) onLoss(`metadata.${name}`);
  reportDocumentMembers(document, onLoss);
}

/** Tells what the head of a document of SPDX 3.0 says that no other format has a place for. */
export function reportLostSpdx3Fields({ native }: BomHeader, onLoss: (what: string) => void): void {
  if (native?.family === 'spdx') reportDocumentMembers(native.data.document, onLoss);
}

function reportDocumentMembers(document: Json | undefined, onLoss: (what: string) => void): void {
  for (const name of isObject(document) ? Object.keys(document) : [])
    if (!mappedDocumentMembers.has(name)) onLoss(name);
}
