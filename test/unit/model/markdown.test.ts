import { markdownText } from '../../../src/model/markdown.js';

it.each([
  ['@everyone and @types/node', '@\u200beveryone and @\u200btypes/node'],
  ['&commat;everyone &#64;everyone &lt;b&gt;', '&amp;commat;everyone &amp;#\u200b64;everyone &amp;lt;b&amp;gt;'],
  ['<img src=x> <!-- x', '\\<img src=x\\> \\<!-- x'],
  ['![x](http://evil.example) www.evil.example', '!\\[x\\](http://\u200bevil.example) www.\u200bevil.example'],
  ['a | b\r\n| c', 'a \\| b \\| c'],
  ['closes #1, org/repo#2', 'closes #\u200b1, org/repo#\u200b2'],
  ['`a` **b** _c_ ~~d~~ \\', '\\`a\\` \\*\\*b\\*\\* \\_c\\_ \\~\\~\u200bd\\~\\~ \\\\'],
  [
    '!12 %3 %"Next" ~bug ~"a b" &4 $5 acme/ops>',
    '!\u200b12 %\u200b3 %\u200b"Next" \\~\u200bbug \\~\u200b"a b" &amp;\u200b4 $\u200b5 acme/ops\u200b\\>',
  ],
  [
    '[issue:1] [vulnerability:acme/shop/2] *iteration:3',
    '\\[\u200bissue:1\\] \\[\u200bvulnerability:acme/shop/2\\] \\*\u200biteration:3',
  ],
  ['Stop! 5 % of ~ & $', 'Stop! 5 % of \\~ &amp; $'],
  ['# head', '#\u200b head'],
  ['- item', '-\u200b item'],
  ['12. item', '12\u200b. item'],
  ['1.0.0 - left-pad', '1.0.0 - left-pad'],
  ['\u202eevil\u2066\0', 'evil'],
  ['a\ud800', 'a\ufffd'],
])('%j is text in Markdown', (text, expected) => expect(markdownText(text)).toBe(expected));

it('is cut between characters', () => expect(markdownText('a😀', 2)).toBe('a…'));
