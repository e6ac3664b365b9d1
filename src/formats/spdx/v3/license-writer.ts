import type { BomLicense, Json, JsonObject } from '../../../model/document.js';
import { RefSet } from '../../shared/ref-set.js';
import { isValidExpression, licenseReference } from '../../shared/license-expressions.js';
import { shortDigest } from '../../shared/spdx-identifiers.js';
import { extractedLicenses, readSpdxLicense, referencesOf, writeSpdxLicenses } from '../../shared/spdx-licenses.js';
import type { Spdx3Relationship } from '../../shared/spdx3-relationships.js';
import { individualLicenses } from '../../shared/spdx3-vocabulary.js';

const maxElements = 1_000;

/** Writes licences as elements with relationships to them (SPDX 3.0, profile SimpleLicensing). */
export class Spdx3LicenseWriter {
  private readonly texts = new RefSet();
  /** Written elements by expression: most packages share a few. */
  private readonly elements = new Map<string, string>();

  constructor(
    private readonly namespace: string,
    private readonly add: (element: JsonObject) => void,
    private readonly relateTo: (relationship: Spdx3Relationship) => void,
  ) {}

  /** A LicenseRef that the document defines (SPDX 2.3, clause 10). */
  define({ licenseId, extractedText, name, comment }: JsonObject): void {
    if (typeof licenseId !== 'string') return;
    const id = licenseReference(licenseId);
    this.texts.add(id);
    this.add({
      type: 'simplelicensing_SimpleLicensingText',
      spdxId: `${this.namespace}#${id}`,
      ...(typeof name === 'string' ? { name } : {}),
      ...(typeof comment === 'string' ? { comment } : {}),
      simplelicensing_licenseText: String(extractedText ?? 'NOASSERTION'),
    });
  }

  /** @param own the native members of an SPDX 2.x package, which distinguish NONE and NOASSERTION */
  addPackage(spdxId: string, licenses: readonly BomLicense[], own: JsonObject): void {
    for (const info of extractedLicenses(licenses)) if (!this.texts.has(info.licenseId as string)) this.define(info);
    const declared = writeSpdxLicenses(licenses, 'declared') ?? assertion(own.licenseDeclared);
    const concluded = writeSpdxLicenses(licenses, 'concluded') ?? assertion(own.licenseConcluded);
    this.relate(spdxId, 'hasDeclaredLicense', declared);
    this.relate(spdxId, 'hasConcludedLicense', concluded);
  }

  /** The SPDX 2.x licence of a file or a snippet. */
  addText(spdxId: string, type: string, text: Json | undefined): void {
    if (typeof text !== 'string') return;
    if (isValidExpression(text)) {
      this.relate(spdxId, type, text);
      return;
    }
    const license = readSpdxLicense('concluded', text);
    if (license === undefined) return;
    for (const info of extractedLicenses([license])) if (!this.texts.has(info.licenseId as string)) this.define(info);
    this.relate(spdxId, type, writeSpdxLicenses([license], 'concluded'));
  }

  private relate(from: string, type: string, expression: string | undefined): void {
    if (expression !== undefined)
      this.relateTo({ from, type, to: [this.elementOf(expression)], scope: '', comment: '' });
  }

  private elementOf(expression: string): string {
    const known = individualLicenses.get(expression) ?? this.elements.get(expression);
    if (known !== undefined) return known;
    const references = referencesOf(expression);
    for (const licenseId of references) if (!this.texts.has(licenseId)) this.define({ licenseId });
    const entries = references.map((key) => ({ type: 'DictionaryEntry', key, value: `${this.namespace}#${key}` }));
    const spdxId = `${this.namespace}#SPDXRef-License-${shortDigest(expression)}`;
    this.add({
      type: 'simplelicensing_LicenseExpression',
      spdxId,
      simplelicensing_licenseExpression: expression,
      ...(entries.length > 0 ? { simplelicensing_customIdToUri: entries } : {}),
    });
    if (this.elements.size >= maxElements) this.elements.clear();
    this.elements.set(expression, spdxId);
    return spdxId;
  }
}

const assertion = (value: Json | undefined): string | undefined =>
  value === 'NONE' || value === 'NOASSERTION' ? value : undefined;
