import { createHash, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { Json } from '../../model/document.js';
import { isObject } from '../../model/json.js';

/** A public key whose signatures an organization trusts. */
export interface TrustedKey {
  readonly name: string;
  /** As signatures name it; may be empty. */
  readonly keyId: string;
  /** SubjectPublicKeyInfo in PEM. */
  readonly pem: string;
}

/** `SHA256:` and the SHA-256 of the SubjectPublicKeyInfo in hexadecimal. */
export const keyFingerprint = (key: KeyObject): string =>
  `SHA256:${createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')}`;

const minRsaBits = 2048;
const curves: ReadonlySet<string> = new Set(['prime256v1', 'secp384r1', 'secp521r1']);

/** What is wrong with a key for signatures, as the end of a sentence; null: nothing. */
export function keyFault(key: KeyObject): string | null {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (type === 'ed25519' || type === 'ed448') return null;
  if (type === 'rsa')
    return (details?.modulusLength ?? 0) < minRsaBits ? `is an RSA key of less than ${minRsaBits} bits` : null;
  if (type !== 'ec') return `is of the kind ${String(type)}: use RSA, ECDSA, Ed25519 or Ed448`;
  return curves.has(details?.namedCurve ?? '') ? null : 'is on another curve than P-256, P-384 and P-521';
}

/** A public key or certificate in PEM, or null. A private key is none: it must not be sent around. */
export function publicKeyFromPem(pem: string): KeyObject | null {
  if (!/-----BEGIN (?:PUBLIC KEY|CERTIFICATE|RSA PUBLIC KEY)-----/.test(pem) || pem.includes('PRIVATE KEY'))
    return null;
  try {
    return createPublicKey(pem);
  } catch {
    return null;
  }
}

/** A JSON Web Key, or null. */
export function publicKeyFromJwk(jwk: Json | undefined): KeyObject | null {
  if (!isObject(jwk)) return null;
  const { d: _private, ...members } = jwk;
  try {
    return createPublicKey({ key: members, format: 'jwk' });
  } catch {
    return null;
  }
}

/** The key of a certificate in base64 DER, or null. */
export function publicKeyFromCertificate(base64: Json | undefined): KeyObject | null {
  if (typeof base64 !== 'string') return null;
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).publicKey;
  } catch {
    return null;
  }
}
