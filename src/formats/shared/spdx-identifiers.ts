import { hash } from 'node:crypto';
import { fingerprint } from './ref-set.js';

/** SPDX 2.3, clause 6.3: the id that a document has for itself. */
export const documentId = 'SPDXRef-DOCUMENT';

const validId = /^SPDXRef-[A-Za-z0-9.-]+$/;
const externalId = /^DocumentRef-[A-Za-z0-9.-]+:SPDXRef-[A-Za-z0-9.-]+$/;
const maxSlugLength = 80;

/** True for a valid SPDXID (SPDX 2.3, clause 7.2): letters, digits, "." and "-" after "SPDXRef-". */
export const isSpdxId = (text: string): boolean => validId.test(text);

/** True for the id of an element in another document: "DocumentRef-a:SPDXRef-b" (SPDX 2.3, clause 11.1). */
export const isExternalId = (text: string): boolean => externalId.test(text);

/**
 * The SPDXID of an element: its reference if that is valid, else one derived from it. A pure function, so that edges
 * need no list of ids: a hash of 48 bits distinguishes references with the same readable part.
 */
export function spdxIdOf(ref: string): string {
  return isSpdxId(ref) && ref !== documentId ? ref : generatedId(ref);
}

/** The same for an end of a relationship: the document, external elements, NONE and NOASSERTION stay. */
export function spdxReference(ref: string): string {
  if (ref === documentId || ref === 'NONE' || ref === 'NOASSERTION' || isExternalId(ref)) return ref;
  return spdxIdOf(ref);
}

/** Every element is referred to several times. Holds the latest ids, and one earlier generation. */
let cache = new Map<string, string>();
let previousCache = cache;
const maxCached = 75_000;
const maxCachedLength = 200;

function generatedId(ref: string): string {
  let id = cache.get(ref) ?? previousCache.get(ref);
  if (id === undefined) {
    // join() makes a flat string, which is faster to read than a concatenated one.
    id = ['SPDXRef', slugWithHash(ref, ref)].join('-');
    if (ref.length <= maxCachedLength) addToCache(ref, id);
  }
  return id;
}

function addToCache(ref: string, id: string): void {
  if (cache.size >= maxCached) {
    previousCache = cache;
    cache = new Map();
  }
  cache.set(ref, id);
}

/** "Apache Commons, Lang" as "Apache-Commons-Lang-3f6c0a9b2d41": valid characters, made unique by `identity`. */
export function slugWithHash(readable: string, identity: string): string {
  const slug = readable
    .slice(0, 4 * maxSlugLength)
    .replace(/[^A-Za-z0-9.]+/g, '-')
    .slice(0, maxSlugLength);
  return `${slug.replace(/^-|-$/g, '')}-${hash('sha256', identity).slice(0, 12)}`.replace(/^-/, '');
}

/** A short hash of a value, the same in every document. */
export const shortDigest = (identity: unknown): string => hash('sha256', JSON.stringify(identity)).slice(0, 16);

/** A faster hash of 64 bits, for the many elements that nothing refers to. */
export function shortFingerprint(identity: string): string {
  const [high, low] = fingerprint(identity);
  // One BigInt is formatted faster than two numbers.
  return ((BigInt(high) << 32n) | BigInt(low)).toString(16).padStart(16, '0');
}
