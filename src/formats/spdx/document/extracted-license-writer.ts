import type { Json, JsonObject } from '../../../model/document.js';
import type { BomSource } from '../../format.js';
import { RefSet } from '../../shared/ref-set.js';
import { conformToSpec } from '../../schema/conform-to-spec.js';
import { licenseReference } from '../../shared/license-expressions.js';
import { extractedLicenses, readSpdxLicense, referencesOf } from '../../shared/spdx-licenses.js';
import { extractedLicenseSchema } from './schema.js';
import type { Spdx2Target } from './versions.js';

/**
 * Defines every LicenseRef in use (SPDX 2.3, clause 10): by the original definition, else from the licence that it
 * stands for, else without a text. Texts are not held in memory: if a definition is missing, the SBOM is read again.
 */
export class ExtractedLicenseWriter {
  private readonly defined = new RefSet();
  private readonly missing = new RefSet();

  constructor(
    private readonly bom: BomSource,
    private readonly target: Spdx2Target,
  ) {}

  async gatherDefined(): Promise<void> {
    for await (const batch of this.bom.parts('extracted-license'))
      for (const { family, data } of batch)
        if (family === 'spdx' && typeof data.licenseId === 'string') this.defined.add(licenseReference(data.licenseId));
  }

  /** Records the LicenseRefs of a written element. */
  addUses(data: JsonObject): void {
    for (const text of expressionsIn(data))
      for (const ref of referencesOf(text)) if (!this.defined.has(ref)) this.missing.add(ref);
  }

  async *write(): AsyncIterable<readonly JsonObject[]> {
    const written = new RefSet();
    const take = (info: JsonObject): JsonObject[] => {
      const conforming = conformToSpec(info, extractedLicenseSchema, this.target);
      if (conforming === undefined || !written.add(conforming.licenseId as string)) return [];
      return [conforming];
    };
    for await (const batch of this.bom.parts('extracted-license'))
      yield batch.filter((part) => part.family === 'spdx').flatMap(({ data }) => take(data));
    if (this.missing.size === 0) return;
    for await (const infos of this.definitions()) yield infos.filter((info) => this.isMissing(info)).flatMap(take);
    for await (const refs of this.uses())
      yield refs
        .map((ref) => ({ licenseId: ref, extractedText: 'NOASSERTION' }))
        .filter((info) => this.isMissing(info))
        .flatMap(take);
  }

  private isMissing(info: JsonObject): boolean {
    return this.missing.has(info.licenseId as string);
  }

  /** LicenseRefs for licences without a listed id, with their texts. */
  private async *definitions(): AsyncIterable<readonly JsonObject[]> {
    if (this.bom.subject) yield extractedLicenses(this.bom.subject.licenses);
    for await (const batch of this.bom.components()) yield batch.flatMap(({ licenses }) => extractedLicenses(licenses));
    for await (const batch of this.bom.parts('file', 'snippet'))
      yield batch.flatMap(({ data }) => expressionsIn(data).flatMap(licensesFrom));
    for await (const batch of this.bom.components())
      yield batch.flatMap(({ native }) => (native ? expressionsIn(native.data).flatMap(licensesFrom) : []));
  }

  /** LicenseRefs of expressions, also those without a definition. */
  private async *uses(): AsyncIterable<readonly string[]> {
    if (this.bom.subject) yield this.bom.subject.licenses.flatMap(({ expression }) => referencesOf(expression ?? ''));
    for await (const batch of this.bom.components())
      yield batch.flatMap(({ licenses, native }) => [
        ...licenses.flatMap(({ expression }) => referencesOf(expression ?? '')),
        ...(native ? referencesIn(native.data) : []),
      ]);
    for await (const batch of this.bom.parts('file', 'snippet')) yield batch.flatMap(({ data }) => referencesIn(data));
  }
}

const referencesIn = (data: JsonObject): string[] => expressionsIn(data).flatMap(referencesOf);

function licensesFrom(text: string): JsonObject[] {
  const license = readSpdxLicense('concluded', text);
  return license === undefined ? [] : extractedLicenses([license]);
}

/** The licence expressions of a package, file or snippet. */
function expressionsIn(data: JsonObject): string[] {
  const { licenseConcluded, licenseDeclared, licenseInfoFromFiles, licenseInfoInFiles, licenseInfoInSnippets } = data;
  const texts: string[] = [];
  addTexts(licenseConcluded, texts);
  addTexts(licenseDeclared, texts);
  addTexts(licenseInfoFromFiles, texts);
  addTexts(licenseInfoInFiles, texts);
  addTexts(licenseInfoInSnippets, texts);
  return texts;
}

function addTexts(value: Json | undefined, texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  else if (Array.isArray(value)) for (const item of value) addTexts(item, texts);
}
