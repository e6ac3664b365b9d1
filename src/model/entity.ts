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
  const part = (from: number, to: number): string => digest.slice(from, to);
  const variant = variants[parseInt(digest[16]!, 16) & 3]!;
  return `${part(0, 8)}-${part(8, 12)}-8${part(13, 16)}-${variant}${part(17, 20)}-${part(20, 32)}`;
}

const variants = '89ab';
