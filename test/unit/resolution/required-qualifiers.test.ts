import fc from 'fast-check';
import { purlOrNull, purlKey } from '../../../src/model/purl.js';
import { purlTypes } from '../../../src/model/purl-types.js';
import { pack, resolve } from '../../support/test-catalog.js';

/** Types that need a qualifier, with it and, as tools often write them, without. */
const declared = [
  ['pkg:julia/WombatJSON@1.9.4?uuid=0f8b85d8-7281-11e9-16c2-39a750bddbf1', 'pkg:julia/WombatJSON@1.9.4'],
  ['pkg:julia/WombatJSON@1.9.4', 'pkg:julia/WombatJSON@1.9.4'],
  ['pkg:swid/Acme/wombat.example/Wombat@1.9.4?tag_id=75b8c285', 'pkg:swid/Acme/wombat.example/Wombat@1.9.4'],
  ['pkg:swid/Acme/Wombat@1.9.4', 'pkg:swid/Acme/Wombat@1.9.4'],
] as const;

describe('declared packages of a type that needs a qualifier', () => {
  it.each(declared)('%s is selected as %s, listed or not', (purl, selected) => {
    const component = { name: 'wombat', version: '1.9.4', purls: [purl] };
    const listed = pack(1, selected.replace('@1.9.4', ''), { versions: '1.9.4' });
    for (const packages of [[], [listed]])
      expect(resolve(component, { packages }).searchResults.package[0]).toMatchObject({
        purl: selected,
        selected: true,
      });
  });
});

describe('declared purls of any type', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom('a', 'A.b', '__proto__', '%00', '@x', 'x?y'),
  );
  const purls = fc
    .tuple(fc.constantFrom(...purlTypes.keys()), fc.array(text, { maxLength: 3 }), text, text)
    .map(([type, names, version, qualifier]) => {
      const path = names
        .map((name) => name.replace(/[\uD800-\uDFFF]/g, ''))
        .map(encodeURIComponent)
        .join('/');
      return `pkg:${type}/${path}${version === '' ? '' : `@${version}`}${qualifier === '' ? '' : `?repository_url=${qualifier}`}`;
    });

  it('resolve, and are candidates where they can be read', () => {
    fc.assert(
      fc.property(purls, (purl) => {
        const { searchResults } = resolve({ name: 'wombat', version: '1', purls: [purl] });
        const read = purlOrNull(purl);
        const keys = searchResults.package.flatMap(({ purl: found }) => purlKey(purlOrNull(found)!));
        if (read) expect(keys).toContain(purlKey(read));
      }),
      { numRuns: 300 },
    );
  });
});
