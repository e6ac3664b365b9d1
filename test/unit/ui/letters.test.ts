import fc from 'fast-check';
import { differingLetters, sharedStart, type Letters } from '../../../ui/src/review/letters.js';

const shown = (parts: readonly Letters[]): string =>
  parts.map(({ text, isCommon }) => (isCommon ? text : `[${text}]`)).join('');

describe('the letters that two names do not share', () => {
  it.each([
    ['lodahs', 'lodash', 'loda[h]s', 'lodas[h]'],
    ['expres', 'express', 'expres', 'expres[s]'],
    ['Open SSL', 'openssl', 'Open[ ]SSL', 'openssl'],
    ['zlib1', 'zlib', 'zlib[1]', 'zlib'],
  ])('marks them in %s and %s', (one, other, left, right) => {
    const letters = differingLetters(one, other);
    expect(letters && [shown(letters[0]), shown(letters[1])]).toEqual([left, right]);
  });

  it.each([
    ['lodash', 'Lodash'],
    ['lodash', 'react'],
    ['', 'a'],
    ['nаme', 'name'],
    ['a'.repeat(61), 'a'.repeat(60)],
  ])('says nothing of %s and %s', (one, other) => expect(differingLetters(one, other)).toBeNull());

  it('loses no letter, and shares the same ones', () => {
    const name = fc.string({ minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(name, name, (one, other) => {
        const letters = differingLetters(one, other);
        if (!letters) return;
        const [left, right] = letters;
        const common = (parts: readonly Letters[]): string =>
          parts.map(({ text, isCommon }) => (isCommon ? text.toLowerCase() : '')).join('');
        expect([left, right].map((parts) => parts.map(({ text }) => text).join(''))).toEqual([one, other]);
        expect(common(left)).toBe(common(right));
      }),
    );
  });
});

describe('what two names begin with', () => {
  it.each([
    ['acme-billing', 'acme-portal', 'acme-'],
    ['com.acme.a', 'com.acme.b', 'com.acme.'],
    ['acmebilling', 'acmeportal', null],
    ['a-b', 'a-c', null],
    ['acme-billing', 'acme-billing', null],
    ['acme-bill', 'acme-billing', 'acme-'],
    ['', 'acme-x', null],
  ])('of %s and %s is %s', (one, other, start) => expect(sharedStart(one, other)).toBe(start));
});
