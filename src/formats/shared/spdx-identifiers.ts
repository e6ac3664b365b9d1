import { hash } from 'node:crypto';
import { fingerprint } from '../reading/ref-set.js';

/** SPDX 2.3, clause 6.3: the id that a document has for itself. */
export const documentId = 'SPDXRef-DOCUMENT';

const validId = /^SPDXRef-[A-Za-z0-9.-]+$/;
const externalId = /^DocumentRef-[A-Za-z0-9.-]+:SPDXRef-[A-Za-z0-9.-]+$/;
const maxSlugLength = 80;

/** True for an SPDXID as SPDX 2.3, clause 7.2 has it: letters, digits, "." and "-" after "SPDXRef-". */
export const isSpdxId = (text: string): boolean => validId.test(text);

/** True for the id of an element in another document: "DocumentRef-a:SPDXRef-b" (SPDX 2.3, clause 11.1). */
export const isExternalId = (text: string): boolean => externalId.test(text);

/**
 * The SPDXID under which an element is written: its own reference where that is an SPDXID already, else one made of it.
 * A pure function, so that an edge names its ends without any list of them: equal references give equal ids, different
 * ones different ids (48 bits of a hash tell apart what the readable part leaves equal).
 */
export function spdxIdOf(ref: string): string {
  return isSpdxId(ref) && ref !== documentId ? ref : generatedId(ref);
}

/** The same for the end of a relationship: the document itself, another document's element, NONE and NOASSERTION stay. */
export function spdxReference(ref: string): string {
  if (ref === documentId || ref === 'NONE' || ref === 'NOASSERTION' || isExternalId(ref)) return ref;
  return spdxIdOf(ref);
}

/**
 * Each element is named several times: as itself, and wherever something refers to it. The latest ids, and as many that
 * were made before them.
 */
let cache = new Map<string, string>();
let previousCache = cache;
const maxCached = 75_000;
const maxCachedLength = 200;

function generatedId(ref: string): string {
  let id = cache.get(ref) ?? previousCache.get(ref);
  if (id === undefined) {
    // Joined, not added: the characters of a text that was added are looked up at half the speed.
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

/** "Apache Commons, Lang" as "Apache-Commons-Lang-3f6c0a9b2d41": what id strings allow, made unique by `identity`. */
export function slugWithHash(readable: string, identity: string): string {
  const slug = readable
    .slice(0, 4 * maxSlugLength)
    .replace(/[^A-Za-z0-9.]+/g, '-')
    .slice(0, maxSlugLength);
  return `${slug.replace(/^-|-$/g, '')}-${hash('sha256', identity).slice(0, 12)}`.replace(/^-/, '');
}

/** A short name for a value, the same in every document. */
export const shortDigest = (identity: unknown): string => hash('sha256', JSON.stringify(identity)).slice(0, 16);

/** The same for what there are many of and nothing refers to: of 64 bits, at a tenth of the time. */
export function shortFingerprint(identity: string): string {
  const [high, low] = fingerprint(identity);
  // Numbers of 32 bits are turned into hexadecimal digits at a fifth of the speed.
  return ((BigInt(high) << 32n) | BigInt(low)).toString(16).padStart(16, '0');
}
