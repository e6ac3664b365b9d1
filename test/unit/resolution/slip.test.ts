import fc from 'fast-check';
import { deletionKeys } from '../../../src/model/names/lookup-key.js';
import { isTypo } from '../../../src/resolution/matching/compare/edit-distance.js';

const letters = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 6, maxLength: 20 });

/** A name with one slip: a letter left out, put in, changed or swapped with its neighbour. */
const slipped = fc
  .tuple(letters, fc.nat(), fc.constantFrom('drop', 'add', 'change', 'swap'), fc.constantFrom(...'xyz'))
  .map(([name, seed, slip, letter]) => {
    const at = seed % (name.length - 1);
    const [before, after] = [name.slice(0, at), name.slice(at + 1)];
    const changed = {
      drop: before + after,
      add: before + letter + name[at] + after,
      change: before + letter + after,
      swap: before + after[0] + name[at] + after.slice(1),
    }[slip];
    return [name, changed] as const;
  })
  .filter(([name, changed]) => name !== changed);

describe('one typing slip', () => {
  it('is seen by comparison, both ways', () => {
    fc.assert(
      fc.property(slipped, ([name, changed]) => isTypo(name, changed) && isTypo(changed, name)),
      { numRuns: 300 },
    );
  });

  it('is found by keys in common', () => {
    fc.assert(
      fc.property(slipped, ([name, changed]) => {
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
  ])('is not what tells %s from %s', (one, other) => expect(isTypo(one, other)).toBe(false));
});
