import { createHash } from 'node:crypto';
import type { ComponentEvidence } from '../matching/query/evidence.js';

/**
 * A digest of everything that an outcome depends on besides the catalogue; null where it also depends on what only one
 * organization knows.
 */
export function outcomeKey(version: string, component: ComponentEvidence): string | null {
  const { name, org, hint, purls, cpes, repositories, context, priorDecisions, internal } = component;
  if (internal || (priorDecisions && priorDecisions.length > 0)) return null;
  const given = [version, name, org, component.version, hint ?? '', purls ?? [], cpes ?? [], repositories ?? []];
  return createHash('sha256')
    .update(JSON.stringify([...given, context ?? null]))
    .digest('hex');
}
