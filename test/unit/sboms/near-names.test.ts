import fc from 'fast-check';
import { isNear } from '../../../src/sboms/review/near-names.js';

const name = fc.string({ unit: fc.constantFrom(...'abc'), minLength: 5, maxLength: 12 });
const place = fc.nat({ max: 10 });

describe('near names', () => {
  it('are those with one letter more, less or other, or two neighbours swapped', () => {
    fc.assert(
      fc.property(name, place, fc.constantFrom('', 'a', 'd', 'dd'), (text, at, put) => {
        const cut = Math.min(at, text.length - 2);
        const [before, one, two, after] = [text.slice(0, cut), text[cut]!, text[cut + 1]!, text.slice(cut + 2)];
        const changed = [before + one + put + two + after, before + put + two + after];
        if (put.length < 2) for (const other of changed) expect(isNear(text, other)).toBe(true);
        expect(isNear(text, before + two + one + after)).toBe(true);
        expect(isNear(before + two + one + after, text)).toBe(true);
      }),
    );
  });

  it.each([
    ['zorblaxian', 'zorblaxiannn'],
    ['zorblaxian', 'zrblaxan'],
    ['zorblaxian', 'zorxblaiaan'],
    ['abcdef', 'badcef'],
    ['abcdef', 'abfdec'],
  ])('are not %s and %s', (one, other) => {
    expect(isNear(one, other)).toBe(false);
    expect(isNear(other, one)).toBe(false);
  });
});
