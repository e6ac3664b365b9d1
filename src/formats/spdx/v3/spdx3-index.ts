import type { BomLicense, Json, JsonObject, Party } from '../../../model/document.js';
import { isObject } from '../../../model/json.js';
import { FormatError, type ParseLimits } from '../../format.js';
import { RefSet } from '../../shared/ref-set.js';
import { isAgent, keyOfParty, readAgent } from './agents.js';
import { isLicenseElement, LicenseElements } from './license-elements.js';
import { type Agents, packageClasses } from './package-fields.js';

/** The `spdxId` of an element, or its `@id`. */
export function idOf(element: JsonObject): string {
  const id = element.spdxId ?? element['@id'];
  return typeof id === 'string' ? id : '';
}

export const typeOf = (element: JsonObject): string => {
  const type = element.type ?? element['@type'];
  return typeof type === 'string' ? type : '';
};

const collections: ReadonlySet<string> = new Set(['SpdxDocument', 'software_Sbom', 'Bom', 'Bundle']);

const licenseFields = [
  ['declared', 'licenseDeclared'],
  ['concluded', 'licenseConcluded'],
] as const;

/** Limit of root elements that are followed: the root of a document may be an SBOM with roots of its own. */
const maxRoots = 10_000;

/**
 * What packages refer to, such as suppliers and licences. The graph has no order, so a first pass gathers it. Texts
 * and packages are not held in memory.
 */
export class Spdx3Index implements Agents {
  document: JsonObject | undefined;
  packageCount = 0;
  readonly packages = new RefSet();
  private readonly parties = new Map<string, Party>();
  private readonly creationInfos = new Map<string, JsonObject>();
  private readonly roots = new Map<string, readonly string[]>();
  private readonly licensing = new LicenseElements();
  private readonly licensesOf = new Map<string, { readonly relation: BomLicense['relation']; readonly id: string }[]>();

  constructor(private readonly limits: ParseLimits) {}

  add(element: JsonObject, place: string): void {
    const id = idOf(element);
    const type = typeOf(element);
    if (packageClasses.has(type)) this.addPackage(id, place);
    else if (collections.has(type)) this.addCollection(element, id, type, place);
    else if (isAgent(type)) this.addAgent(element, id);
    else if (isLicenseElement(type)) this.licensing.add(id, element);
    else if (type === 'CreationInfo') this.creationInfos.set(id, element);
    else if (type === 'Relationship') this.addLicense(element);
  }

  /** The subject of the document, if it is one package among others. */
  subject(): string | undefined {
    const seen = new Set<string>();
    const pending = [...(this.roots.get(idOf(this.document ?? {})) ?? [])];
    const subjects: string[] = [];
    for (let next = pending.pop(); next !== undefined && seen.size < maxRoots; next = pending.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      if (this.packages.has(next)) subjects.push(next);
      pending.push(...(this.roots.get(next) ?? []));
    }
    return subjects.length === 1 && this.packageCount > 1 ? subjects[0] : undefined;
  }

  creationInfoOf(element: JsonObject): JsonObject {
    const own = element.creationInfo;
    if (isObject(own)) return own;
    return (typeof own === 'string' ? this.creationInfos.get(own) : undefined) ?? {};
  }

  partyOf(agent: Json | undefined): Party | undefined {
    if (typeof agent === 'string') return this.parties.get(agent);
    return isObject(agent) ? readAgent(agent) : undefined;
  }

  /** Only to compare what is written with what was read. */
  readonly referenceTo = keyOfParty;

  licenses(id: string): BomLicense[] {
    const own = this.licensesOf.get(id) ?? [];
    return own.flatMap(({ relation, id: license }) => this.licensing.read(relation, license) ?? []);
  }

  /** The LicenseRefs by which SPDX 2.x calls a licence text. */
  referencesOf(id: string): readonly string[] {
    return this.licensing.referencesOf(id);
  }

  /** The licence fields of SPDX 2.x that hold NONE: the package is said to have no licence. */
  absentLicenses(id: string): JsonObject {
    const own = this.licensesOf.get(id) ?? [];
    const fields: JsonObject = {};
    for (const [relation, field] of licenseFields) {
      const ofField = own.filter((each) => each.relation === relation);
      if (ofField.length > 0 && ofField.every((each) => this.licensing.text(each.id) === 'NONE'))
        fields[field] = 'NONE';
    }
    return fields;
  }

  private addPackage(id: string, place: string): void {
    this.packageCount += 1;
    if (this.packageCount > this.limits.maxComponents)
      throw new FormatError('limit', `There are more packages than the limit of ${this.limits.maxComponents}`, place);
    this.packages.add(id);
  }

  private addCollection(element: JsonObject, id: string, type: string, place: string): void {
    if (type === 'SpdxDocument') {
      if (this.document) throw new FormatError('invalid', 'The file has more than one SPDX document', place);
      this.document = element;
    }
    const roots = element.rootElement;
    this.roots.set(
      id,
      (Array.isArray(roots) ? roots : []).slice(0, maxRoots).filter((root) => typeof root === 'string'),
    );
  }

  private addAgent(element: JsonObject, id: string): void {
    const party = readAgent(element);
    if (party) this.parties.set(id, party);
  }

  private addLicense({ from, relationshipType: type, to }: JsonObject): void {
    const relation = type === 'hasDeclaredLicense' ? 'declared' : type === 'hasConcludedLicense' ? 'concluded' : null;
    if (relation === null || typeof from !== 'string') return;
    const licenses = this.licensesOf.get(from) ?? [];
    for (const id of Array.isArray(to) ? to : [to]) if (typeof id === 'string') licenses.push({ relation, id });
    this.licensesOf.set(from, licenses);
  }
}
