import type { BomPart } from '../../../model/document.js';
import type { BomSource } from '../../format.js';
import { RefSet } from '../../reading/ref-set.js';
import { spdxReference } from '../mapping/identifiers.js';
import { isSpdx3, refsOf, relationshipToSpdx2 } from '../v3/to-spdx2.js';
import { readRelationship, type Relationship } from './relationships.js';

/** Gathers which packages hold files of their document, before the packages are written. */
export class FileHolders {
  private readonly ids = new RefSet();

  /** @param files SPDXIDs of the files that have been written */
  async gather(bom: BomSource, files: RefSet): Promise<void> {
    const refOf = refsOf(bom.header);
    const read = (part: BomPart): readonly Relationship[] => {
      if (part.family !== 'spdx') return [];
      if (isSpdx3(part)) return relationshipToSpdx2(part.data, { refOf, onLoss: () => undefined }) ?? [];
      const relationship = readRelationship(part.data);
      return relationship ? [relationship] : [];
    };
    for await (const batch of bom.parts('relationship'))
      for (const { from, type, to } of batch.flatMap(read)) {
        if (type !== 'CONTAINS' && type !== 'CONTAINED_BY') continue;
        const [holder, held] = type === 'CONTAINS' ? [from, to] : [to, from];
        if (files.has(spdxReference(held))) this.ids.add(spdxReference(holder));
      }
  }

  has(id: string): boolean {
    return this.ids.has(id);
  }
}
