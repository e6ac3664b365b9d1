/**
 * Entries of the catalogue as one number each; a batch has hundreds of thousands of hits and links, too many for
 * objects. A key is `kind + 4 * id`, a hit of a lookup `kind + 4 * tier + 64 * id`. SQL packs them
 * (`catalog.repository.ts`); only this file unpacks them.
 */
export const keySize = 4;
export const hitSize = 64;

/** One number for kind and id, as a key of maps. */
export const entryKey = (kind: number, id: number): number => id * keySize + kind;

export const entryKind = (key: number): number => key % keySize;
export const entryId = (key: number): number => Math.floor(key / keySize);

/** Visits the hits of a comma-separated list. */
export function forEachHit(packed: string, visit: (key: number, tier: number) => void): void {
  for (const text of packed.split(',')) {
    const hit = Number(text);
    visit(entryKey(hit & 3, Math.floor(hit / hitSize)), (hit >> 2) & 15);
  }
}

/** The first `limit` keys of a comma-separated list. */
export const unpackKeys = (packed: string, limit: number): number[] => packed.split(',', limit).map(Number);
