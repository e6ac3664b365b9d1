import fc from 'fast-check';
import { defaultLimits, type ParseLimits } from '../../../../src/formats/format.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import { readJson, topMembers } from '../../../../src/formats/reading/json.js';
import type { StreamItem, StreamRules } from '../../../../src/formats/reading/stream-items.js';
import type { BomWarning, Json } from '../../../../src/model/document.js';

const nested: StreamRules = {};
nested.components = nested;
const rules: StreamRules = { components: nested, dependencies: {} };

async function read(text: string, limits: Partial<ParseLimits> = {}, pieceSize = 65_536) {
  const bytes = Buffer.from(text, 'utf8');
  const source = {
    ...bytesSource(bytes),
    async *stream() {
      for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize);
    },
  };
  const items: StreamItem<Json>[] = [];
  const warnings: BomWarning[] = [];
  const options = { rules, textMembers: new Set(['version']), onWarning: (w: BomWarning) => warnings.push(w) };
  for await (const batch of readJson(source, { ...defaultLimits, ...limits }, options)) items.push(...batch);
  return { items, warnings };
}

const refusal = (text: string, limits?: Partial<ParseLimits>) =>
  read(text, limits).then(
    () => 'read',
    (error: { name: string; reason: string; place: string }) => [error.name, error.reason, error.place].join(' '),
  );

