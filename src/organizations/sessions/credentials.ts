import { Algorithm, hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';

/** Letters, digits and `._@+-`; no colon, because HTTP Basic separates the password by one. */
export const usernamePattern = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]{0,127}$/u;

/** Turns a name of an OpenID Connect issuer into a valid username; `suffix` makes it unique. */
export function toUsername(claim: string, suffix = ''): string {
  const allowed = claim
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._@+-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+/u, '');
  const characters = Array.from(allowed).slice(0, 127 - suffix.length);
  return (characters.join('') || 'user') + suffix;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** HTTP Basic (RFC 7617, UTF-8); null where the header is missing or invalid. */
export function parseBasicCredentials(header: string | undefined): Credentials | null {
  const base64 = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(header ?? '')?.[1];
  const text = base64 === undefined ? '' : Buffer.from(base64, 'base64').toString();
  const colon = text.indexOf(':');
  if (colon < 1 || colon === text.length - 1 || text.includes('\0')) return null;
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, one lane. */
const options = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const minPasswordLength = 8;
export const maxPasswordLength = 1_024;

export const hashPassword = (password: string): Promise<string> => hash(password, options);

/** Verified in place of a missing hash, so that unknown users cannot be told by timing. */
let dummyHash: Promise<string> | null = null;

/** A `null` hash (unknown user, no password) never matches, but takes the same time. */
export async function verifyPassword(password: string, passwordHash: string | null): Promise<boolean> {
  dummyHash ??= hashPassword(randomBytes(32).toString('base64'));
  const matches = await verify(passwordHash ?? (await dummyHash), password);
  return matches && passwordHash !== null;
}

/** A generated password with 144 random bits. */
export const randomPassword = (): string => randomBytes(18).toString('base64url');
