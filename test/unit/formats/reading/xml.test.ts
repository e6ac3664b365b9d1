import { defaultLimits, type ParseLimits } from '../../../../src/formats/format.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import type { StreamItem, StreamRules } from '../../../../src/formats/reading/stream-items.js';
import type { XmlElement } from '../../../../src/formats/reading/xml-elements.js';
import { readXml } from '../../../../src/formats/reading/xml.js';

const nested: StreamRules = {};
nested.components = nested;
const rules: StreamRules = { components: nested };

async function read(document: string | Buffer, limits: Partial<ParseLimits> = {}) {
  const bytes = typeof document === 'string' ? Buffer.from(document, 'utf8') : document;
  const items: StreamItem<XmlElement>[] = [];
  for await (const batch of readXml(bytesSource(bytes), { ...defaultLimits, ...limits }, rules)) items.push(...batch);
  return items;
}

const refusal = (document: string | Buffer, limits?: Partial<ParseLimits>) =>
  read(document, limits).then(
    () => 'read',
    (error: { name: string; reason: string; place: string }) => [error.name, error.reason, error.place].join(' '),
  );

const shape = (element: XmlElement): unknown => [
  element.name,
  Object.fromEntries(element.attributes),
  element.children.length > 0 ? element.children.map(shape) : element.text,
];