describe('streaming JSON', () => {
  it('hands over list elements and other members in document order', async () => {
    const { items } = await read('{"a":1,"components":[{"n":1},{"n":2,"components":[{"n":3}]}],"b":{"c":[]},"d":"x"}');
    expect(items).toEqual([
      { kind: 'member', name: 'a', place: '/a', value: 1 },
      { kind: 'element', name: 'components', place: '/components/0', value: { n: 1 } },
      { kind: 'element', name: 'components', place: '/components/1', value: { n: 2, components: [{ n: 3 }] } },
      { kind: 'member', name: 'b', place: '/b', value: { c: [] } },
      { kind: 'member', name: 'd', place: '/d', value: 'x' },
    ]);
  });

  it('reads any document as JSON.parse does, however the bytes are cut', async () => {
    const document = fc.dictionary(
      fc.oneof(fc.constantFrom('components', 'dependencies', '__proto__', 'a/b~c'), fc.string({ unit: 'binary' })),
      fc.oneof(fc.array(fc.jsonValue(), { maxLength: 4 }), fc.jsonValue()),
      { maxKeys: 6 },
    );
    await fc.assert(
      fc.asyncProperty(document, fc.integer({ min: 1, max: 40 }), fc.nat(2), async (value, pieceSize, indent) => {
        const text = JSON.stringify(value, null, indent).replaceAll('\\u0000', 'n').replaceAll('-0', '0');
        if (!JSON.stringify(JSON.parse(text)).isWellFormed() || /\\ud[89a-f]/i.test(text)) return;
        const { items } = await read(text, {}, pieceSize);
        const rebuilt = new Map<string, Json>();
        for (const item of items) {
          if (item.kind === 'member') rebuilt.set(item.name, item.value);
          else rebuilt.set(item.name, [...((rebuilt.get(item.name) as Json[] | undefined) ?? []), item.value]);
        }
        const expected = Object.entries(JSON.parse(text) as object).filter(
          ([key, member]) => !(Object.hasOwn(rules, key) && Array.isArray(member) && member.length === 0),
        );
        expect([...rebuilt]).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  it('opens an element that is too large to hold, and finds its members behind the nested list', async () => {
    const many = Array.from({ length: 30_000 }, (_, n) => ({ name: `component ${n}`, filler: 'x'.repeat(40) }));
    const root = { name: 'root', components: [...many.slice(0, 2), { name: 'deep', components: many }], late: true };
    const { items } = await read(JSON.stringify({ components: [root, { name: 'next' }] }));
    const kinds = items.map((item) => item.kind);
    expect(kinds.filter((kind) => kind === 'open')).toHaveLength(2);
    expect(items[0]).toMatchObject({ kind: 'open', place: '/components/0', value: { name: 'root', late: true } });
    expect(items[1]).toMatchObject({ kind: 'element', place: '/components/0/components/0' });
    expect(items[3]).toMatchObject({ kind: 'open', place: '/components/0/components/2', value: { name: 'deep' } });
    expect(items[4]).toMatchObject({ place: '/components/0/components/2/components/0', value: many[0] });
    expect(items.filter((item) => item.kind === 'element')).toHaveLength(30_003);
    expect(items.slice(-3).map((item) => item.kind)).toEqual(['close', 'close', 'element']);
  });

  it('keeps numbers as text where a double or a version would lose them', async () => {
    const { items, warnings } = await read(
      '{"version":1.10,"a":1e999,"b":-0,"c":1234567890123456789012345678901234567890,"d":0.90,"e":9223372036854775808,"f":-1.5e3}',
    );
    expect(Object.fromEntries(items.map((item) => [item.name, item.value]))).toEqual({
      version: '1.10',
      a: '1e999',
      b: '-0',
      c: '1234567890123456789012345678901234567890',
      d: 0.9,
      e: '9223372036854775808',
      f: -1500,
    });
    expect(warnings.map((warning) => warning.place)).toEqual(['/a', '/b', '/c', '/e']);
  });

  it('replaces what is no text, with a warning', async () => {
    const { items, warnings } = await read(
      String.raw`{"components":[{"name":"a\u0000b","x":["\ud800","\ud83d\ude00"]}]}`,
    );
    expect(items[0]!.value).toEqual({ name: 'a\ufffdb', x: ['\ufffd', '😀'] });
    expect(warnings.map((warning) => warning.place)).toEqual(['/components/0/name', '/components/0/x/0']);
  });

  it('keeps __proto__ and the like as data', async () => {
    const { items } = await read(
      String.raw`{"__proto__":{"polluted":1},"components":[{"__proto__":{"polluted":1},"constructor":1},{"x":1.10,"\u005f_proto__":{"polluted":1}}]}`,
    );
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(items[0]).toMatchObject({ name: '__proto__', place: '/__proto__' });
    for (const index of [1, 2]) {
      expect(Object.hasOwn(items[index]!.value as object, '__proto__')).toBe(true);
      expect((items[index]!.value as { polluted?: number }).polluted).toBeUndefined();
    }
  });

  it.each([
    ['', 'malformed', ''],
    ['  ', 'malformed', ''],
    ['[]', 'malformed', ''],
    ['"x"', 'malformed', ''],
    ['null', 'malformed', ''],
    ['{"a":1} {"b":2}', 'malformed', 'end of document'],
    ['{"a":1}x', 'malformed', 'end of document'],
    ['{"a":1,}', 'malformed', '/a'],
    ['{"a":[1,]}', 'malformed', '/a/1'],
    ['{"a" 1}', 'malformed', '/a'],
    ['{a:1}', 'malformed', '/'],
    ['{"a":NaN}', 'malformed', '/a'],
    ['{"a":01}', 'malformed', '/a'],
    ['{"a":1 // comment\n}', 'malformed', '/a'],
    ['{/* c */"a":1}', 'malformed', '/'],
    ['{"a":"line\nbreak"}', 'malformed', '/a'],
    [String.raw`{"a":"\x"}`, 'malformed', '/a'],
    ['{"components":[{"a":{"b":[1 2]}}]}', 'malformed', '/components/0/a/b/1'],
    ['{"components":[{"a":1}{"a":1}]}', 'malformed', '/components/1'],
    ['{"components":[{"a":}]}', 'malformed', '/components/0/a'],
    ['{"components":[{"a":1]}', 'malformed', '/components/0/a'],
    ['{"components":[{"a":1', 'truncated', '/components/0'],
    ['{"components":[{"a":1}', 'truncated', '/components/1'],
    ['{"a":"x', 'truncated', '/a'],
    ['{"a/b":1,"a/b":2}', 'duplicate_key', '/a~1b'],
    ['{"components":[],"components":[]}', 'duplicate_key', '/components'],
    ['{"components":[{"v":"1"},{"v":"1","w":{"x":1,"x":2}}]}', 'duplicate_key', '/components/1/w/x'],
    [`{"components":[{"__proto__":1,"__proto__":2}]}`, 'duplicate_key', '/components/0/__proto__'],
  ])('refuses %j', async (text, reason, place) => {
    expect(await refusal(text)).toBe(`FormatError ${reason} ${place}`);
  });

  it('refuses nesting beyond the limit, at any depth, and allows the limit', async () => {
    const deep = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    expect(await refusal(deep(128))).toBe('read');
    expect(await refusal(deep(129))).toMatch(/^FormatError too_deep \/a/);
    expect(await refusal(deep(1_000_000))).toMatch(/^FormatError too_deep \/a/);
    expect(await refusal(`{"a":${'['.repeat(1_000_000)}`)).toMatch(/^FormatError too_deep \/a/);
    expect(await refusal(`{"a":${'{"a":'.repeat(1_000_000)}`)).toMatch(/^FormatError too_deep \/a/);
    const chain = (depth: number) => `{${'"components":[{'.repeat(depth)}${'}]'.repeat(depth)}}`;
    expect(await refusal(chain(63))).toBe('read');
    expect(await refusal(chain(64))).toMatch(/^FormatError too_deep \/components\/0/);
  });

  it('refuses strings, names and elements beyond their limits', async () => {
    expect(await refusal(`{"a":["${'x'.repeat(101)}"]}`, { maxStringLength: 100 })).toBe('FormatError limit /a/0');
    expect(await refusal(`{"${'x'.repeat(5000)}":1}`)).toBe('FormatError limit ');
    const wide = `{"components":[{"a":[${'1,'.repeat(600_000)}1]}]}`;
    expect(await refusal(wide, { maxElementLength: 1_150_000 })).toBe('FormatError limit /components/0/a');
    expect(await refusal(wide)).toBe('read');
  });

  it('shows the members at the top of a head that is cut off', () => {
    const head = '{ "bomFormat" : "CycloneDX", "components": [{"specVersion":"x"}], "specVersion": "1.5", "met';
    expect(Object.fromEntries(topMembers(head))).toEqual({
      bomFormat: 'CycloneDX',
      components: '[',
      specVersion: '1.5',
    });
    expect(topMembers('[1]').size).toBe(0);
    expect(topMembers('{"a":1').get('a')).toBe('1');
  });
});
