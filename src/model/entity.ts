import { hash } from 'node:crypto';

/** The identifiers that together name an entity; empty or null where one is not known. */
export interface EntityIdentifiers {
  readonly purl: string | null;
  readonly cpe: string | null;
  readonly repoUrl: string | null;
}

/**
 * The stable id of an entity: the same canonical identifiers always give the same id, on every installation, without
 * a table. Empty where nothing is known.
 */
export function entityId({ purl, cpe, repoUrl }: EntityIdentifiers): string {
  if (!purl && !cpe && !repoUrl) return '';
  return stableId(JSON.stringify([purl ?? '', cpe ?? '', repoUrl ?? '']));
}

/** A UUID made of a text (RFC 9562, version 8, over its SHA-256), so that a second run of a job writes the same rows. */
export function stableId(text: string): string {
  const digest = hash('sha256', text, 'hex');
  const variant = ((parseInt(digest[16]!, 16) & 3) | 8).toString(16);
  const hex = `${digest.slice(0, 12)}8${digest.slice(13, 16)}${variant}${digest.slice(17, 32)}`;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
