import type { IncomingMessage } from 'node:http';
import { isApiKey } from './api-key.js';

/** Longer than any token of ours or of an issuer worth the name. */
const maxTokenLength = 8_192;

/**
 * The bearer token of a request, from the header and nowhere else. Null where there is none that could be one, or
 * where two Authorization headers leave open which of them was meant.
 */
export function bearerToken(request: Pick<IncomingMessage, 'rawHeaders'>): string | null {
  const values = request.rawHeaders.filter(
    (_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === 'authorization',
  );
  const [value] = values;
  if (values.length !== 1 || value === undefined || value.length > maxTokenLength) return null;
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(value)?.[1] ?? null;
}

export type TokenKind = 'api_key' | 'session' | 'outside';

/** Which of the three kinds a token claims to be. It is believed nothing: the claim only chooses who checks it. */
export function tokenKind(token: string, oidcIssuer: string): TokenKind {
  if (isApiKey(token)) return 'api_key';
  return oidcIssuer !== '' && decodeJwtPart(token, 1)?.iss === oidcIssuer ? 'outside' : 'session';
}

/** Header (0) or payload (1) of a JWT, unverified; null where it is none. */
export function decodeJwtPart(token: string, part: 0 | 1): Record<string, unknown> | null {
  const parts = token.split('.');
  if (parts.length !== 3) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(parts[part] ?? '', 'base64url').toString());
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
