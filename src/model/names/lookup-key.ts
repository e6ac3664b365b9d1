/**
 * A lookup key is a name's form squeezed into a whole number of 53 bits, so that the catalogue's key tables stay small
 * and a number of JavaScript holds it exactly. Two texts that collide only make a candidate that scores badly.
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

/** What an identifier (purl key, CPE key, repository address) is looked up by: no name's form begins like this. */
export const identifierText = (identifier: string): string => `=${identifier}`;

/** What packages that begin with the same word are looked up by. */
export const prefixText = (word: string): string => `^${word}`;

/** What entries of one namespace (`scope` is a purl type) or one vendor (`scope` is "cpe") are looked up by. */
export const namespaceText = (scope: string, compactNamespace: string): string => `@${scope}/${compactNamespace}`;

/** What packages are looked up by whose namespaces are one owner's (`namespaceOwner`). */
export const ownerText = (type: string, owner: string): string => `@${type}//${owner}`;

/** Names shorter than this have too many neighbours for a slip of one letter to mean anything. */
export const minLengthForTypos = 5;
const maxLengthForTypos = 48;

/**
 * Keys of a compact name with each one letter left out, and of the name itself. Two names share such a key when they
 * are at most one slip apart: a letter too many, too few, wrong, or two swapped (symmetric deletion).
 */
export function deletionKeys(name: string): number[] {
  if (name.length < minLengthForTypos || name.length > maxLengthForTypos) return [];
  const keys = new Set<number>([lookupKey(name)]);
  for (let index = 0; index < name.length; index += 1)
    keys.add(lookupKey(name.slice(0, index) + name.slice(index + 1)));
  return [...keys];
}
