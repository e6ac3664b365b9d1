import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

/**
 * Envelope encryption of one value: its own random data key (AES-256-GCM), that key encrypted under the master key.
 *
 *     version 1 | master key id 8 | nonce 12 + data key 32 + tag 16 | nonce 12 + padded value + tag 16
 *
 * The binding (organization, row, field …) is authenticated with the value, so a ciphertext moved to another row opens
 * nowhere. Values are padded, so that the length of a ciphertext says little about that of the secret.
 */

export interface MasterKey {
  /** The first 8 bytes of a hash of the key: names it without telling anything of it. */
  readonly id: Buffer;
  readonly key: Buffer;
}

/** The value cannot be had: another key, another row, or changed bytes. Deliberately says no more. */
export class UnsealError extends Error {
  override readonly name = 'SealBroken';
}

const version = 1;
const keyBytes = 32;
const idBytes = 8;
const nonceBytes = 12;
const tagBytes = 16;
const blockBytes = 64;
const wrappedBytes = nonceBytes + keyBytes + tagBytes;
const headBytes = 1 + idBytes;

export function masterKey(key: Buffer): MasterKey {
  if (key.length !== keyBytes) throw new RangeError('A master key has 32 bytes');
  return { key, id: createHash('sha256').update('stocktake master key').update(key).digest().subarray(0, idBytes) };
}

/** What the database keeps to know the key again: it proves the key and helps nobody to find it. */
export const keyCheck = ({ key }: MasterKey): string =>
  createHmac('sha256', key).update('stocktake master key check').digest('hex');

/** Hash of a value that nobody can guess without the key. */
export const keyedHash = ({ key }: MasterKey, value: string, purpose: string): Buffer =>
  createHmac('sha256', createHmac('sha256', key).update(`stocktake ${purpose}`).digest())
    .update(value)
    .digest();

export function seal(master: MasterKey, value: Buffer, binding: readonly string[]): Buffer {
  const dataKey = randomBytes(keyBytes);
  const head = Buffer.concat([Buffer.of(version), master.id]);
  return Buffer.concat([head, encrypt(master.key, dataKey, head), encrypt(dataKey, pad(value), bytesOf(binding))]);
}

/** @throws SealBroken */
export function open(masters: readonly MasterKey[], sealed: Buffer, binding: readonly string[]): Buffer {
  const { dataKey, body } = unwrap(masters, sealed);
  return unpad(decrypt(dataKey, body, bytesOf(binding)));
}

/** The same value under another master key; the value itself is not opened. */
export function reseal(masters: readonly MasterKey[], to: MasterKey, sealed: Buffer): Buffer {
  const { dataKey, body } = unwrap(masters, sealed);
  const head = Buffer.concat([Buffer.of(version), to.id]);
  return Buffer.concat([head, encrypt(to.key, dataKey, head), body]);
}

export const isSealedWith = (master: MasterKey, sealed: Buffer): boolean =>
  sealed[0] === version && sealed.subarray(1, headBytes).equals(master.id);

function unwrap(masters: readonly MasterKey[], sealed: Buffer): { dataKey: Buffer; body: Buffer } {
  const master = masters.find((candidate) => isSealedWith(candidate, sealed));
  if (!master || sealed.length < headBytes + wrappedBytes + nonceBytes + tagBytes)
    throw new UnsealError('The secret is encrypted with a key that is not here');
  const wrapped = sealed.subarray(headBytes, headBytes + wrappedBytes);
  return {
    dataKey: decrypt(master.key, wrapped, sealed.subarray(0, headBytes)),
    body: sealed.subarray(headBytes + wrappedBytes),
  };
}

function encrypt(key: Buffer, value: Buffer, authenticated: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(authenticated);
  return Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, box: Buffer, authenticated: Buffer): Buffer {
  const cut = box.length - tagBytes;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, nonceBytes), { authTagLength: tagBytes });
    decipher.setAAD(authenticated).setAuthTag(box.subarray(cut));
    return Buffer.concat([decipher.update(box.subarray(nonceBytes, cut)), decipher.final()]);
  } catch {
    throw new UnsealError('The secret was changed, or belongs to another place');
  }
}

/** Length-prefixed parts: ['ab', 'c'] and ['a', 'bc'] are different bindings. */
function bytesOf(binding: readonly string[]): Buffer {
  return Buffer.concat(binding.flatMap((part) => [lengthOf(Buffer.byteLength(part)), Buffer.from(part)]));
}

function pad(value: Buffer): Buffer {
  const filled = Math.ceil((4 + value.length) / blockBytes) * blockBytes;
  return Buffer.concat([lengthOf(value.length), value], filled);
}

const unpad = (padded: Buffer): Buffer => padded.subarray(4, 4 + padded.readUInt32BE(0));

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}
