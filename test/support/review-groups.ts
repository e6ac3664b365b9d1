import { createHash } from 'node:crypto';

/** The id of a review group, made here on purpose not by the service's own code. */
export function reviewGroupId(name: string, { org = '', hint = '', declared = '' } = {}): string {
  const folded = name
    .trim()
    .toLowerCase()
    .replace(/[\s._-]+/g, '-');
  return createHash('sha256')
    .update([folded, org.trim().toLowerCase(), hint.toLowerCase(), declared].join('\u001f'))
    .digest('hex');
}
