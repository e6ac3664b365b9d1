import type { BomHash, BomProperty, BomReference, Json } from '../../model/document.js';
import type { ReadValue } from './read-value.js';
import { readList } from './read-value.js';
import { externalReference, hash } from './spec/common.js';
import { isObject } from '../../model/json.js';
import { hasOnly } from '../shared/members.js';
import type { ChoiceSchema } from '../schema/schema.js';

const valuesOf = (schema: typeof hash, name: string) => (schema.fields.get(name)!.schema() as ChoiceSchema).values;
const algorithms = valuesOf(hash, 'alg');
const referenceTypes = valuesOf(externalReference, 'type');

/** Hexadecimal digits of a hash by its algorithm; BLAKE3 may have any of several lengths. */
const hashLengths: Readonly<Record<string, number>> = {
  MD5: 32,
  'SHA-1': 40,
  'SHA-256': 64,
  'SHA-384': 96,
  'SHA-512': 128,
  'SHA3-256': 64,
  'SHA3-384': 96,
  'SHA3-512': 128,
  'BLAKE2b-256': 64,
  'BLAKE2b-384': 96,
  'BLAKE2b-512': 128,
  'Streebog-256': 64,
  'Streebog-512': 128,
};

/** Undefined where the content is not hexadecimal; a wrong length or unknown algorithm makes it inexact. */
function readHash(entry: unknown): ReadValue<BomHash> | undefined {
  const json = entry as Json;
  if (!isObject(json) || typeof json.alg !== 'string' || typeof json.content !== 'string') return undefined;
  const value = json.content.trim().toLowerCase();
  if (!/^[0-9a-f]{1,512}$/.test(value)) return undefined;
  const length = hashLengths[json.alg] ?? value.length;
  const exact = value === json.content && algorithms.has(json.alg) && value.length === length;
  return { value: { algorithm: json.alg, value }, isExact: exact && hasOnly(json, ['alg', 'content']) };
}

export const readHashes = (json: Json): ReadValue<BomHash[]> => readList(json, readHash);

const referenceMembers = ['type', 'url', 'comment', 'hashes'];

function readReference(entry: unknown): ReadValue<BomReference> | undefined {
  const json = entry as Json;
  if (!isObject(json) || typeof json.url !== 'string' || json.url.trim() === '') return undefined;
  const { type, url, comment, hashes } = json;
  const read = hashes === undefined ? undefined : readHashes(hashes);
  const value = {
    type: typeof type === 'string' ? type : 'other',
    url,
    ...(typeof comment === 'string' && { comment }),
    ...(read !== undefined && read.value.length > 0 && { hashes: read.value }),
  };
  const exact =
    typeof type === 'string' &&
    referenceTypes.has(type) &&
    (comment === undefined || typeof comment === 'string') &&
    (read === undefined || (read.isExact && read.value.length > 0)) &&
    hasOnly(json, referenceMembers);
  return { value, isExact: exact };
}

export const readReferences = (json: Json): ReadValue<BomReference[]> => readList(json, readReference);

function readProperty(entry: unknown): ReadValue<BomProperty> | undefined {
  const json = entry as Json;
  if (!isObject(json) || typeof json.name !== 'string') return undefined;
  const rawValue = json.value ?? '';
  const value = typeof rawValue === 'string' ? rawValue : JSON.stringify(rawValue);
  return { value: { name: json.name, value }, isExact: value === json.value && hasOnly(json, ['name', 'value']) };
}

export const readProperties = (json: Json): ReadValue<BomProperty[]> => readList(json, readProperty);
