/** Values that go into one query parameter, as they stand in the address: already encoded, or wrongly so. */
export const hostileQueries: readonly ((name: string) => string)[] = [
  ...[
    ...['', '%00', 'a%00b', '%ED%A0%80', '%FF%FE', '%', '%zz', '%E2%80%AE', '%F0%9F%98%80', '__proto__', 'constructor'],
    ...['null', 'undefined', 'NaN', 'true', '-1', '0', '1.5', '1e999', '9007199254740993', '0x10', '%20%20', '..%2F..'],
    ...[
      '%27%20OR%201%3D1%20--',
      '%25',
      '_',
      '%5C',
      '%241',
      '{}',
      '[]',
      '%7B%22%24gt%22%3A%22%22%7D',
      'x'.repeat(6_000),
    ],
    ...['018f0000-0000-7000-8000-00000000beef', '018F0000-0000-7000-8000-00000000BEEF%20', `${'a'.repeat(3_000)}!`],
  ].map((value) => (name: string) => `${name}=${value}`),
  (name) => `${name}=1&${name}=2`,
  (name) => `${name}[]=1`,
  (name) => `${name}[b][c]=1`,
  (name) => `${name}[__proto__][polluted]=1`,
  (name) => `__proto__[polluted]=1&${name}`,
  (name) => Array(1_200).fill(`${name}=1`).join('&'),
];

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Values that go into one field of a JSON body, as JSON text. */
export const hostileJson: readonly string[] = [
  ...['null', 'true', '0', '-1', '1.5', '1e308', '1e999', '-0', '9007199254740993', '12345678901234567890123456789'],
  ...[
    '""',
    '" "',
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"\\u202e"',
    '"\\ufeff"',
    '"😀"',
    '"%"',
  ],
  ...['"__proto__"', '"constructor"', '"undefined"', '"NaN"', '"\' OR 1=1 --"', '"$1"', '"\\\\"', '"../../etc/passwd"'],
  ...['"018f0000-0000-7000-8000-00000000beef"', '"javascript:alert(1)"', '"--upload-pack=x"', '"2099-13-45T99:99:99Z"'],
  ...['{}', '[]', '[[]]', '[null]', '[{}]', '[1,"a",null]', '{"$gt":""}', '{"length":1e9}', '{"toString":1}'],
  ...[
    '{"__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '["018f0000-0000-7000-8000-00000000beef"]',
  ],
  ...[
    `"${'x'.repeat(100_000)}"`,
    `"${'a'.repeat(5_000)}!"`,
    `"${'\\u0301'.repeat(5_000)}"`,
    `[${Array(11_000).fill('""').join()}]`,
  ],
  ...[nested(50), nested(200), `[${Array(3_000).fill('{"a":1}').join()}]`],
];

/** Whole bodies that are no request: what is sent, and as what. */
export const hostileBodies: readonly { raw: string | Uint8Array; headers?: Record<string, string> }[] = [
  ...[
    '',
    'null',
    'true',
    '1',
    '"x"',
    '[]',
    '[null]',
    '[[]]',
    '{',
    '[1',
    '{"a":1}{"b":2}',
    '{"a":1,}',
    '{"a":NaN}',
    '{"a":1}',
  ],
  ...[
    '\u0000',
    '\ufeff{}',
    '<a/>',
    nested(100_000),
    '{"a":'.repeat(50_000),
    '{"__proto__":{"polluted":1}}',
    ' '.repeat(50_000),
  ],
]
  .map((raw): { raw: string | Uint8Array; headers?: Record<string, string> } => ({ raw }))
  .concat([
    { raw: new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]) },
    { raw: '{}', headers: { 'Content-Type': 'multipart/form-data' } },
    { raw: '--x\r\n', headers: { 'Content-Type': 'multipart/form-data; boundary=x' } },
    { raw: '{}', headers: { 'Content-Type': 'application/json; charset=utf-7' } },
    { raw: '{}', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
    { raw: 'no gzip', headers: { 'Content-Encoding': 'gzip' } },
    { raw: '{}', headers: { 'Content-Encoding': 'gzip, gzip, gzip' } },
    { raw: '{}', headers: { 'Content-Encoding': 'nonsense' } },
  ]);
