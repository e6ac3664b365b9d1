import fc from 'fast-check';
import { XmlError } from '../../../../src/formats/reading/xml-syntax.js';
import { Namespaces } from '../../../../src/formats/reading/xml-namespaces.js';
import { XmlTokenizer } from '../../../../src/formats/reading/xml-tokenizer.js';
import { cpuClock } from '../../../support/cpu-time.js';

/** What the document says, in pieces of any length; or why it is refused. */
function eventsOf(document: string, pieceLength = document.length || 1): string {
  const events: string[] = [];
  const names = new Namespaces();
  let text = '';
  const eventsOf = (event: string): void => {
    if (text !== '') events.push(JSON.stringify(text));
    text = '';
    events.push(event);
  };
  const tokens = new XmlTokenizer({
    open: (name, attributes) => {
      const { expanded, attributes: known } = names.enter(name, attributes);
      eventsOf([`<${expanded.uri}`, expanded.local, ...[...known].flat()].join('|'));
    },
    close: () => {
      names.leave();
      eventsOf('>');
    },
    text: (piece) => (text += piece),
  });
  try {
    for (let at = 0; at < document.length; at += pieceLength) tokens.write(document.slice(at, at + pieceLength));
    tokens.end();
  } catch (error) {
    if (error instanceof XmlError) return `${error.reason} ${tokens.line}:${tokens.column}`;
    throw error;
  }
  return events.join(' ');
}

describe('tokens of XML', () => {
  test.each([
    ['<a/>', '<|a >'],
    ['\n<!-- a - b --><?pi "x>"?><a ></a\n> \n<!----><?z?>', '<|a >'],
    ['<?xml version="1.0" encoding=\'UTF-8\' standalone="no" ?><a/>', '<|a >'],
    [`<a b="1" c='"' d = "x>y"/>`, '<|a|b|1|c|"|d|x>y >'],
    ['<a b="1&#9;2\t3\n4\r\n5"/>', '<|a|b|1\t2 3 4 5 >'],
    ['<a>1\r\n2\r3&#13;4</a>', '<|a "1\\n2\\n3\\r4" >'],
    ['<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;]]&gt;</a>', '<|a "<>&\\"\'A😀]]>" >'],
    ['<a>x<![CDATA[<&]]]]><![CDATA[>]]>y</a>', '<|a "x<&]]>y" >'],
    ['<é.1·/>', '<|é.1· >'],
    ['<a xmlns="u" xmlns:p="v" b="1" p:b="2"><p:a/><b xmlns=""/></a>', '<u|a|b|1|{v}b|2 <v|a > <|b > >'],
    ['<a xml:lang="de"/>', '<|a|{http://www.w3.org/XML/1998/namespace}lang|de >'],
  ])('%j is read', (document, expected) => {
    expect(eventsOf(document)).toBe(expected);
    for (const length of [1, 2, 7]) expect(eventsOf(document, length)).toBe(expected);
  });

  test.each([
    ['', 'malformed'],
    ['<a/>x', 'malformed'],
    ['x<a/>', 'malformed'],
    ['<a/><b/>', 'malformed'],
    [' <?xml version="1.0"?><a/>', 'malformed'],
    ['<?xml encoding="UTF-8"?><a/>', 'malformed'],
    ['<?XML x?><a/>', 'malformed'],
    ['<a><!-- a -- b --></a>', 'malformed'],
    ['<![CDATA[]]><a/>', 'malformed'],
    ['<!ELEMENT a><a/>', 'malformed'],
    ['<a></b>', 'malformed'],
    ['</a>', 'malformed'],
    ['<a></a b>', 'malformed'],
    ['< a/>', 'malformed'],
    ['<1/>', 'malformed'],
    ['<a:b:c xmlns:a="u"/>', 'malformed'],
    ['<a b/>', 'malformed'],
    ['<a b=1/>', 'malformed'],
    ['<a b="1"c="2"/>', 'malformed'],
    ['<a b="<"/>', 'malformed'],
    ['<a b="1" b="2"/>', 'malformed'],
    ['<a b="&"/>', 'malformed'],
    ['<a / >', 'malformed'],
    ['<a <b/></a>', 'malformed'],
    ['<a>]]></a>', 'malformed'],
    ['<a>&nbsp;</a>', 'malformed'],
    ['<a>&amp</a>', 'malformed'],
    ['<a>&#xD800;</a>', 'malformed'],
    ['<a>&#x110000;</a>', 'malformed'],
    ['<a>\u0008</a>', 'malformed'],
    ['<p:a/>', 'malformed'],
    ['<a p:b=""/>', 'malformed'],
    ['<a xmlns:p=""/>', 'malformed'],
    ['<a xmlns:xmlns="u"/>', 'malformed'],
    ['<a xmlns:xml="u"/>', 'malformed'],
    ['<a xmlns:p="u" xmlns:q="u" p:b="" q:b=""/>', 'malformed'],
    ['<!DOCTYPE a><a/>', 'dtd_forbidden'],
    ['<a', 'truncated'],
    ['<a><!-- ', 'truncated'],
    ['<a><![CDATA[', 'truncated'],
    ['<a b="', 'truncated'],
    ['<a>x', 'truncated'],
    ['<a/><', 'truncated'],
  ])('%j is refused: %s', (document, reason) => {
    expect(eventsOf(document)).toMatch(new RegExp(`^${reason} `));
    for (const length of [1, 3]) expect(eventsOf(document, length)).toMatch(new RegExp(`^${reason} `));
  });

  test('says where it stopped', () => {
    expect(eventsOf('<a>\r\n<b>\n  </c></a>')).toBe('malformed 3:3');
    expect(eventsOf('<a>\n<b>x\u0001</b></a>')).toBe('malformed 2:5');
  });

  test('the pieces that a document comes in make no difference', () => {
    const bits = [
      '<a>',
      '</a>',
      '<b x="1">',
      '</b>',
      '<c/>',
      'text',
      '&amp;',
      ']]>',
      '\r\n',
      '\r',
      '<!-- x -->',
      '<![CDATA[<]]>',
    ];
    const more = ['<?p ?>', '"', '>', '<', ' xmlns="u"', '&#65;', '😀', '\u0001', "<b\nx = '2'/>"];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...bits, ...more), { maxLength: 12 }),
        fc.integer({ min: 1, max: 9 }),
        (parts, length) => {
          const document = `<a>${parts.join('')}</a>`;
          expect(eventsOf(document, length).replace(/ [\d:]+$/, '')).toBe(eventsOf(document).replace(/ [\d:]+$/, ''));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('takes no longer than the document is long', () => {
    const spent = cpuClock();
    expect(eventsOf(`<a ${'b="" '.repeat(20_000)}`, 4_096)).toMatch(/^truncated /);
    expect(eventsOf(`<a>${'<b xmlns:p="u"/>'.repeat(20_000)}</a>`)).toMatch(/ >$/);
    expect(eventsOf(`<a>${'<b></b>'.repeat(50_000)}</a>`)).toMatch(/ >$/);
    expect(spent()).toBeLessThan(5_000);
  });
});
