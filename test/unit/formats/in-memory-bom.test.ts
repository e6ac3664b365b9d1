import { bomSource, collectBom } from '../../../src/formats/in-memory-bom.js';
import { componentDraft } from '../../../src/formats/component-draft.js';
import type { BomComponent, BomEvent, BomHeader } from '../../../src/model/document.js';

const header: BomHeader = { family: 'spdx', specVersion: '2.3' };

const component = (ref: string): BomComponent => ({ ...componentDraft({ ref, place: `/packages/${ref}` }), name: ref });

async function* events(...batches: BomEvent[][]): AsyncIterable<BomEvent[]> {
  yield* batches;
}

describe('a document in memory', () => {
  it('gathers the events of a parser, in whatever order they come', async () => {
    const bom = await collectBom(
      events(
        [{ type: 'component', component: component('a') }],
        [
          { type: 'dependency', dependency: { from: 'a', to: ['b'], kind: 'depends-on' } },
          { type: 'component', component: component('b') },
        ],
        [{ type: 'warning', warning: { place: '/x', message: 'odd' } }],
        [{ type: 'header', header }],
      ),
    );
    expect(bom).toMatchObject({ header, subject: null, warnings: [{ place: '/x' }] });
    expect(bom.components.map(({ ref }) => ref)).toEqual(['a', 'b']);
  });

  it('takes the subject that is named later out of the components', async () => {
    const bom = await collectBom(
      events([
        { type: 'header', header },
        { type: 'component', component: component('a') },
        { type: 'component', component: component('b') },
        { type: 'subject-ref', ref: 'a' },
      ]),
    );
    expect(bom.subject?.ref).toBe('a');
    expect(bom.components.map(({ ref }) => ref)).toEqual(['b']);
  });

  it('is a source for serializers, as often as they ask', async () => {
    const many = Array.from({ length: 2_500 }, (_, n) => component(String(n)));
    const parts = (['service', 'vulnerability', 'service'] as const).map((kind, n) => ({
      kind,
      family: 'cyclonedx' as const,
      data: { n },
    }));
    const source = bomSource({ header, subject: null, components: many, dependencies: [], parts, warnings: [] });
    for (let round = 0; round < 2; round += 1) {
      const seen: BomComponent[] = [];
      for await (const batch of source.components()) seen.push(...batch);
      expect(seen).toEqual(many);
    }
    const services: unknown[] = [];
    for await (const batch of source.parts('service')) services.push(...batch.map((part) => part.data.n));
    expect(services).toEqual([0, 2]);
  });

  it('calls a parser without header a bug', async () => {
    await expect(collectBom(events([]))).rejects.toThrow('0 headers');
  });
});
