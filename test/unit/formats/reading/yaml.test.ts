import fc from 'fast-check';
import { dump } from 'js-yaml';
import { cyclonedxYamlKinds } from '../../../../src/formats/cyclonedx/yaml-kinds.js';
import { FormatError, defaultLimits, type ParseLimits } from '../../../../src/formats/format.js';
import { bytesSource, textSource } from '../../../../src/formats/reading/bytes.js';
import type { StreamItem } from '../../../../src/formats/reading/stream-items.js';
import { YamlBuilder } from '../../../../src/formats/reading/yaml-builder.js';
import { readWithJsYaml, readYaml } from '../../../../src/formats/reading/yaml.js';
import type { BomWarning, Json, JsonObject } from '../../../../src/model/document.js';

const options = { rules: { components: {}, packages: {} }, kinds: cyclonedxYamlKinds, onWarning: () => undefined };

async function items(text: string, limits: Partial<ParseLimits> = {}): Promise<StreamItem<Json>[]> {
  const all: StreamItem<Json>[] = [];
  const source = textSource(text);
  for await (const batch of readYaml(source, { ...defaultLimits, ...limits }, options)) {
    all.push(...batch);
  }
  return all;
}

async function whole(text: string): Promise<JsonObject> {
  const document: JsonObject = {};
  for (const item of await items(text)) {
    if (item.kind === 'element') ((document[item.name] ??= []) as Json[]).push(item.value);
    else Object.defineProperty(document, item.name, { value: item.value, enumerable: true });
  }
  return document;
}

async function refusal(text: string, limits: Partial<ParseLimits> = {}): Promise<string> {
  try {
    await items(text, limits);
  } catch (error) {
    if (error instanceof FormatError) return `${error.reason} ${error.place}`;
    throw error;
  }
  return 'accepted';
}

