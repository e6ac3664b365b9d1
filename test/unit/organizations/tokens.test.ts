import fc from 'fast-check';
import { createHash } from 'node:crypto';
import {
  bearerToken,
  decodeJwtPart,
  tokenKind,
  isApiKey,
  createApiKey,
} from '../../../src/organizations/tokens/bearer-token.js';

const headers = (...values: string[]): { rawHeaders: string[] } => ({
  rawHeaders: ['Host', 'here', ...values.flatMap((value) => ['authorization', value])],
});

const jwt = (payload: unknown): string =>
  ['{"alg":"none"}', JSON.stringify(payload), ''].map((part) => Buffer.from(part).toString('base64url')).join('.');

describe('the bearer token of a request', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer a.b-c_d~e+f/g==', 'a.b-c_d~e+f/g=='],
    ['Bearer   abc', 'abc'],
  ])('is found in %j', (value, token) => expect(bearerToken(headers(value))).toBe(token));

  it.each([
    '',
    'abc',
    'Bearer',
    'Bearer ',
    'Basic abc',
    'Bearer a b',
    'Bearer a,b',
    'xBearer abc',
    'Bearer ab\tc',
    'Bearer é',
  ])('is not found in %j', (value) => expect(bearerToken(headers(value))).toBeNull());

  it('is nowhere when the header is missing, comes twice or is endless', () => {
    expect(bearerToken(headers())).toBeNull();
    expect(bearerToken(headers('Bearer a', 'Bearer a'))).toBeNull();
    expect(bearerToken(headers(`Bearer ${'a'.repeat(100_000)}`))).toBeNull();
    const key = `stk_${'a'.repeat(43)}`;
    const both = (one: string) => ({ rawHeaders: ['Authorization', `Bearer ${one}`, 'X-Api-Key', key] });
    expect([bearerToken(both(key)), bearerToken(both(`${key}b`))]).toEqual([key, null]);
    expect(bearerToken({ rawHeaders: ['X-Note', 'authorization', 'Bearer abc', 'Bearer abc'] })).toBeNull();
  });
});

describe('the kind of a token', () => {
  const issuer = 'https://login.example';

  it('is told by its form and by the issuer that it names', () => {
    expect(tokenKind(createApiKey().key, issuer)).toBe('api_key');
    expect(tokenKind(jwt({ iss: issuer }), issuer)).toBe('oidc');
    expect(tokenKind(jwt({ iss: 'https://other.example' }), issuer)).toBe('session');
    expect(tokenKind(jwt({ iss: [issuer] }), issuer)).toBe('session');
    expect(tokenKind(jwt({ iss: '' }), '')).toBe('session');
  });

  it('is told of anything whatever', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom<0 | 1>(0, 1), (token, part) => {
        expect(tokenKind(token, issuer)).toBe('session');
        expect(decodeJwtPart(token, part)).toBeNull();
      }),
      { numRuns: 200 },
    );
    for (const payload of ['null', '1', '"x"', '{']) {
      const token = `e30.${Buffer.from(payload).toString('base64url')}.x`;
      expect(decodeJwtPart(token, 1)).toBeNull();
    }
  });
});

describe('an API key', () => {
  it('is recognisable, random, and stored as its hash', () => {
    const made = Array.from({ length: 100 }, createApiKey);
    expect(new Set(made.map(({ key }) => key)).size).toBe(100);
    for (const { key, hash, hint } of made) {
      expect(key).toMatch(/^stk_[\w-]{43}$/);
      expect(isApiKey(key)).toBe(true);
      expect(hash).toEqual(createHash('sha256').update(key).digest());
      expect(hint).toBe(key.slice(0, 10));
    }
  });

  it.each([
    '',
    'stk_',
    `stk_${'a'.repeat(42)}`,
    `stk_${'a'.repeat(44)}`,
    `xstk_${'a'.repeat(43)}`,
    `stk_${'.'.repeat(43)}`,
  ])('is not %j', (text) => expect(isApiKey(text)).toBe(false));
});
