import fc from 'fast-check';
import { deletionKeys } from '../../../src/model/names/lookup-key.js';
import { isTypo } from '../../../src/resolution/matching/compare/edit-distance.js';

const letters = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 6, maxLength: 20 });

/** A name and the name with one letter deleted, inserted, changed or swapped with the next. */
const typo = fc
  .tuple(letters, fc.nat(), fc.constantFrom('drop', 'add', 'change', 'swap'), fc.constantFrom(...'xyz'))
  .map(([name, seed, edit, letter]) => {
    const at = seed % (name.length - 1);
    const [before, after] = [name.slice(0, at), name.slice(at + 1)];
    const changed = {
      drop: before + after,
      add: before + letter + name[at] + after,
      change: before + letter + after,
      swap: before + after[0] + name[at] + after.slice(1),
    }[edit];
    return [name, changed] as const;
  })
  .filter(([name, changed]) => name !== changed);

describe('a typo', () => {
  it('is found by comparison, in both directions', () => {
    fc.assert(
      fc.property(typo, ([name, changed]) => isTypo(name, changed) && isTypo(changed, name)),
      { numRuns: 300 },
    );
  });

  it('is found by common deletion keys', () => {
    fc.assert(
      fc.property(typo, ([name, changed]) => {
        const keys = new Set(deletionKeys(name));
        return deletionKeys(changed).some((key) => keys.has(key));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['lodash', 'lodash'],
    ['react', 'redux'],
    ['curl', 'cur'],
    ['openssl', 'libressl'],
    ['abcdef', 'badcef'],
    ['phone8', 'phone5'],
    ['phone8', 'phone'],
  ])('is not the difference of %s and %s', (one, other) => expect(isTypo(one, other)).toBe(false));
});
