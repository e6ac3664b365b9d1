import type { Request, Response } from 'express';
import { forbidden } from '../../model/errors.js';

/**
 * The session of the workbench: the same JWT as a bearer token's, in a cookie that scripts cannot read. `__Host-` binds
 * it to this host; browsers take the prefix over HTTPS only.
 */
const plainName = 'stocktake_session';
const hostName = `__Host-${plainName}`;

/** Of a request what tells whose session it is; `secure` where it came through the web framework. */
type CookieRequest = Pick<Request, 'headers'> & { readonly secure?: boolean };

/** As long as the JWT in it. */
const maxAgeMs = 3_600_000;

/** Requests with the cookie that change something must carry it: no other site can send it without being asked first. */
const csrfHeader = 'x-csrf-protection';

/**
 * Null if there is none, or a token in a header, which then counts alone. Over HTTPS only a `__Host-` cookie is ours:
 * others of the domain may set the plain one.
 */
export function sessionCookie(request: CookieRequest, publicUrl: string): string | null {
  if (request.headers.authorization !== undefined || request.headers['x-api-key'] !== undefined) return null;
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim().split('='));
  const own = isSecureRequest(request, publicUrl) ? hostName : plainName;
  const tokens = cookies.filter(([name]) => name === own).map(([, value = '']) => value);
  const [token] = tokens;
  return tokens.length === 1 && token && /^[\w.-]{1,8192}$/.test(token) ? token : null;
}

export function setSessionCookie(response: Response, token: string, isSecure: boolean): void {
  response.cookie(isSecure ? hostName : plainName, token, {
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure,
    path: '/',
    maxAge: maxAgeMs,
  });
}

export function clearSessionCookie(response: Response, isSecure: boolean): void {
  const name = isSecure ? hostName : plainName;
  response.clearCookie(name, { httpOnly: true, sameSite: 'strict', secure: isSecure, path: '/' });
}

/** @throws CallerError 403 */
export function rejectForgedRequest(request: Request): void {
  const site = request.headers['sec-fetch-site'];
  const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none';
  if (isForeign || request.headers[csrfHeader] !== '1')
    throw forbidden('A request with the session cookie must come from this site, with the header X-CSRF-Protection: 1');
}

/** Whether the browser came over HTTPS, perhaps to a proxy. */
export const isSecureRequest = (request: CookieRequest, publicUrl: string): boolean =>
  request.secure === true || publicUrl.startsWith('https:');

export const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD';
