import { createHash } from 'node:crypto';

/** The identifiers that together name an entity; empty or null where one is not known. */
export interface EntityIdentifiers {
  readonly purl: string | null;
  readonly cpe: string | null;
  readonly repoUrl: string | null;
}

/**
 * The stable id of an entity: the same canonical identifiers always give the same id, on every installation, without
 * a table. UUID version 8 (RFC 9562, 5.8) over their SHA-256. Empty where nothing is known.
 */
export function entityId({ purl, cpe, repoUrl }: EntityIdentifiers): string {
  if (!purl && !cpe && !repoUrl) return '';
  const bytes = createHash('sha256')
    .update(JSON.stringify([purl ?? '', cpe ?? '', repoUrl ?? '']))
    .digest()
    .subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
