import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CallerError } from '../../model/errors.js';

/** Names as `sha256sum --check` takes them. */
export const checksumFile = 'SHA256SUMS';
export const signatureFile = 'SHA256SUMS.sig';
export const publicKeyFile = 'signing-key.pem';

const isRelative = (name: string): boolean => /^[\w.-]+(?:\/[\w.-]+)*$/.test(name) && !name.split('/').includes('..');

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** The key with which this installation signs its bundles (Ed25519); made when it is first asked for. */
export function signingKey(path: string): KeyObject {
  if (existsSync(path)) return createPrivateKey(readFileSync(path));
  const { privateKey } = generateKeyPairSync('ed25519');
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  return privateKey;
}

/** `SHA256:` and the SHA-256 of the public key (SubjectPublicKeyInfo) in hexadecimal. */
export function fingerprintOf(key: KeyObject): string {
  const publicKey = key.type === 'public' ? key : createPublicKey(key);
  return `SHA256:${createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')}`;
}

/** Writes the checksums of the files, their signature, and the public key that verifies it. */
export async function signFolder(folder: string, files: readonly string[], key: KeyObject): Promise<void> {
  writeFileSync(join(folder, publicKeyFile), createPublicKey(key).export({ type: 'spki', format: 'pem' }));
  const lines: string[] = [];
  for (const file of [...files, publicKeyFile]) lines.push(`${await sha256Of(join(folder, file))}  ${file}\n`);
  const sums = Buffer.from(lines.join(''));
  writeFileSync(join(folder, checksumFile), sums);
  writeFileSync(join(folder, signatureFile), `${sign(null, sums, key).toString('base64')}\n`);
}

export interface VerifiedFolder {
  readonly fingerprint: string;
  /** The files that the signature covers. */
  readonly files: readonly string[];
}

/**
 * Verifies the signature of a folder, then every file that it covers.
 *
 * @param trusted fingerprints of the keys that may have signed it; none: whichever key lies with it
 * @throws CallerError 422 that names the file
 */
export async function verifyFolder(folder: string, trusted: ReadonlySet<string>): Promise<VerifiedFolder> {
  const key = publicKeyOf(folder);
  const fingerprint = fingerprintOf(key);
  if (trusted.size > 0 && !trusted.has(fingerprint))
    throw unusable(`it is signed with the key ${fingerprint}, which CATALOG_TRUSTED_KEYS does not name`);
  const sums = part(folder, checksumFile);
  const signature = Buffer.from(part(folder, signatureFile).toString('utf8').trim(), 'base64');
  if (!verify(null, sums, key, signature))
    throw unusable(
      `${signatureFile} is not the signature of ${checksumFile} by ${publicKeyFile}: the bundle was changed`,
    );
  const listed = readChecksums(sums.toString('utf8'));
  for (const [file, sum] of listed) {
    if (!existsSync(join(folder, file))) throw unusable(`${file} is missing`);
    if ((await sha256Of(join(folder, file))) !== sum)
      throw unusable(`${file} was changed: its SHA-256 is not the one in ${checksumFile}`);
  }
  return { fingerprint, files: [...listed.keys()] };
}

function publicKeyOf(folder: string): KeyObject {
  const pem = part(folder, publicKeyFile);
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Said below.
  }
  throw unusable(`${publicKeyFile} is not an Ed25519 public key`);
}

function part(folder: string, name: string): Buffer {
  const path = join(folder, name);
  if (!existsSync(path)) throw unusable(`${name} is missing; a bundle that catalog export wrote has it`);
  return readFileSync(path);
}

function readChecksums(text: string): Map<string, string> {
  const listed = new Map<string, string>();
  for (const [index, line] of text.split('\n').filter(Boolean).entries()) {
    const [, sum, name] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
    if (!sum || !name || !isRelative(name))
      throw unusable(`line ${index + 1} of ${checksumFile} is not a checksum and a file`);
    listed.set(name, sum);
  }
  return listed;
}

export const unusable = (reason: string): CallerError => new CallerError(422, `The bundle is not loaded: ${reason}`);
