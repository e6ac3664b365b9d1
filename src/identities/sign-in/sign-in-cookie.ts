import type { Request, Response } from 'express';
import type { Vault } from '../../platform/security/vault.js';

/** What a browser must bring back from the provider: without it somebody else's sign-in could be put into the browser. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

const plainName = 'stocktake_sign_in';
const hostName = `__Host-${plainName}`;
const binding = ['sign_in'];
export const maxSignInMs = 600_000;

const optionsOf = (isSecure: boolean) =>
  ({ httpOnly: true, sameSite: 'strict', secure: isSecure, path: '/', maxAge: maxSignInMs }) as const;

export function setSignInCookie(
  response: Response,
  pending: PendingSignIn,
  { vault, isSecure }: { vault: Vault; isSecure: boolean },
): void {
  const sealed = vault.seal(JSON.stringify(pending), binding).toString('base64url');
  response.cookie(isSecure ? hostName : plainName, sealed, optionsOf(isSecure));
}

/** Null: there is none, or it is too old or not ours. Over HTTPS only a `__Host-` cookie is: others may set the plain one. */
export function readSignInCookie(
  request: Request,
  { vault, isSecure }: { vault: Vault; isSecure: boolean },
): PendingSignIn | null {
  const own = isSecure ? hostName : plainName;
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim().split('='));
  const found = cookies.filter(([name]) => name === own).map(([, value = '']) => value);
  const [sealed] = found;
  if (found.length !== 1 || !sealed || !/^[\w-]{1,4096}$/.test(sealed)) return null;
  try {
    const pending = JSON.parse(vault.open(Buffer.from(sealed, 'base64url'), binding)) as PendingSignIn;
    return Date.now() - pending.startedAt < maxSignInMs ? pending : null;
  } catch {
    return null;
  }
}

export function clearSignInCookie(response: Response, isSecure: boolean): void {
  const { maxAge: _, ...options } = optionsOf(isSecure);
  response.clearCookie(isSecure ? hostName : plainName, options);
}
