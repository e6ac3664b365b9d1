import type { HostileFile } from './hostile-file.js';

const namespace = 'xmlns="http://cyclonedx.org/schema/bom/1.6"';
const bom = (inner: string): string => `<bom ${namespace} version="1">${inner}</bom>`;
const component = (name: string): string =>
  `<component type="library"><name>${name}</name><version>1</version></component>`;
const good = bom(`<components>${component('a')}</components>`);
const doctype = (declarations: string, text = '&x;'): string =>
  `<?xml version="1.0"?><!DOCTYPE bom [${declarations}]>${bom(`<components>${component(text)}</components>`)}`;
const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('');
const inRdf = (declarations: string): string =>
  `<?xml version="1.0"?><!DOCTYPE r [${declarations}]><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:spdx="http://spdx.org/rdf/terms#"><spdx:SpdxDocument rdf:about="x#SPDXRef-DOCUMENT"><spdx:name>&x;</spdx:name></spdx:SpdxDocument></rdf:RDF>`;

const withDtd: Record<string, () => string | Buffer> = {
  'an entity of a file': () => doctype('<!ENTITY x SYSTEM "file:///etc/passwd">'),
  'a parameter entity from outside': () => doctype('<!ENTITY % p SYSTEM "http://127.0.0.1:9/x.dtd">%p;'),
  'a billion laughs': () => doctype(`<!ENTITY l0 "ha">${laughs}`, '&l9;'),
  'one long entity, many times': () => doctype(`<!ENTITY x "${'x'.repeat(50_000)}">`, '&x;'.repeat(20_000)),
  'a DOCTYPE and nothing else': () => '<!DOCTYPE bom>',
  'a DOCTYPE that does not end': () => '<!DOCTYPE bom [',
  'a DTD behind a megabyte of comment': () => `<!--${'x'.repeat(1_000_000)}-->${doctype('<!ENTITY x "y">')}`,
  'a DTD in UTF-16': () => Buffer.from(`\ufeff${doctype('<!ENTITY x "y">')}`, 'utf16le'),
  'an entity in RDF': () => inRdf('<!ENTITY x SYSTEM "file:///etc/passwd">'),
  'laughs in RDF': () => inRdf(`<!ENTITY l0 "ha">${laughs}<!ENTITY x "&l9;">`),
};

/** Section "B-XML". */
export const xmlFiles: readonly HostileFile[] = [
  ...Object.entries(withDtd).map(([what, bytes]) => ({
    what,
    bytes,
    refused: ['dtd_forbidden', 'truncated', 'malformed', 'unknown_format'],
  })),
  {
    what: 'things to include and to look up elsewhere',
    bytes: () =>
      `<?xml version="1.0"?><?xml-stylesheet href="http://127.0.0.1:9/x.xsl"?><bom ${namespace} xmlns:xi="http://www.w3.org/2001/XInclude" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://cyclonedx.org/schema/bom/1.6 http://127.0.0.1:9/x.xsd" version="1"><components>${component('a')}<xi:include href="file:///etc/passwd" parse="text"/></components></bom>`,
    names: ['a'],
  },
  ...[...good.matchAll(/</g)]
    .filter((_, i) => i % 4 === 1)
    .map(({ index }) => ({
      what: `cut off at ${index}`,
      bytes: () => good.slice(0, index),
      refused: ['truncated', 'malformed', 'unknown_format'],
    })),
  ...[
    good + good,
    `${good}text`,
    'text',
    '<a/>',
    good.replace('</bom>', '</bon>'),
    good.replace('</name>', '</nam>'),
  ].map((text, i) => ({
    what: `no document, ${i}`,
    bytes: () => text,
    refused: ['malformed', 'unknown_format', 'truncated'],
  })),
  ...[129, 200_000].map((depth) => ({
    what: `nested ${depth} deep`,
    bytes: () => bom(`<x>${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}</x>`),
    refused: ['too_deep'],
  })),
  {
    what: '100,000 attributes',
    bytes: () => good.replace('type=', `${Array.from({ length: 100_000 }, (_, i) => `a${i}="1" `).join('')}type=`),
    refused: ['limit'],
  },
  {
    what: 'an attribute of ten megabytes',
    bytes: () => good.replace('type="', `x="${'x'.repeat(10_000_000)}" type="`),
    refused: ['limit'],
  },
  {
    what: 'elements named like the prototype',
    bytes: () =>
      bom(
        `<__proto__><polluted>1</polluted></__proto__><constructor/><components>${component('__proto__')}<constructor/></components>`,
      ),
    names: ['__proto__'],
  },
  {
    what: 'escapes and CDATA',
    bytes: () =>
      bom(`<components>${component('a &amp; &#x41; &lt;b&gt;')}${component('<![CDATA[<c> & &amp;]]>')}</components>`),
    names: ['a & A <b>', '<c> & &amp;'],
  },
  { what: 'a character that XML does not have', bytes: () => good.replace('>a<', '>a&#0;<'), refused: ['malformed'] },
];
