import {
  hashPassword,
  verifyPassword,
  randomPassword,
  parseBasicCredentials,
  toUsername,
  usernamePattern,
} from '../../../src/organizations/sessions/credentials.js';
const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

describe('HTTP Basic', () => {
  it('splits at the first colon and reads UTF-8', () => {
    expect(parseBasicCredentials(basic('ada:pa:ss'))).toEqual({ username: 'ada', password: 'pa:ss' });
    expect(parseBasicCredentials(basic('zoë:ключ'))).toEqual({ username: 'zoë', password: 'ключ' });
  });

  it.each([
    undefined,
    '',
    'Basic',
    'Basic ???',
    'Bearer YTpi',
    basic('nocolon'),
    basic(':x'),
    basic('x:'),
    basic('a:\0'),
  ])('is none in %j', (header) => expect(parseBasicCredentials(header)).toBeNull());
});

describe('passwords', () => {
  it('are kept as argon2id with its own salt', async () => {
    const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(await verifyPassword('correct horse', one)).toBe(true);
    expect(await verifyPassword('correct horsf', one)).toBe(false);
  });

  it('match nobody who has none', async () => {
    expect(await verifyPassword('', null)).toBe(false);
    expect(await verifyPassword('anything', null)).toBe(false);
  });

  it('that we make are long and never the same', () => {
    const made = Array.from({ length: 100 }, randomPassword);
    expect(new Set(made).size).toBe(100);
    expect(made.every((password) => password.length === 24)).toBe(true);
  });
});

describe('usernames', () => {
  it.each(['admin', 'a', 'ada.lovelace@example.com', 'Zoë', '山田', '7of9'])('may be %j', (name) =>
    expect(usernamePattern.test(name)).toBe(true),
  );
  it.each(['', ' ada', 'a:b', 'a b', '.ada', 'a\n', 'a\u202e', 'x'.repeat(129)])('may not be %j', (name) =>
    expect(usernamePattern.test(name)).toBe(false),
  );

  it.each(['ada', 'Ada Lovelace', 'DOMAIN\\ada', ':::', '', ' \u202e x ', '𝕏'.repeat(100), 'auth0|12 34'])(
    'are made of %j',
    (claim) => {
      expect(toUsername(claim)).toMatch(usernamePattern);
      expect(toUsername(claim, '-2')).toMatch(usernamePattern);
      expect(toUsername(claim, '-2')).toMatch(/-2$/);
    },
  );
});
