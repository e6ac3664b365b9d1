import type { BomPart, JsonObject } from '../../../model/document.js';
import type { BomSource } from '../../format.js';
import { RefSet } from '../../reading/ref-set.js';
import { isExternalId, spdxReference } from '../mapping/identifiers.js';
import { isSpdx3, refsOf, relationshipToSpdx2 } from '../v3/to-spdx2.js';
import { readRelationship, type Relationship } from './relationships.js';
import type { HeldFiles } from './conform-elements.js';
import { VerificationCodes } from './verification-codes.js';
import type { Spdx2Version } from './versions.js';

/** Gathers which packages hold files of their document, before the packages are written. */
export class FileHolders {
  private readonly ids = new RefSet();
  private readonly codes: VerificationCodes | undefined;

  constructor({ isCodeOptional }: Spdx2Version) {
    if (!isCodeOptional) this.codes = new VerificationCodes();
  }

  addFile(data: JsonObject): void {
    this.codes?.addFile(data);
  }

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
        this.add(spdxReference(holder), spdxReference(held), files);
      }
  }

  /** Undefined where the package holds none. */
  heldBy(id: string): HeldFiles | undefined {
    return this.ids.has(id) ? { verificationCode: this.codes?.of(id) } : undefined;
  }

  /** What stands in another document may be a file too. */
  private add(holder: string, held: string, files: RefSet): void {
    const isFile = files.has(held);
    if (isFile) this.ids.add(holder);
    if (isFile || isExternalId(held)) this.codes?.addHeld(holder, held);
  }
}
