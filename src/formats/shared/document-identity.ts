import type { BomHeader } from '../../model/document.js';

type DocumentIdentity = Pick<BomHeader, 'serial' | 'revision'>;

const serialNumber = /^urn:uuid:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const bomLink = /^urn:cdx:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([1-9]\d{0,14})$/i;

/**
 * The namespace of a document: another one for each of its revisions, as SPDX 2.3, clause 6.5 requires. A serial number
 * of CycloneDX is the same for all of them, so a later one is a BOM-Link (cyclonedx.org/capabilities/bomlink).
 */
export function namespaceOf({ serial, revision = 1 }: DocumentIdentity): string | undefined {
  const uuid = serialNumber.exec(serial ?? '')?.[1];
  return uuid === undefined || revision <= 1 ? serial : `urn:cdx:${uuid}/${revision}`;
}

/** What `namespaceOf` was made of; any other namespace is the serial itself. */
export function identityOf(namespace: string): DocumentIdentity {
  const [, uuid, revision] = bomLink.exec(namespace) ?? [];
  return uuid === undefined ? { serial: namespace } : { serial: `urn:uuid:${uuid}`, revision: Number(revision) };
}

/** Whether the namespace of a document says its revision. */
export const isRevisionInNamespace = ({ serial }: DocumentIdentity): boolean => serialNumber.test(serial ?? '');
