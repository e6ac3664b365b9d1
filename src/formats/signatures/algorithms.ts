import { constants, type KeyObject, sign, verify } from 'node:crypto';

export interface Algorithm {
  readonly keyType: string;
  readonly curve?: string;
  /** Null: the algorithm hashes by itself. */
  readonly hash: string | null;
  readonly options: object;
}

export const pkcs1 = { padding: constants.RSA_PKCS1_PADDING };
export const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
/** JWA and XML Signature 1.1 have r and s one after the other. */
export const joined = { dsaEncoding: 'ieee-p1363' };

const rsa = (hash: string, options: object): Algorithm => ({ keyType: 'rsa', hash, options });
const ecdsa = (hash: string, curve: string): Algorithm => ({ keyType: 'ec', curve, hash, options: joined });

/** Asymmetric algorithms of RFC 7518 and RFC 8037 by the names that JSF has for them. */
export const jwaAlgorithms: ReadonlyMap<string, Algorithm> = new Map([
  ['RS256', rsa('sha256', pkcs1)],
  ['RS384', rsa('sha384', pkcs1)],
  ['RS512', rsa('sha512', pkcs1)],
  ['PS256', rsa('sha256', pss)],
  ['PS384', rsa('sha384', pss)],
  ['PS512', rsa('sha512', pss)],
  ['ES256', ecdsa('sha256', 'prime256v1')],
  ['ES384', ecdsa('sha384', 'secp384r1')],
  ['ES512', ecdsa('sha512', 'secp521r1')],
  ['Ed25519', { keyType: 'ed25519', hash: null, options: {} }],
  ['Ed448', { keyType: 'ed448', hash: null, options: {} }],
]);

export function verifyWith(algorithm: Algorithm, key: KeyObject, data: Buffer, signature: Buffer): boolean {
  if (key.asymmetricKeyType !== algorithm.keyType) return false;
  if (algorithm.curve !== undefined && key.asymmetricKeyDetails?.namedCurve !== algorithm.curve) return false;
  return verify(algorithm.hash, data, { key, ...algorithm.options }, signature);
}

const hashOfCurve: Readonly<Record<string, string>> = {
  prime256v1: 'sha256',
  secp384r1: 'sha384',
  secp521r1: 'sha512',
};

/** An envelope names no algorithm: it follows from the key, as cosign and in-toto sign. */
export function verifyByKey(key: KeyObject, data: Buffer, signature: Buffer): boolean {
  switch (key.asymmetricKeyType) {
    case 'ed25519':
    case 'ed448':
      return verify(null, data, key, signature);
    case 'ec':
      return verify(hashOfCurve[key.asymmetricKeyDetails?.namedCurve ?? ''] ?? 'sha256', data, key, signature);
    case 'rsa':
      return [pkcs1, pss].some((options) => verify('sha256', data, { key, ...options }, signature));
    default:
      return false;
  }
}

/** Ed25519: the same document has the same signature. */
export const signEd25519 = (data: Buffer, privateKey: KeyObject): Buffer => sign(null, data, privateKey);
