import type { Request, Response } from 'express';
import { readSignInCookie, setSignInCookie } from '../../../src/identities/sign-in/sign-in-cookie.js';
import type { Vault } from '../../../src/platform/security/vault.js';

/** Seals nothing; whether a cookie is taken is decided before. */
const vault = {
  seal: (text: string) => Buffer.from(text),
  open: (bytes: Buffer) => bytes.toString(),
} as unknown as Vault;

function cookieOf(isSecure: boolean): { name: string; value: string } {
  let cookie = { name: '', value: '' };
  const response = { cookie: (name: string, value: string) => (cookie = { name, value }) } as unknown as Response;
  const pending = { state: 's', nonce: 'n', verifier: 'v', startedAt: Date.now() };
  setSignInCookie(response, pending, { vault, isSecure });
  return cookie;
}

describe('the cookie of a sign-in', () => {
  const read = (header: string, isSecure: boolean) =>
    readSignInCookie({ headers: { cookie: header } } as Request, { vault, isSecure });

  it.each([true, false])('is read as it was set (HTTPS: %s)', (isSecure) => {
    const { name, value } = cookieOf(isSecure);
    expect(read(`${name}=${value}`, isSecure)).toMatchObject({ state: 's', nonce: 'n' });
  });

  it('over HTTPS is not one that another host of the domain may set, which does not hide it either', () => {
    const [own, plain] = [cookieOf(true), cookieOf(false)];
    expect(read(`${plain.name}=${plain.value}`, true)).toBeNull();
    expect(read(`${plain.name}=x; ${own.name}=${own.value}`, true)).not.toBeNull();
  });
});
