import fc from 'fast-check';
import { compact, words } from '../../../src/model/names/normalise.js';

describe('words', () => {
  it.each([
    ['PaperCut_NG', ['paper', 'cut', 'ng']],
    ['log4j', ['log4j']],
    ['HTTPServer2Go', ['http', 'server2', 'go']],
    ['Café™ Ünicode', ['cafe', 'unicode']],
    ['--', []],
  ])('of %s', (name, expected) => {
    expect(words(name)).toEqual(expected);
  });

  it('are the same whether the text is ASCII or not', () => {
    const letters = fc.constantFrom(...'aAbBzZ019-_. /@+');
    const names = fc.array(letters, { maxLength: 40 }).map((list) => list.join(''));
    fc.assert(fc.property(names, (name) => expect(words(`${name} é`)).toEqual([...words(name), 'e'])));
    fc.assert(fc.property(names, (name) => expect(compact(`${name}é`)).toBe(`${compact(name)}e`)));
  });
});