describe('streaming XML', () => {
  it('hands over the root, list elements and other members in document order', async () => {
    const items = await read(
      `<?xml version="1.0"?>\n<bom xmlns="urn:a" version="1"><metadata><x>1</x></metadata>\n<components>` +
        `<component a="1"><name>x</name><components><component/></components></component>\n<component/></components></bom>`,
    );
    expect(items.map(({ kind, name, place }) => [kind, name, place])).toEqual([
      ['root', 'bom', 'line 2'],
      ['member', 'metadata', 'line 2'],
      ['element', 'components', 'line 3'],
      ['element', 'components', 'line 4'],
    ]);
    expect(items[0]!.value.uri).toBe('urn:a');
    expect(shape(items[0]!.value)).toEqual(['bom', { version: '1' }, '']);
    expect(shape(items[2]!.value)).toEqual([
      'component',
      { a: '1' },
      [
        ['name', {}, 'x'],
        ['components', {}, [['component', {}, '']]],
      ],
    ]);
  });

  it('resolves entities, CDATA, namespaces and prefixes; passes over comments and instructions', async () => {
    const items = await read(
      '<b:bom xmlns:b="urn:a" xmlns:o="urn:o"><?xml-stylesheet href="x"?><b:a o:k="1" k="2">&amp;&#x41;&lt;<!-- c --><![CDATA[<&>]]></b:a><o:a/></b:bom>',
    );
    expect(items.slice(1).map(({ value }) => [value.uri, shape(value)])).toEqual([
      ['urn:a', ['a', { '{urn:o}k': '1', k: '2' }, '&A<<&>']],
      ['urn:o', ['a', {}, '']],
    ]);
  });

  it('opens an element that is too large to hold, and finds its children behind the nested list', async () => {
    const many = Array.from({ length: 12_000 }, (_, n) => `<component><name>${n}</name></component>`).join('');
    const late = '<evidence><x>late</x></evidence>';
    const items = await read(
      `<bom><components><component><name>root</name><components>${many}<component><name>deep</name>` +
        `<components>${many}</components>${late}</component></components>${late}</component><component/></components></bom>`,
    );
    const opened = items.filter((item) => item.kind === 'open');
    expect(opened.map((item) => shape(item.value))).toEqual([
      [
        'component',
        {},
        [
          ['name', {}, 'root'],
          ['evidence', {}, [['x', {}, 'late']]],
        ],
      ],
      [
        'component',
        {},
        [
          ['name', {}, 'deep'],
          ['evidence', {}, [['x', {}, 'late']]],
        ],
      ],
    ]);
    const names = items.filter((item) => item.kind === 'element').map((item) => item.value.child('name')?.text);
    expect(names).toEqual([...Array(12_000).keys(), ...Array(12_000).keys()].map(String).concat([undefined as never]));
    expect(items.slice(-3).map((item) => item.kind)).toEqual(['close', 'close', 'element']);
  });

  it.each(['utf8', 'utf16le'] as const)('reads %s with and without byte-order mark', async (encoding) => {
    for (const mark of ['', '\ufeff']) {
      const items = await read(Buffer.from(`${mark}<?xml version="1.0"?><bom><a>é</a></bom>`, encoding));
      expect(items[1]!.value.text).toBe('é');
    }
  });

  it('reads the one-byte encodings that XML declares, and refuses others', async () => {
    const declared = (name: string) =>
      Buffer.from(`<?xml version="1.0" encoding="${name}"?><bom><a>é</a></bom>`, 'latin1');
    expect((await read(declared('ISO-8859-1')))[1]!.value.text).toBe('é');
    expect(await refusal(declared('UTF-8'))).toMatch('FormatError encoding byte');
    expect(await refusal(declared('UTF-7'))).toBe('FormatError encoding line 1');
  });

  it('refuses a file that declares UTF-16 and is stored otherwise', async () => {
    const text = '<?xml version="1.0" encoding="UTF-16"?><bom><a>é</a></bom>';
    expect((await read(Buffer.from(`\ufeff${text}`, 'utf16le')))[1]!.value.text).toBe('é');
    for (const encoding of ['utf8', 'latin1'] as const)
      expect(await refusal(Buffer.from(text, encoding))).toBe('FormatError encoding line 1');
  });

  it.each([
    ['<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><bom>&e;</bom>', 'dtd_forbidden'],
    ['<!DOCTYPE x SYSTEM "http://localhost/x.dtd"><bom/>', 'dtd_forbidden'],
    ['<bom>&undefined;</bom>', 'malformed'],
    ['', 'malformed'],
    ['text', 'malformed'],
    ['<bom/><bom/>', 'malformed'],
    ['<bom/>text', 'malformed'],
    ['<bom><a></b></bom>', 'malformed'],
    ['<bom a="1" a="2"/>', 'malformed'],
    ['<bom a=1/>', 'malformed'],
    ['<bom>&#0;</bom>', 'malformed'],
    ['<bom>\u0001</bom>', 'malformed'],
    ['<bom><p:a/></bom>', 'malformed'],
    ['<bom><a', 'truncated'],
    ['<bom><a>', 'truncated'],
    ['<bom><a>te', 'truncated'],
    ['<bom><a></a>', 'truncated'],
    ['<bom><a></a></bom', 'truncated'],
  ])('refuses %j', async (document, reason) => {
    expect(await refusal(document)).toMatch(new RegExp(`^FormatError ${reason} line \\d+, column \\d+$`));
  });

  it('refuses a DTD behind a long comment', async () => {
    expect(await refusal(`<!-- ${'x'.repeat(500_000)} --><!DOCTYPE x><bom/>`)).toMatch('dtd_forbidden');
  });

  it('refuses what is beyond its limits', async () => {
    const deep = (depth: number) => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`;
    expect(await refusal(deep(128))).toBe('read');
    expect(await refusal(deep(129))).toMatch('too_deep');
    expect(await refusal(deep(200_000))).toMatch('too_deep');
    const attributes = (count: number) => `<a ${Array.from({ length: count }, (_, n) => `a${n}=""`).join(' ')}/>`;
    expect(await refusal(attributes(1_000))).toBe('read');
    expect(await refusal(attributes(100_000))).toMatch('limit');
    expect(await refusal(`<a b="${'x'.repeat(5_000_000)}"/>`)).toMatch('limit');
    expect(await refusal(`<a>${'x'.repeat(5_000_000)}</a>`)).toMatch('limit');
    expect(await refusal(`<a><b>${'<c/>'.repeat(100_000)}</b></a>`, { maxElementLength: 200_000 })).toMatch('limit');
  });
});