describe('readYaml', () => {
  test('reads brackets and quotes that are indented too little, as other readers do, with a warning', async () => {
    const warnings: BomWarning[] = [];
    const read = async (text: string): Promise<unknown> => {
      const all: StreamItem<Json>[] = [];
      const more = { ...options, onWarning: (warning: BomWarning) => void warnings.push(warning) };
      for await (const batch of readYaml(textSource(text), defaultLimits, more)) all.push(...batch);
      return all.map((item) => ('value' in item ? item.value : null));
    };
    const text = 'a:\n  b: [\n    "x",\n    {y: 1\n  }\n  ]\n  c: |\n    {\n    }\n  d: "one\n  two"\n';
    expect(await read(text)).toEqual([{ b: ['x', { y: '1' }], c: '{\n}\n', d: 'one two' }]);
    expect(warnings).toEqual([{ place: 'line 5', message: expect.stringContaining('indented less') }]);
    const [members] = [Array.from({ length: 150 }, (_, n) => `  m${n}: [\n  ]\n`).join('')];
    expect(Object.keys(((await read(`a:\n${members}`)) as Json[])[0] as JsonObject)).toHaveLength(150);
    await expect(read(`a:\n${members}${members.replaceAll('m', 'n')}`)).rejects.toThrow('deficient indentation');
    await expect(read('a:\n  b: [\n')).rejects.toThrow(FormatError);
  });

  test('gives the items of root lists one by one and other members whole, with their places', async () => {
    const text =
      '# made by hand\nbomFormat: CycloneDX\ncomponents:\n- name: a\n- name: b\n  hashes:\n  - alg: MD5\ntools: [x]\n';
    expect(await items(text)).toEqual([
      { kind: 'member', name: 'bomFormat', place: '/bomFormat', value: 'CycloneDX' },
      { kind: 'element', name: 'components', place: '/components/0', value: { name: 'a' } },
      { kind: 'element', name: 'components', place: '/components/1', value: { name: 'b', hashes: [{ alg: 'MD5' }] } },
      { kind: 'member', name: 'tools', place: '/tools', value: ['x'] },
    ]);
  });

  test.each([
    ['an indented list', 'components:\n    - name: a\n    - name: b\n'],
    ['a quoted name', '"components":\n- {name: a}\n- {"name": b}\n'],
    ['a flow list', 'components: [{name: a}, {name: b}]\n'],
    ['a flow root', '{components: [{name: a},\n {name: b}]}\n'],
    ['CRLF, a start and an end mark', '%YAML 1.2\r\n---\r\ncomponents:\r\n- name: a\r\n- name: b\r\n...\r\n# end\r\n'],
    ['comments and blank lines', 'components: # two\n\n# first\n- name: a\n\n  # second\n- name: b\n# end'],
    ['no line break at the end', 'components:\n- name: a\n- name: b'],
    ['an anchored list', 'components: &all\n- name: a\n- name: b\n'],
    ['carriage returns alone', 'components:\r- name: a\r- name: b\r'],
  ])('reads a list written as %s', async (_, text) => {
    expect(await whole(text)).toEqual({ components: [{ name: 'a' }, { name: 'b' }] });
  });

  test('does not take the text of a block scalar for members or items', async () => {
    const text =
      'note: |\n  - name: no\n  key: no\n\n  # no comment\ncomponents:\n- name: |\n    - x\n    y: z\n- name: "a\n    - b: c"\n';
    expect(await whole(text)).toEqual({
      note: '- name: no\nkey: no\n\n# no comment\n',
      components: [{ name: '- x\ny: z\n' }, { name: 'a - b: c' }],
    });
  });

  test.each(['null', 'Null', '~'])('takes %s for no version, and for a name where it stands for one', async (word) => {
    const json = await whole(
      `components:\n- name: ${word}\n  version: ${word}\n- name: "${word}"\n  version: "${word}"\n`,
    );
    expect(json).toEqual({
      components: [
        { name: word, version: null },
        { name: word, version: word },
      ],
    });
  });

  test.each(['1.10', '1e3', '012', '0x1F', 'no', '2020-01-01', '1:30', '.inf', '1_000', 'true', '-0'])(
    'keeps the version %s as text',
    async (version) => {
      expect(await whole(`components:\n- name: ${version}\n  version: ${version}\n`)).toEqual({
        components: [{ name: version, version }],
      });
    },
  );

  test('makes numbers, booleans and nulls only where the format has them', async () => {
    const text =
      'version: 1\ncomponents:\n- version: 1\n  modified: false\n  description: ~\n  purl:\n' +
      '  cwes: [79, "80"]\n  score: 9.8\n  confidence: 1e999\n  cpe: 12\n  energyProvided: {value: 1.5}\n  p: {value: 1.5}';
    expect(await whole(text)).toEqual({
      version: 1,
      components: [
        {
          version: '1',
          modified: false,
          description: null,
          purl: null,
          cwes: [79, '80'],
          score: 9.8,
          confidence: '1e999',
          cpe: '12',
          energyProvided: { value: 1.5 },
          p: { value: '1.5' },
        },
      ],
    });
  });

  test('copies what aliases and merge keys name, across items, and lets written members win', async () => {
    const text =
      'base: &b {group: g, name: n}\ncomponents:\n- &one\n  <<: *b\n  name: a\n- name: b\n  <<: [*b, {publisher: p}]\n- *one\n';
    const document = await whole(text);
    expect(document).toEqual({
      base: { group: 'g', name: 'n' },
      components: [
        { group: 'g', name: 'a' },
        { group: 'g', name: 'b', publisher: 'p' },
        { group: 'g', name: 'a' },
      ],
    });
    const [first, , third] = document.components as Json[];
    expect(first).not.toBe(third);
  });

  test('keeps __proto__ as data, by name and by merge', async () => {
    const [, item] = await items('a: &a {__proto__: {polluted: yes}}\ncomponents:\n- <<: *a\n');
    expect(Object.entries(item!.value as JsonObject)).toEqual([['__proto__', { polluted: 'yes' }]]);
    expect(({} as JsonObject).polluted).toBeUndefined();
  });

  test('replaces what is no text and says so', async () => {
    const warnings: BomWarning[] = [];
    const source = textSource('a: b\ncomponents:\n- name: "x\\0\\uD800y"\n');
    const all: StreamItem<Json>[] = [];
    for await (const batch of readYaml(source, defaultLimits, { ...options, onWarning: (one) => warnings.push(one) })) {
      all.push(...batch);
    }
    expect(all[1]!.value).toEqual({ name: 'x\ufffd\ufffdy' });
    expect(warnings.map((warning) => warning.place)).toEqual(['line 3']);
  });

  test('names the line', async () => {
    expect(await refusal('a: 1\ncomponents:\n- name: x\n- name: "y\n')).toBe('malformed line 5');
    expect(await refusal('a: 1\nb:\n  c: 1\n  c: 2\n')).toBe('duplicate_key line 4');
    expect(await refusal('a: 1\nb: 2\na: 3\n')).toBe('duplicate_key line 3');
    expect(await refusal('components:\n- x\nb: 2\ncomponents:\n- y\n')).toBe('duplicate_key line 5');
    expect(await refusal('a: 1\nb: c: d\n')).toBe('malformed line 2');
    expect(await refusal('a: 1\nb: !!js/function x\n')).toBe('invalid line 2');
    expect(await refusal('a: 1\nb: *nowhere\n')).toBe('malformed line 2');
  });

  test.each([
    ['a list at the root', '- a\n- b\n', 'invalid line 1'],
    ['a scalar at the root', 'hello\n', 'invalid line 1'],
    ['two documents', 'a: 1\n---\nb: 1\n', 'invalid line 2'],
    ['a document after the end', 'a: 1\n...\nb: 1\n', 'invalid line 3'],
    ['a complex name', '? [a]\n: b\n', 'invalid line 1'],
    ['a complex name after others', 'a: 1\n? b\n: c\n', 'malformed line 2'],
    ['a tag directive', '%TAG ! tag:x,2020:\n---\na: !b c\n', 'invalid line 1'],
    ['binary', 'a: !!binary aGk=\n', 'invalid line 1'],
    ['a python object', 'a: !!python/object:os.system x\n', 'invalid line 1'],
    ['a merge of a scalar', 'a: {<<: 1}\n', 'invalid line 1'],
    ['a raw control character', 'a: b\u0007\n', 'malformed line 1'],
    ['a list name without a space behind its colon', 'components:\u2028\n- a\n', 'invalid line 1'],
    ['a start mark with text behind it', '---\u2028\na: 1\n', 'invalid line 1'],
  ])('refuses %s', async (_, text, expected) => {
    expect(await refusal(text)).toBe(expected);
  });

  test.each([
    ['sequences', '['.repeat(1000)],
    ['mappings', '{a: '.repeat(1000)],
    ['dashes', `a:\n ${'- '.repeat(1000)}`],
    ['a million brackets', '['.repeat(1_000_000)],
    ['129 levels', `a: ${'['.repeat(128)}${']'.repeat(128)}`],
    ['question marks', `a:\n ${'? '.repeat(1000)}`],
  ])('stops at deep nesting: %s', async (_, text) => {
    expect(await refusal(text)).toMatch(/^too_deep line/);
  });

  test('accepts nesting up to the limit', async () => {
    expect(await refusal(`a: ${'['.repeat(127)}${']'.repeat(127)}`)).toBe('accepted');
  });

  test('stops at too many aliases, anchors, copies and long strings', async () => {
    const bomb = Array.from({ length: 10 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]`).join('\n');
    expect(await refusal(`a0: &a0 [x,x,x]\n${bomb}`)).toMatch(/^alias_limit line/);
    expect(await refusal(`a: &a x\nb:\n${'- *a\n'.repeat(10_000)}`)).toBe('alias_limit line 5003');
    expect(await refusal(Array.from({ length: 6_000 }, (_, i) => `k${i}: &a${i} x`).join('\n'))).toMatch(
      /^alias_limit/,
    );
    expect(await refusal(`a: ${'x'.repeat(70_000)}`, { maxStringLength: 65_536 })).toBe('limit line 1');
    expect(await refusal(`a: ${'x '.repeat(5_000_000)}`)).toBe('limit line 1');
    expect(await refusal(`a:\n${'- x\n'.repeat(1_000)}`, { maxElementLength: 1_000 })).toMatch(/^limit line/);
    expect(
      await refusal(`a: &a [${'['.repeat(100)}${']'.repeat(100)}]\nb: {${'c: {'.repeat(60)}d: *a${'}'.repeat(61)}`),
    ).toBe('too_deep line 2');
  });

  test('reads the same however the bytes are cut, and in UTF-16', async () => {
    const text = 'name: "é😀"\ncomponents:\n- name: a\n  version: |\n    - x\n- name: b # c\nz: {y: [1]}\n';
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    for (const bytes of [Buffer.from(text), utf16]) {
      const expected = await items(text);
      for (const size of [1, 3, 7]) {
        const all: StreamItem<Json>[] = [];
        const cut = {
          ...bytesSource(bytes),
          async *stream() {
            for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
          },
        };
        for await (const batch of readYaml(cut, defaultLimits, options)) all.push(...batch);
        expect(all).toEqual(expected);
      }
    }
  });

  test('keeps white space of a name that is none to YAML', async () => {
    const bom = { components: [{ '.\u2003': '' }, { 'a\u00a0': 'b' }], 'c\u00a0': { 'd\u3000': [] } };
    expect(await whole(dump(bom))).toEqual(bom);
  });

  test('reads what js-yaml writes', async () => {
    const scalar = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.constantFrom('- a', 'k: v', '#', '~', '1.10'),
    );
    const { value } = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        scalar,
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(scalar, tie('value'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    const document = fc.record({ components: fc.array(value, { minLength: 1, maxLength: 5 }), more: value });
    await fc.assert(
      fc.asyncProperty(document, fc.boolean(), async (bom, seqNoIndent) => {
        const text = dump(bom, { seqNoIndent, lineWidth: 40, noRefs: true });
        expect(await whole(text)).toEqual(bom);
      }),
      { numRuns: 100 },
    );
  });

  test('reads lines at random as the whole of YAML does', async () => {
    const lines = ['a: 1', 'b:', '- x', '-', '- a: 1', 'c: x y', 'd: "q"', '- - z', 'e', 'f: []', '# c', '', "h: 'x'"];
    const line = fc.tuple(
      fc.integer({ min: 0, max: 4 }),
      fc.constantFrom(...lines, 'g: |', 'components:', '\tx', 'i: x #'),
    );
    const text = fc.array(line).map((all) => all.map(([indent, rest]) => ' '.repeat(indent) + rest).join('\n'));
    await fc.assert(
      fc.asyncProperty(text, async (yaml) => {
        const builder = new YamlBuilder(defaultLimits, cyclonedxYamlKinds);
        builder.begin('');
        let expected: Json | undefined;
        try {
          readWithJsYaml(yaml, builder, 1, defaultLimits.maxDepth);
          expected = builder.value ?? {};
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
        }
        if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) {
          expect(await refusal(yaml)).toMatch(/^(malformed|duplicate_key|invalid) line /);
        } else {
          expect(await whole(yaml)).toEqual(expected);
        }
      }),
      { numRuns: 500 },
    );
  });
});
