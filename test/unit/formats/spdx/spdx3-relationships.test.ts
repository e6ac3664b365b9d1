import fc from 'fast-check';
import { edgesOfSpdx3, spdx3RelationshipsOf } from '../../../../src/formats/shared/spdx3-relationships.js';
import { relationshipNames } from '../../../../src/formats/shared/spdx3-vocabulary.js';

const direct = relationshipNames.filter(({ isInverse }) => !isInverse).map(({ two }) => two);

describe('relationships of SPDX 3.0 made of edges', () => {
  it('say each edge once, whatever their kind and number', () => {
    const kinds = fc.constantFrom('depends-on', 'affects', 'NO_SUCH_KIND', ...relationshipNames.map(({ two }) => two));
    fc.assert(
      fc.property(kinds, fc.integer({ min: 0, max: 1_201 }), (kind, count) => {
        const ends = Array.from({ length: count }, (_, index) => `urn:end-${index}`);
        const read = (kinds: string, list: readonly string[]): string[] =>
          spdx3RelationshipsOf('urn:start', kinds, list)
            .flatMap(edgesOfSpdx3)
            .map((edge) => JSON.stringify(edge));
        const alone = ends.flatMap((end) => read(kind, [end]));
        expect(read(kind, ends).sort()).toEqual(alone.sort());
        expect(new Set(alone).size).toBe(count);
      }),
      { numRuns: 60 },
    );
  });

  it.each(['depends-on', 'affects', ...direct])('are few where one start has many ends: %s', (kind) => {
    const ends = Array.from({ length: 1_201 }, (_, index) => `urn:end-${index}`);
    expect(spdx3RelationshipsOf('urn:start', kind, ends.slice(0, 500))).toHaveLength(1);
    expect(spdx3RelationshipsOf('urn:start', kind, ends).map(({ to }) => to.length)).toEqual([500, 500, 201]);
    expect(spdx3RelationshipsOf('urn:start', kind, [])).toEqual([]);
  });
});
