import type { BomComponent, BomEvent } from '../../../src/model/document.js';
import { componentDraft } from '../../../src/formats/component-draft.js';
import { maxRequirements, withResolvedRequirements } from '../../../src/trees/requirements.js';

const component = (index: number): BomComponent => ({
  ...componentDraft({ ref: `p${index}`, place: '' }),
  name: `p${index}`,
  purls: [`pkg:npm/p${index}`],
  properties: [{ name: 'manifest:requirement', value: '^1.0.0' }],
});

async function* events(count: number): AsyncIterable<readonly BomEvent[]> {
  for (let index = 0; index < count; index += 1) yield [{ type: 'component', component: component(index) }];
}

const warningsOf = async (count: number): Promise<string[]> => {
  const found: string[] = [];
  for await (const batch of withResolvedRequirements(events(count), { versions: {}, warnings: ['x'] }))
    for (const event of batch) if (event.type === 'warning') found.push(event.warning.message);
  return found;
};

it('says how many requirements registries were not asked for', async () => {
  expect(await warningsOf(maxRequirements)).toEqual(['x']);
  expect(await warningsOf(maxRequirements + 7)).toEqual(['x', expect.stringContaining('not asked for 7 of them')]);
});
