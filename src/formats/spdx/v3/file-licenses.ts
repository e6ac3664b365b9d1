import type { BomLicense, JsonObject } from '../../../model/document.js';
import type { BomSource } from '../../format.js';
import { RefSet } from '../../shared/ref-set.js';
import { readExpression } from '../../shared/license-expressions.js';
import { idOf, typeOf } from './spdx3-index.js';
import { isLicenseElement, LicenseElements } from './license-elements.js';
import { isLicenseOf, isSpdx3 } from '../../conversion/to-spdx2.js';

/**
 * The licences of the files of an SPDX 3.0 document: relationships there, members of the file in SPDX 2.x. Concluded
 * is `licenseConcluded`, declared is `licenseInfoInFiles` (SPDX 2.3, clauses 8.5 and 8.6). Gathered before the files
 * are written.
 */
export class FileLicenses {
  private readonly files = new RefSet();
  private readonly licensing = new LicenseElements();
  private readonly ofFile = new Map<string, { relation: BomLicense['relation']; id: string }[]>();

  async gather(bom: BomSource, onLoss: (what: string) => void): Promise<void> {
    for await (const batch of bom.parts('file'))
      for (const part of batch) if (isSpdx3(part)) this.files.add(idOf(part.data));
    if (this.files.size === 0) return;
    for await (const batch of bom.parts('element', 'extracted-license'))
      for (const { data } of batch) if (isLicenseElement(typeOf(data))) this.licensing.add(idOf(data), data);
    for await (const batch of bom.parts('relationship'))
      for (const part of batch) if (isSpdx3(part) && this.isFileLicense(part.data)) this.add(part.data, onLoss);
  }

  /** True for a relationship that `membersOf` its file represents. */
  isFileLicense(data: JsonObject): boolean {
    return isLicenseOf(data, (iri) => this.files.has(iri));
  }

  /** The licence members of a file of SPDX 2.x. */
  membersOf(file: JsonObject, onLoss: (what: string) => void): JsonObject {
    const own = this.ofFile.get(idOf(file)) ?? [];
    const texts = (relation: BomLicense['relation']): string[] => [
      ...new Set(own.filter((each) => each.relation === relation).map(({ id }) => this.licensing.text(id))),
    ];
    const concluded = texts('concluded');
    const found = texts('declared').flatMap((text) => this.singleLicenses(text, onLoss));
    return {
      ...(concluded.length > 0 && {
        licenseConcluded: concluded.length === 1 ? concluded[0]! : concluded.map((text) => `(${text})`).join(' AND '),
      }),
      ...(found.length > 0 && { licenseInfoInFiles: [...new Set(found)] }),
    };
  }

  private add({ from, relationshipType, to }: JsonObject, onLoss: (what: string) => void): void {
    const licenses = this.ofFile.get(from as string) ?? [];
    const relation = relationshipType === 'hasConcludedLicense' ? 'concluded' : 'declared';
    for (const id of Array.isArray(to) ? to : [to])
      if (typeof id === 'string') licenses.push({ relation, id });
      else onLoss('relationship');
    this.ofFile.set(from as string, licenses);
  }

  /** Each entry of `licenseInfoInFiles` is one licence: an expression is split. */
  private singleLicenses(text: string, onLoss: (what: string) => void): string[] {
    const tokens = readExpression(text)?.tokens ?? [];
    if (tokens.length < 2) return [text];
    onLoss('licenseInfoInFiles');
    return tokens.filter((token, index) => !/^(?:AND|OR|WITH|[()])$/.test(token) && tokens[index - 1] !== 'WITH');
  }
}
