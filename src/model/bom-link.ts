const pattern = /^urn:cdx:([0-9a-f-]{36})\/\d+(?:#([^]*))?$/i;

export interface BomLink {
  /** Serial number of the document, as CycloneDX writes it, in lower case. */
  readonly serial: string;
  /** The ref of the element; empty: the document as a whole. */
  readonly ref: string;
}

/** What a BOM-Link names (cyclonedx.org/capabilities/bomlink); null for other texts. */
export function readBomLink(text: string): BomLink | null {
  const [, serial, ref = ''] = pattern.exec(text) ?? [];
  return serial === undefined ? null : { serial: `urn:uuid:${serial.toLowerCase()}`, ref: decoded(ref) };
}

/** The ref of a BOM-Link to an element of the document with this serial number; any other text as it is. */
export function withoutOwnLink(text: string, serial: string): string {
  const link = readBomLink(text);
  return link !== null && link.ref !== '' && link.serial === serial.toLowerCase() ? link.ref : text;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
