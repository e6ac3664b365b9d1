import fc from 'fast-check';
import { storableJson } from '../../../src/model/text.js';

describe('storableJson', () => {
  const hostile = fc
    .array(fc.constantFrom('\0', '\ud800', '\udfff', '\\', 'u0000', '\\ud800', '😀', '"'))
    .map((parts) => parts.join(''));

  it('writes JSON that PostgreSQL takes, whatever the strings', () => {
    fc.assert(
      fc.property(fc.dictionary(hostile, hostile), (value) => {
        const back = JSON.parse(storableJson(value)) as Record<string, string>;
        for (const text of [...Object.keys(back), ...Object.values(back)])
          expect(text.isWellFormed() && !text.includes('\0')).toBe(true);
      }),
    );
  });

  it('leaves all other text as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(text.isWellFormed() && !text.includes('\0'));
        expect(JSON.parse(storableJson({ [text]: text }))).toEqual(JSON.parse(JSON.stringify({ [text]: text })));
      }),
    );
  });
});
