import fc from 'fast-check';
import { namespaceOwner } from '../../../src/model/names/namespace-owner.js';
import { compact, words } from '../../../src/model/names/normalise.js';

describe('the owner of a namespace', () => {
  it.each([
    ['org.quokka.tools.burrow', 'org.quokka'],
    ['org.Quokka', 'org.quokka'],
    ['quokka', null],
    ['io.github.wombat', 'io.github.wombat'],
    ['io.github.wombat.tools', 'io.github.wombat'],
    ['io.github', null],
    ['uk.co.quokka.tools', 'uk.co.quokka'],
    ['uk.co', null],
  ])('%s is %s', (namespace, owner) => {
    expect(namespaceOwner('maven', namespace)).toBe(owner);
  });

  it('is nobody where namespaces are no domains', () => {
    expect(namespaceOwner('npm', '@org.quokka.tools')).toBeNull();
  });
});

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
