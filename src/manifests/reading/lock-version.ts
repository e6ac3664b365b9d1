import type { Json } from '../../model/document.js';
import { textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';

/**
 * Warns of a lock file that is newer than what its reader knows: it may name packages in places that are not looked at.
 *
 * @param version as written: a number or a text such as "9.0" or "v4"
 * @param newest the newest one that is read; of it, all minor versions are
 */
export function warnOfNewerLock(version: Json | undefined, newest: number, out: ContentsBuilder): void {
  const written = textOf(version) || (typeof version === 'number' ? String(version) : '');
  const major = Number(/^v?(\d{1,6})(?:\.|$)/.exec(written.trim())?.[1] ?? newest);
  if (major <= newest) return;
  out.addLoss(1, `The lock file is of version ${written.slice(0, 40)}, and versions after ${newest} are not known to its reader: it may name more than was read`); // prettier-ignore
}
