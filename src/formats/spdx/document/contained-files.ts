import type { BomPart, JsonObject } from '../../../model/document.js';
import type { BomSource } from '../../format.js';
import { RefSet } from '../../shared/ref-set.js';
import { isExternalId, spdxReference } from '../../shared/spdx-identifiers.js';
import { isSpdx3, refsOf, relationshipToSpdx2 } from '../../conversion/to-spdx2.js';
import { readRelationship, type Spdx2Relationship } from '../../shared/spdx2-relationships.js';
import type { ContainedFiles } from './conform-elements.js';
import { VerificationCodes } from './verification-codes.js';
import type { Spdx2Version } from './versions.js';

/** The files that packages contain, gathered before the packages are written. */
export class ContainedFilesIndex {
  private readonly packagesWithFiles = new RefSet();
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
    const read = (part: BomPart): readonly Spdx2Relationship[] => {
      if (part.family !== 'spdx') return [];
      if (isSpdx3(part)) return relationshipToSpdx2(part.data, { refOf, onLoss: () => undefined }) ?? [];
      const relationship = readRelationship(part.data);
      return relationship ? [relationship] : [];
    };
    for await (const batch of bom.parts('relationship'))
      for (const { from, type, to } of batch.flatMap(read)) {
        if (type !== 'CONTAINS' && type !== 'CONTAINED_BY') continue;
        const [container, contained] = type === 'CONTAINS' ? [from, to] : [to, from];
        this.add(spdxReference(container), spdxReference(contained), files);
      }
  }

  /** Undefined where the package contains none. */
  containedIn(id: string): ContainedFiles | undefined {
    return this.packagesWithFiles.has(id) ? { verificationCode: this.codes?.of(id) } : undefined;
  }

  /** An element of another document may also be a file. */
  private add(container: string, file: string, files: RefSet): void {
    const isFile = files.has(file);
    if (isFile) this.packagesWithFiles.add(container);
    if (isFile || isExternalId(file)) this.codes?.addContained(container, file);
  }
}
