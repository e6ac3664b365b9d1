import type { BomLicense, Json, JsonObject } from '../../../model/document.js';
import { FormatError } from '../../format.js';
import { objectsOf, textOf } from '../../../model/json.js';
import { licenseReference } from '../../shared/license-expressions.js';
import { extractedLicenses, readSpdxLicense } from '../../shared/spdx-licenses.js';
import { lastName } from '../../shared/spdx3-vocabulary.js';

/** Limits of the nesting of licence sets and of the parts of an expression. */
const maxDepth = 64;
const maxParts = 10_000;

export const isLicenseElement = (type: Json | undefined): boolean =>
  typeof type === 'string' && (type.startsWith('expandedlicensing_') || type.startsWith('simplelicensing_'));

/** Classes of texts that a document has itself. */
export const isLicenseText = (type: Json | undefined): boolean =>
  type === 'simplelicensing_SimpleLicensingText' || type === 'expandedlicensing_CustomLicense';

/** Converts licence elements of SPDX 3.0 (profiles SimpleLicensing and ExpandedLicensing) to text. */
export class LicenseElements {
  private readonly elements = new Map<string, JsonObject>();
  /** LicenseRefs of expressions, by the IRI of the text that they mean. */
  private readonly references = new Map<string, Set<string>>();
  private parts = 0;

  /** Keeps the members that expressions need; texts stay in the parts of the document. */
  add(id: string, element: JsonObject): void {
    const kept: JsonObject = {};
    for (const [name, value] of Object.entries(element))
      if (!/licenseText|Xml$|comment|standard/i.test(name)) kept[name] = value;
    this.elements.set(id, kept);
    for (const { key, value } of objectsOf(element.simplelicensing_customIdToUri)) {
      if (!textOf(key).startsWith('LicenseRef-') || typeof value !== 'string') continue;
      this.references.set(value, (this.references.get(value) ?? new Set()).add(licenseReference(textOf(key))));
    }
  }

  /** The LicenseRefs by which SPDX 2.x calls a licence text. */
  referencesOf(id: string): readonly string[] {
    const mapped = [...(this.references.get(id) ?? [])];
    const license = readSpdxLicense('declared', this.text(id));
    const isNamed = license?.expression?.startsWith('LicenseRef-') === true;
    if (license === undefined || (mapped.length > 0 && !isNamed)) return mapped;
    const own = isNamed
      ? [license.expression!]
      : extractedLicenses([license]).map(({ licenseId }) => textOf(licenseId));
    return [...new Set([...mapped, ...own])];
  }

  /** @throws FormatError `too_deep`, `limit`: sets that hold each other without end */
  read(relation: BomLicense['relation'], id: string): BomLicense | undefined {
    return readSpdxLicense(relation, this.text(id));
  }

  /** The same as SPDX 2.x writes it: an expression, NONE or NOASSERTION. @throws FormatError as `read` */
  text(id: string): string {
    this.parts = 0;
    return this.expression(id, 0);
  }

  private expression(id: Json | undefined, depth: number): string {
    if (typeof id !== 'string') return 'NOASSERTION';
    this.parts += 1;
    if (depth > maxDepth) throw new FormatError('too_deep', 'The licence sets are nested too deeply', id.slice(0, 200));
    if (this.parts > maxParts) throw new FormatError('limit', 'The licence has too many parts', id.slice(0, 200));
    const element = this.elements.get(id);
    if (element === undefined) return individual(id) ?? lastName(id);
    const member = (name: string): string => this.expression(element[`expandedlicensing_${name}`], depth + 1);
    switch (element.type) {
      case 'simplelicensing_LicenseExpression':
        return String(element.simplelicensing_licenseExpression ?? 'NOASSERTION');
      case 'expandedlicensing_ConjunctiveLicenseSet':
        return this.set(element, ' AND ', depth);
      case 'expandedlicensing_DisjunctiveLicenseSet':
        return this.set(element, ' OR ', depth);
      case 'expandedlicensing_OrLaterOperator':
        return `${member('subjectLicense')}+`;
      case 'expandedlicensing_WithAdditionOperator':
        return `${member('subjectExtendableLicense')} WITH ${member('subjectAddition')}`;
      case 'expandedlicensing_CustomLicense':
      case 'simplelicensing_SimpleLicensingText':
        return lastName(id).startsWith('LicenseRef-') ? lastName(id) : String(element.name ?? lastName(id));
      default:
        return individual(id) ?? lastName(id);
    }
  }

  private set(element: JsonObject, operator: string, depth: number): string {
    const members = element.expandedlicensing_member;
    const parts = (Array.isArray(members) ? members : []).map((member) => this.expression(member, depth + 1));
    return parts.length > 1 ? `(${parts.join(operator)})` : (parts[0] ?? 'NOASSERTION');
  }
}

function individual(id: string): string | undefined {
  if (/NoAssertion(?:License)?$/.test(id)) return 'NOASSERTION';
  return /None(?:License)?$/.test(id) ? 'NONE' : undefined;
}
