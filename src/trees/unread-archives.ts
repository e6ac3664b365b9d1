import type { BomEvent } from '../model/document.js';
import { warningEvent } from './tree-events.js';

/** Archives, packages and images of disks that are not unpacked. */
const unreadName = /\.(?:7z|rar|bz2|tbz2?|lz4|lzma|lz|cab|msi|apk|ipa|vsix|xpi|conda|snap|flatpak|appimage|squashfs|iso|dmg|pkg|jmod)$/i; // prettier-ignore

/** One warning that counts those of an artifact: what they hold is shipped, too. Empty where there are none. */
export function unreadArchives(paths: Iterable<string>, isWanted: (path: string) => boolean): BomEvent[] {
  const found = [...paths].filter((path) => unreadName.test(path) && isWanted(path)).sort();
  const [first] = found;
  if (first === undefined) return [];
  const archives = found.length === 1 ? 'An archive was' : `${found.length} archives were`;
  return [warningEvent(first, `${archives} not unpacked: no reader reads this kind, and what is in it is unknown`)];
}
