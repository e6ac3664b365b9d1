import { maxUnknownEcosystems } from './catalog-writer.js';

/** What an operator reads of ecosystems that a source has advisories on and that no component is compared with; null: none. */
export function uncomparedText(ecosystems: readonly string[]): string | null {
  if (ecosystems.length === 0) return null;
  const others = ecosystems.length > maxUnknownEcosystems ? ' and others' : '';
  const named = `${[...ecosystems].sort().slice(0, maxUnknownEcosystems).join(', ')}${others}`;
  return `Advisories on packages of ${named} are kept, and no component is compared with them: these ecosystems have no package URL here`;
}
