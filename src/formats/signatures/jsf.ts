import { createPublicKey, type KeyObject } from 'node:crypto';
import type { BomSignature, Json, JsonObject } from '../../model/document.js';
import { isObject, listOf, objectOf, textOf } from '../../model/json.js';
import { jwaAlgorithms, signEd25519, verifyWith } from './algorithms.js';
import { canonicalJson } from './canonical-json.js';
import { assessSignature, unverified } from './assess.js';
import { publicKeyFromCertificate, publicKeyFromJwk, type TrustedKey } from './keys.js';

/** A document is canonicalized once for each of them. */
const maxSigners = 20;

/**
 * The signatures of a document in JSON Signature Format 0.82: one, several that are independent (`signers`), or a chain
 * in which each covers those before it.
 */
export function verifyJsf(document: JsonObject, trusted: readonly TrustedKey[]): BomSignature[] {
  const signature = objectOf(document.signature);
  for (const list of ['signers', 'chain'] as const) {
    const signers = listOf(signature[list]).filter(isObject);
    if (signature[list] === undefined) continue;
    if (signers.length === 0 || signers.length > maxSigners)
      return [
        unverified(
          'jsf',
          `"${list}" has ${signers.length} signatures; 1 to ${maxSigners} are verified`,
          namesOf(signature),
        ),
      ];
    return signers.map((signer, index) => {
      const before = list === 'chain' ? signers.slice(0, index) : [];
      return verifySigner(signer, trusted, (core) =>
        canonicalJson({ ...document, signature: { ...signature, [list]: [...before, core] } }),
      );
    });
  }
  return [verifySigner(signature, trusted, (core) => canonicalJson({ ...document, signature: core }))];
}

function verifySigner(
  signer: JsonObject,
  trusted: readonly TrustedKey[],
  canonical: (core: JsonObject) => string,
): BomSignature {
  const { value, ...core } = signer;
  const excluded = listOf(signer.excludes).map((name) => JSON.stringify(textOf(name).slice(0, 40)));
  // What is left out can be anything: such a signature does not vouch for the document.
  if (excluded.length > 0)
    return unverified('jsf', `The signature leaves out ${excluded.slice(0, 5).join(', ')}`, namesOf(signer));
  const algorithm = jwaAlgorithms.get(textOf(signer.algorithm));
  const signature = Buffer.from(textOf(value), 'base64url');
  /** Made when the first key is tried, and once. */
  let data: Buffer | undefined;
  return assessSignature(
    {
      kind: 'jsf',
      ...namesOf(signer),
      ownKey: publicKeyFromJwk(signer.publicKey) ?? publicKeyFromCertificate(listOf(signer.certificatePath)[0]),
      verify: algorithm
        ? (key) => verifyWith(algorithm, key, (data ??= Buffer.from(canonical(core))), signature)
        : null,
    },
    trusted,
  );
}

/** What a signer says of itself. */
const namesOf = ({ algorithm, keyId }: JsonObject) => ({ algorithm: textOf(algorithm), keyId: textOf(keyId) });

export interface DocumentKey {
  readonly keyId: string;
  /** Ed25519. */
  readonly privateKey: KeyObject;
}

/** The member `signature` for a document that has none. */
export function jsfSignature(document: JsonObject, { keyId, privateKey }: DocumentKey): JsonObject {
  const { kty, crv, x } = createPublicKey(privateKey).export({ format: 'jwk' }) as Record<string, string>;
  const core: JsonObject = { algorithm: 'Ed25519', keyId, publicKey: { kty: kty!, crv: crv!, x: x! } };
  const data = Buffer.from(canonicalJson({ ...document, signature: core } as Json));
  return { ...core, value: signEd25519(data, privateKey).toString('base64url') };
}
