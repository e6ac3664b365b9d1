import { Algorithm, hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, one lane. */
const options = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const minPasswordLength = 8;
export const maxPasswordLength = 1_024;

export const hashPassword = (password: string): Promise<string> => hash(password, options);

/** Stands in for the hash of a user who has none, so that the answer takes as long as for one who has. */
let dummyHash: Promise<string> | null = null;

/** Whether it is the password; a `null` hash (no such user, no password) costs the same time and is never matched. */
export async function verifyPassword(password: string, passwordHash: string | null): Promise<boolean> {
  dummyHash ??= hashPassword(randomBytes(32).toString('base64'));
  const matches = await verify(passwordHash ?? (await dummyHash), password);
  return matches && passwordHash !== null;
}

/** For accounts made without one; 144 random bits. */
export const randomPassword = (): string => randomBytes(18).toString('base64url');
