import { hash } from 'node:crypto';

/** The identifiers that make an entity; empty or null where one is unknown. */
export interface EntityIdentifiers {
  readonly purl: string | null;
  readonly cpe: string | null;
  readonly repoUrl: string | null;
}

/** The stable id of an entity: the same on every installation for the same canonical identifiers; empty for none. */
export function entityId({ purl, cpe, repoUrl }: EntityIdentifiers): string {
  if (!purl && !cpe && !repoUrl) return '';
  return stableId(JSON.stringify([purl ?? '', cpe ?? '', repoUrl ?? '']));
}

/** A UUID derived from a text (RFC 9562, version 8, over its SHA-256), so that jobs are idempotent. */
export function stableId(text: string): string {
  const digest = hash('sha256', text, 'hex');
  const part = (from: number, to: number): string => digest.slice(from, to);
  const variant = variants[parseInt(digest[16]!, 16) & 3]!;
  return `${part(0, 8)}-${part(8, 12)}-8${part(13, 16)}-${variant}${part(17, 20)}-${part(20, 32)}`;
}

const variants = '89ab';
