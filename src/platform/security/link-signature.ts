import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Bytes of the key that signs the links to one object. */
const keyBytes = 32;

export const newLinkKey = (): Buffer => randomBytes(keyBytes);

/** The one way to sign links for people without an account. @param said what the link grants, fields without spaces */
export const linkSignature = (key: Buffer, said: readonly (string | number | null)[]): string =>
  createHmac('sha256', key)
    .update(said.map((one) => one ?? '').join(' '))
    .digest('base64url');

export function isSignature(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
