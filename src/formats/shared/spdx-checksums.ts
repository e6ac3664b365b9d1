import type { BomHash, Json, JsonObject } from '../../model/document.js';

/** SPDX names of the algorithms (2.3, clause 7.10) and the neutral ones, which are those of CycloneDX. */
const neutralNames: ReadonlyMap<string, string> = new Map([
  ['SHA1', 'SHA-1'],
  ['SHA224', 'SHA-224'],
  ['SHA256', 'SHA-256'],
  ['SHA384', 'SHA-384'],
  ['SHA512', 'SHA-512'],
  ['SHA3-256', 'SHA3-256'],
  ['SHA3-384', 'SHA3-384'],
  ['SHA3-512', 'SHA3-512'],
  ['BLAKE2b-256', 'BLAKE2b-256'],
  ['BLAKE2b-384', 'BLAKE2b-384'],
  ['BLAKE2b-512', 'BLAKE2b-512'],
  ['BLAKE3', 'BLAKE3'],
  ['MD2', 'MD2'],
  ['MD4', 'MD4'],
  ['MD5', 'MD5'],
  ['MD6', 'MD6'],
  ['ADLER32', 'ADLER32'],
]);

const key = (name: string): string => name.toUpperCase().replace(/[-_]/g, '');

/** By both names, and by the key of all other spellings. */
const algorithms: ReadonlyMap<string, { readonly spdx: string; readonly neutral: string }> = new Map(
  [...neutralNames].flatMap(([spdx, neutral]) =>
    [spdx, neutral, key(spdx)].map((name) => [name, { spdx, neutral }] as const),
  ),
);
const algorithmOf = (name: string) => algorithms.get(name) ?? algorithms.get(key(name));

/** The SPDX spelling of an algorithm's name, however it was written ("sha-256", "BLAKE2B_384"), or undefined. */
export const spdxAlgorithm = (name: string): string | undefined => algorithmOf(name)?.spdx;

export function readChecksums(list: Json | undefined): BomHash[] {
  const hashes: BomHash[] = [];
  for (const item of Array.isArray(list) ? list : []) {
    const { algorithm, checksumValue } = (item ?? {}) as JsonObject;
    if (typeof algorithm !== 'string' || typeof checksumValue !== 'string' || checksumValue === '') continue;
    hashes.push({ algorithm: algorithmOf(algorithm)?.neutral ?? algorithm, value: checksumValue.toLowerCase() });
  }
  return hashes;
}

/** Hashes of algorithms that SPDX lacks are left out. */
export function writeChecksums(hashes: readonly BomHash[]): JsonObject[] {
  const written: JsonObject[] = [];
  for (const { algorithm, value } of hashes) {
    const name = spdxAlgorithm(algorithm);
    if (name) written.push({ algorithm: name, checksumValue: value });
  }
  return written;
}

/** Hexadecimal digits of a value; BLAKE3 and MD6 are of any length. */
const digits: ReadonlyMap<string, number> = new Map([
  ['SHA1', 40],
  ['SHA224', 56],
  ['SHA256', 64],
  ['SHA384', 96],
  ['SHA512', 128],
  ['SHA3-256', 64],
  ['SHA3-384', 96],
  ['SHA3-512', 128],
  ['BLAKE2b-256', 64],
  ['BLAKE2b-384', 96],
  ['BLAKE2b-512', 128],
  ['MD2', 32],
  ['MD4', 32],
  ['MD5', 32],
  ['ADLER32', 8],
]);

/** True for lower-case hexadecimal of the length that the algorithm gives (SPDX 2.3, clause 7.10). */
export const isValidChecksum = (algorithm: string, value: string): boolean =>
  /^[0-9a-f]+$/.test(value) && value.length === (digits.get(algorithm) ?? value.length);
