import type { IncomingMessage } from 'node:http';
import { createHash, randomBytes } from 'node:crypto';

/** A fixed prefix lets people and secret scanners recognize a key. */
const prefix = 'stk_';
const pattern = /^stk_[\w-]{43}$/;

/** A new API key with 256 random bits, the hash to store, and the hint to show later. */
export function createApiKey(): { key: string; hash: Buffer; hint: string } {
  const key = prefix + randomBytes(32).toString('base64url');
  return { key, hash: hashApiKey(key), hint: key.slice(0, prefix.length + 6) };
}

/** A fast hash suffices, because 256 random bits cannot be guessed, and every request computes it. */
export const hashApiKey = (key: string): Buffer => createHash('sha256').update(key).digest();

export const isApiKey = (token: string): boolean => pattern.test(token);

/** No valid token is longer. */
const maxTokenLength = 8_192;

/**
 * The token of a request, only from the headers: `Authorization: Bearer`, else an API key in `X-Api-Key`, as clients of
 * Dependency-Track send it. Null where there is none, or where two headers are ambiguous: generated clients send one
 * token in both.
 */
export function bearerToken(request: Pick<IncomingMessage, 'rawHeaders'>): string | null {
  const values = headerValues(request, 'authorization');
  const keys = headerValues(request, 'x-api-key');
  const [value, key] = [values[0], keys[0]];
  if (values.length > 1 || keys.length > 1 || (value ?? key ?? '').length > maxTokenLength) return null;
  if (value === undefined) return key !== undefined && isApiKey(key) ? key : null;
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(value)?.[1] ?? null;
  return key === undefined || key === token ? token : null;
}

export const presentsToken = (request: Pick<IncomingMessage, 'rawHeaders'>): boolean =>
  headerValues(request, 'authorization').length + headerValues(request, 'x-api-key').length > 0;

const headerValues = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): string[] =>
  rawHeaders.filter((_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === name);

export type TokenKind = 'api_key' | 'session' | 'oidc';

/** Kind of a token by its unverified content, which only selects the verifier. */
export function tokenKind(token: string, oidcIssuer: string): TokenKind {
  if (isApiKey(token)) return 'api_key';
  return oidcIssuer !== '' && decodeJwtPart(token, 1)?.iss === oidcIssuer ? 'oidc' : 'session';
}

/** Unverified header (0) or payload (1) of a JWT; null where the token is not a JWT. */
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

/** RFC 7515, 4.1.11: who does not understand an extension named in `crit` must refuse the token; we know none. */
export function refuseCriticalExtensions(header: Record<string, unknown> | null): void {
  if (header !== null && Object.hasOwn(header, 'crit')) throw new Error('The token names unknown critical extensions');
}

/** Whether a JWT says itself that it has expired; unverified, because its bearer can read it too. */
export function hasExpired(token: string): boolean {
  const expiresAt = decodeJwtPart(token, 1)?.exp;
  return typeof expiresAt === 'number' && expiresAt * 1_000 <= Date.now();
}
