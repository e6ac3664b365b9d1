import { textsOf } from '../../model/json.js';
import type { BomSource } from '../format.js';
import { RefSet } from '../shared/ref-set.js';

/**
 * Components of which a CycloneDX document says that their dependencies are not all known: that it lists none does not
 * mean that there are none.
 */
export async function refsWithUnknownDependencies(bom: BomSource): Promise<RefSet> {
  const refs = new RefSet();
  for await (const batch of bom.parts('composition'))
    for (const { data } of batch)
      if (data.aggregate !== 'complete') for (const ref of textsOf(data.dependencies)) refs.add(ref);
  return refs;
}
