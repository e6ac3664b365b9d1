import { withoutOwnLink } from '../../model/bom-link.js';
import type { BomPart, Json } from '../../model/document.js';
import { isObject } from '../../model/json.js';

/**
 * Parts of a document, as JSON, for an export, which has a serial number of its own: what a statement names by a BOM-Link
 * to the imported document, it names by its ref.
 *
 * @param serial of the imported document
 */
export function withoutOwnLinks(batch: string, serial: string): string {
  if (!batch.includes('urn:cdx:')) return batch;
  const localized = (one: Json): Json =>
    isObject(one) && typeof one.ref === 'string' ? { ...one, ref: withoutOwnLink(one.ref, serial) } : one;
  const parts = (JSON.parse(batch) as BomPart[]).map((part) =>
    part.kind === 'vulnerability' && Array.isArray(part.data.affects)
      ? { ...part, data: { ...part.data, affects: part.data.affects.map(localized) } }
      : part,
  );
  return JSON.stringify(parts);
}
