import { markdownText } from '../../../src/model/markdown.js';

it.each([
  ['@everyone and @types/node', '@\u200beveryone and @\u200btypes/node'],
  ['&commat;everyone &#64;everyone &lt;b&gt;', '&amp;commat;everyone &amp;#\u200b64;everyone &amp;lt;b&amp;gt;'],
  ['<img src=x> <!-- x', '\\<img src=x\\> \\<!-- x'],
  ['![x](http://evil.example) www.evil.example', '!\\[x\\](http://\u200bevil.example) www.\u200bevil.example'],
  ['a | b\r\n| c', 'a \\| b \\| c'],
  ['closes #1, org/repo#2', 'closes #\u200b1, org/repo#\u200b2'],
  ['`a` **b** _c_ ~~d~~ \\', '\\`a\\` \\*\\*b\\*\\* \\_c\\_ \\~\\~d\\~\\~ \\\\'],
  ['# head', '#\u200b head'],
  ['- item', '-\u200b item'],
  ['12. item', '12\u200b. item'],
  ['1.0.0 - left-pad', '1.0.0 - left-pad'],
  ['\u202eevil\u2066\0', 'evil'],
  ['a\ud800', 'a\ufffd'],
])('%j is text in Markdown', (text, expected) => expect(markdownText(text)).toBe(expected));

it('is cut between characters', () => expect(markdownText('a😀', 2)).toBe('a…'));
