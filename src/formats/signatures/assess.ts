import type { KeyObject } from 'node:crypto';
import type { BomSignature } from '../../model/document.js';
import { keyFault, keyFingerprint, publicKeyFromPem, type TrustedKey } from './keys.js';

/** What a document says of one of its signatures. */
export interface SignatureClaim {
  readonly kind: BomSignature['kind'];
  readonly algorithm: string;
  /** May be empty. */
  readonly keyId: string;
  /** The key that comes with the signature: nobody vouches for it. */
  readonly ownKey: KeyObject | null;
  /** Null: the algorithm is not known here, or must not be trusted. */
  readonly verify: ((key: KeyObject) => boolean) | null;
  /** Whether its digest is that of the document; left out where only the right key can say so. */
  readonly isOfDocument?: () => boolean;
}

const maxText = 200;
const shown = (text: string): string => text.slice(0, maxText).toWellFormed();

/** Only a signature by a trusted key is valid: anyone can sign with a key of their own. */
export function assessSignature(claim: SignatureClaim, trusted: readonly TrustedKey[]): BomSignature {
  const { ownKey, keyId } = claim;
  const key = shown(ownKey === null ? keyId : keyFingerprint(ownKey));
  const assessed = (status: BomSignature['status'], message: string, signedBy: string | null = null): BomSignature => ({
    kind: claim.kind,
    status,
    algorithm: shown(claim.algorithm),
    key,
    signed_by: signedBy,
    message,
  });
  if (claim.verify === null)
    return assessed('unsupported_algorithm', `The algorithm ${shown(claim.algorithm)} is not supported`);
  const check = (one: KeyObject): boolean => keyFault(one) === null && verifies(claim.verify!, one);
  const keys = trusted.flatMap((one) => {
    const known = publicKeyFromPem(one.pem);
    return known === null ? [] : [{ ...one, key: known, fingerprint: keyFingerprint(known) }];
  });
  const meant = keys.filter(({ keyId: id, fingerprint }) =>
    ownKey === null ? keyId !== '' && (id === keyId || fingerprint === keyId) : fingerprint === key,
  );
  // A name of a key is only a hint: signer and organization may call it differently.
  const found = (ownKey === null ? keys : meant).find((one) => check(one.key));
  if (found) return assessed('valid', `Signed with the trusted key "${found.name}"`, found.name);
  if (meant.length > 0)
    return assessed('invalid', `It is not the signature of this document by the key "${meant[0]!.name}"`);
  if (ownKey !== null && !check(ownKey))
    return assessed('invalid', 'It is not the signature of this document by its key');
  if (claim.isOfDocument?.() === false) return assessed('invalid', 'It is the signature of another document');
  const named =
    key === ''
      ? 'names no key, and none of the trusted keys made it for this document'
      : `is by ${key}, which is no trusted key`;
  return assessed('key_unknown', `The signature ${named}`);
}

/** A signature of which nothing can be found out. */
export const unverified = (
  kind: BomSignature['kind'],
  message: string,
  { algorithm = '', keyId = '' }: Partial<Pick<SignatureClaim, 'algorithm' | 'keyId'>> = {},
): BomSignature => ({
  kind,
  status: 'not_verified',
  algorithm: shown(algorithm),
  key: shown(keyId),
  signed_by: null,
  message,
});

function verifies(verify: (key: KeyObject) => boolean, key: KeyObject): boolean {
  try {
    return verify(key);
  } catch {
    // A signature or key of the wrong shape.
    return false;
  }
}
