import { createHash, createPublicKey, type JsonWebKey } from 'node:crypto';

/** The text is not a usable private SSH key; the message gives the reason. */
export class InvalidSshKeyError extends Error {
  override readonly name = 'BadKey';
}

const maxLength = 16_384;
const openSshMagic = Buffer.from('openssh-key-v1\0');

/**
 * Fingerprint of the public half of a private SSH key as `ssh-keygen -l` prints it: `SHA256:…`.
 *
 * @param text PEM of OpenSSH (PROTOCOL.key), PKCS#1, PKCS#8 or SEC 1, without passphrase
 * @throws BadKey
 */
export function keyFingerprint(text: string): string {
  if (text.length > maxLength) throw new InvalidSshKeyError(`must be at most ${maxLength} characters`);
  const blob = publicBlob(text.trim());
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;
}

function publicBlob(text: string): Buffer {
  const match = /^-----BEGIN ((?:[A-Z]+ )?PRIVATE KEY)-----\r?\n([\s\S]+?)\r?\n-----END \1-----$/.exec(text);
  if (!match) throw new InvalidSshKeyError('must be a private SSH key (PEM)');
  if (match[1] === 'OPENSSH PRIVATE KEY') return openSshBlob(Buffer.from(match[2]!, 'base64'));
  if (/ENCRYPTED/.test(text)) throw new InvalidSshKeyError('must have no passphrase');
  try {
    return wireFormatOf(createPublicKey(text).export({ format: 'jwk' }));
  } catch (error) {
    throw error instanceof InvalidSshKeyError ? error : new InvalidSshKeyError('must be a readable private key');
  }
}

/** The public key is stored unencrypted before the private part. */
function openSshBlob(bytes: Buffer): Buffer {
  const invalid = new InvalidSshKeyError('must be a readable private key');
  if (!bytes.subarray(0, openSshMagic.length).equals(openSshMagic)) throw invalid;
  let offset = openSshMagic.length;
  const next = (): Buffer => {
    if (offset + 4 > bytes.length) throw invalid;
    const end = offset + 4 + bytes.readUInt32BE(offset);
    if (end > bytes.length) throw invalid;
    const field = bytes.subarray(offset + 4, end);
    offset = end;
    return field;
  };
  const cipher = next().toString();
  if (cipher !== 'none') throw new InvalidSshKeyError('must have no passphrase');
  next();
  next();
  if (offset + 4 > bytes.length || bytes.readUInt32BE(offset) !== 1) throw invalid;
  offset += 4;
  return next();
}

const curves: Readonly<Record<string, string>> = { 'P-256': 'nistp256', 'P-384': 'nistp384', 'P-521': 'nistp521' };

/** RFC 4253 6.6, RFC 5656 3.1, RFC 8709 4. */
function wireFormatOf({ kty, crv = '', n = '', e = '', x = '', y = '' }: JsonWebKey): Buffer {
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
  if (kty === 'RSA') return lengthPrefixed(Buffer.from('ssh-rsa'), integer(bytes(e)), integer(bytes(n)));
  if (kty === 'OKP' && crv === 'Ed25519') return lengthPrefixed(Buffer.from('ssh-ed25519'), bytes(x));
  const curve = kty === 'EC' ? curves[crv] : undefined;
  if (curve === undefined) throw new InvalidSshKeyError('must be an RSA, ECDSA or Ed25519 key');
  const point = Buffer.concat([Buffer.of(4), bytes(x), bytes(y)]);
  return lengthPrefixed(Buffer.from(`ecdsa-sha2-${curve}`), Buffer.from(curve), point);
}

/** Without leading zeros, except one if the first bit would make the number negative. */
function integer(bytes: Buffer): Buffer {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
  const bare = bytes.subarray(start);
  return bare[0]! & 0x80 ? Buffer.concat([Buffer.of(0), bare]) : bare;
}

function lengthPrefixed(...values: readonly Buffer[]): Buffer {
  return Buffer.concat(
    values.flatMap((value) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(value.length);
      return [length, value];
    }),
  );
}
