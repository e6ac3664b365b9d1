/**
 * A lookup key is a hash of 53 bits, so that the catalogue's key tables stay small and a JavaScript number holds it
 * exactly. A collision only adds a candidate with a low score.
 *
 * The function is cyrb53 (public domain), over UTF-16 code units.
 */
export function lookupKey(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

/** The text for an identifier (purl key, CPE key, repository address); no normalized name starts like this. */
export const identifierText = (identifier: string): string => `=${identifier}`;

/** The text for packages that start with the same word. */
export const prefixText = (word: string): string => `^${word}`;

/** The text for entries of one namespace (`scope` is a purl type) or one vendor (`scope` is "cpe"). */
export const namespaceText = (scope: string, compactNamespace: string): string => `@${scope}/${compactNamespace}`;

/** The text for packages whose namespaces have one owner (`namespaceOwner`). */
export const ownerText = (type: string, owner: string): string => `@${type}//${owner}`;

/** Too many shorter names differ by one letter. */
export const minLengthForTypos = 5;
const maxLengthForTypos = 48;

/**
 * Keys of a compact name and of the name with each letter removed. Two names with edit distance 1 share such a key
 * (symmetric deletion).
 */
export function deletionKeys(name: string): number[] {
  if (name.length < minLengthForTypos || name.length > maxLengthForTypos) return [];
  const keys = new Set<number>([lookupKey(name)]);
  for (let index = 0; index < name.length; index += 1)
    keys.add(lookupKey(name.slice(0, index) + name.slice(index + 1)));
  return [...keys];
}
