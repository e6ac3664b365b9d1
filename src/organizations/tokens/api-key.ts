import { createHash, randomBytes } from 'node:crypto';

/** So that people and secret scanners know one when they see one. */
const prefix = 'stk_';
const pattern = /^stk_[\w-]{43}$/;

/** A new API key with 256 random bits, what is stored of it, and what is shown of it later. */
export function createApiKey(): { key: string; hash: Buffer; hint: string } {
  const key = prefix + randomBytes(32).toString('base64url');
  return { key, hash: hashApiKey(key), hint: key.slice(0, prefix.length + 6) };
}

/** A fast hash is enough: 256 random bits cannot be guessed, and it is looked up on every request. */
export const hashApiKey = (key: string): Buffer => createHash('sha256').update(key).digest();

export const isApiKey = (token: string): boolean => pattern.test(token);
